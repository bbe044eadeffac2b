// The embedded Postgres: attached to, recovered, watched over, shared and refused as its users need.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { createDatabase } from '../../db/client.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../db/embedded.ts'
import { findPostgresBinaries } from '../../db/embedded-binaries.ts'
import { migrateDatabase } from '../../db/migrate.ts'
import { removeDataDir } from '../support/data-dir.ts'
import { quiet } from '../support/database.ts'
import { until } from '../support/until.ts'

let folder: string
const running: EmbeddedPostgres[] = []
const begun: string[] = []

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tollgate-embedded-'))
})
afterEach(async () => {
  for (const server of running.splice(0)) await server.stop()
  for (const dataDir of [folder, ...begun.splice(0)]) removeDataDir(dataDir)
})

async function start(dataDir = folder): Promise<EmbeddedPostgres> {
  begun.push(dataDir)
  const server = await startEmbeddedPostgres({ dataDir, logger: quiet })
  running.push(server)
  return server
}

async function ask(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

const dataDirOf = async (url: string) => (await ask(url, 'SHOW data_directory'))[0]!.data_directory as string
const pidOf = async (url: string) => Number(readFileSync(join(await dataDirOf(url), 'postmaster.pid'), 'utf8').split('\n')[0])

test('listens on loopback only, with a random password nobody else may read', async () => {
  const { url } = await start()
  expect(new URL(url).hostname).toBe('127.0.0.1')
  expect((await ask(url, 'SHOW listen_addresses'))[0]!.listen_addresses).toBe('127.0.0.1')
  const file = join(folder, 'postgres.password')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readFileSync(file, 'utf8').length).toBeGreaterThanOrEqual(32)
  const wrong = new URL(url)
  wrong.password = 'guess'
  await expect(ask(wrong.href, 'SELECT 1')).rejects.toThrow(/password/)
})

test('is attached to by a second starter, and stopped only by the one that started it', async () => {
  const first = await start()
  const second = await startEmbeddedPostgres({ dataDir: folder, logger: quiet })
  expect(second.url).toBe(first.url)
  await second.stop()
  expect(await ask(first.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})

test('whose starter was killed goes with the next one that used it', async () => {
  const script = `import { startEmbeddedPostgres } from './db/embedded.ts'
    const logger = { debug() {}, warn() {}, error() {} }
    const { url } = await startEmbeddedPostgres({ dataDir: process.argv[1], logger })
    process.stdout.write(url)
    setInterval(() => {}, 1_000)`
  const starter = spawn(process.execPath, ['--input-type=module-typescript', '-e', script, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void starter.kill('SIGKILL'))
  const [url] = await once(starter.stdout, 'data')
  const pid = await pidOf(String(url))
  const next = await startEmbeddedPostgres({ dataDir: folder, logger: quiet })
  await next.stop()
  expect(process.kill(pid, 0)).toBe(true)
  starter.kill('SIGKILL')
  await once(starter, 'exit')
  const last = await startEmbeddedPostgres({ dataDir: folder, logger: quiet })
  expect(last.url).toBe(String(url))
  await last.stop()
  expect(() => process.kill(pid, 0)).toThrow('ESRCH')
})

test('two data folders are two servers', async () => {
  const [one, two] = await Promise.all([start(join(folder, 'a')), start(join(folder, 'b'))])
  expect(one.url).not.toBe(two.url)
})

test('two starters at once on a new folder end on one server', async () => {
  const [one, two] = await Promise.all([start(), start()])
  expect(one.url).toBe(two.url)
})

test('comes back by itself after kill -9 without losing what was committed, and the pool goes on', async () => {
  const { url } = await start()
  await migrateDatabase(url)
  const database = createDatabase({ url, poolSize: 3, logger: quiet })
  await database.pool.query('CREATE TABLE kept (n int)')
  await database.pool.query('INSERT INTO kept SELECT generate_series(1, 1000)')
  const pid = await pidOf(url)
  process.kill(pid, 'SIGKILL')
  // Not asked through the pool first: a backend of the dead server may answer once more before it notices.
  await until(
    'another server answers at the same address',
    () =>
      pidOf(url).then(
        (now) => now !== pid,
        () => false,
      ),
    60_000,
  )
  await until(
    'the pool goes on with what was committed',
    () =>
      database.pool.query('SELECT count(*) AS n FROM kept').then(
        ({ rows }) => rows[0].n === '1000',
        () => false,
      ),
    60_000,
  )
  await database.close()
})

test('stopped while it comes back after kill -9, it leaves nothing standing', async () => {
  const server = await start()
  const dataDir = await dataDirOf(server.url)
  const pidNow = () => Number(readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n')[0])
  const pid = pidNow()
  process.kill(pid, 'SIGKILL')
  // Its successor has signed in but answers nobody yet.
  await until('another server begins', () => existsSync(join(dataDir, 'postmaster.pid')) && pidNow() !== pid, 60_000)
  const next = pidNow()
  await server.stop()
  expect(() => process.kill(next, 0)).toThrow('ESRCH')
})

test('refuses a folder of another major version and says what to do', async () => {
  const { url } = await start()
  const dataDir = await dataDirOf(url)
  await running.pop()!.stop()
  writeFileSync(join(dataDir, 'PG_VERSION'), '15\n')
  await expect(start()).rejects.toMatchObject({
    code: 'database_version_mismatch',
    message: expect.stringContaining('pg_dumpall'),
  })
})

test('starts over after an initdb that was killed half way', async () => {
  const { url } = await start()
  const dataDir = await dataDirOf(url)
  await running.pop()!.stop()
  rmSync(join(dataDir, 'PG_VERSION'))
  writeFileSync(join(folder, 'initdb.lock'), '999999')
  expect(await ask((await start()).url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})

test('a folder whose making was killed is made anew, and what was half made goes', async () => {
  const { url } = await start()
  const dataDir = await dataDirOf(url)
  await running.pop()!.stop()
  // What a killed initdb leaves: its version file, which it writes first, and little else.
  const half = `${dataDir}.making-999999`
  renameSync(dataDir, half)
  rmSync(join(half, 'global'), { recursive: true })
  expect(await ask((await start()).url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  expect(existsSync(half)).toBe(false)
})

test('works below a folder only its owner may enter', async () => {
  const closed = join(folder, 'closed')
  mkdirSync(closed, { mode: 0o700 })
  chmodSync(folder, 0o700)
  const { url } = await start(join(closed, 'data'))
  const dataDir = await dataDirOf(url)
  expect(await ask(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  await running.pop()!.stop()
  if (!dataDir.startsWith(folder)) rmSync(dirname(dataDir), { recursive: true, force: true })
})

test('finds its programs, and their links are whole', () => {
  const binaries = findPostgresBinaries()
  expect(binaries.majorVersion).toBe(18)
  expect(statSync(binaries.postgres).isFile()).toBe(true)
})

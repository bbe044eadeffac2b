// The embedded Postgres: attached to, recovered, watched over, shared and refused as its users need.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeEach, describe, expect, onTestFailed, onTestFinished, test } from 'vitest'
import { createDatabase } from '../../db/client.ts'
import { findPostgresBinaries } from '../../db/embedded/binaries.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../db/embedded/index.ts'
import { migrateDatabase } from '../../db/migrate.ts'
import { createDataDir, removeDataDir } from '../support/data-dir.ts'
import { quiet } from '../support/database.ts'
import { until } from '../support/until.ts'

let folder: string
const running: EmbeddedPostgres[] = []
const begun: string[] = []

beforeEach(() => {
  folder = createDataDir('embedded')
})
afterEach(async () => {
  for (const server of running.splice(0)) await server.stop()
  for (const dataDir of new Set([folder, ...begun.splice(0)])) if (dataDir !== there) removeDataDir(dataDir)
})
// Made by whoever comes first, for all tests that are not about a new one.
const there = createDataDir('embedded')
afterAll(() => removeDataDir(there))

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

/** The same server as its owner sees it. */
function asOwner(url: string, dataDir = folder): string {
  const password = readFileSync(join(dataDir, 'postgres.password'), 'utf8')
  return Object.assign(new URL(url), { username: 'tollgate', password: encodeURIComponent(password) }).href
}
const dataDirOf = async (url: string, dataDir = folder) =>
  (await ask(asOwner(url, dataDir), 'SHOW data_directory'))[0]!.data_directory as string
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

const strangers = `SELECT c.relname FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relowner <> current_user::regrole
  UNION ALL SELECT p.proname FROM pg_proc p WHERE p.pronamespace = 'public'::regnamespace AND p.proowner <> current_user::regrole
  UNION ALL SELECT t.typname FROM pg_type t WHERE t.typnamespace = 'public'::regnamespace AND t.typowner <> current_user::regrole`

async function holdsItsOwnAlone(url: string): Promise<void> {
  const [role] = await ask(url, 'SELECT * FROM pg_roles WHERE rolname = current_user')
  for (const right of ['rolsuper', 'rolcreaterole', 'rolcreatedb', 'rolreplication', 'rolbypassrls'])
    expect(role, right).toHaveProperty(right, false)
  expect(await ask(url, strangers)).toEqual([])
  for (const reach of [
    "COPY (SELECT 1) TO PROGRAM 'true'",
    "COPY (SELECT 1) TO '/tmp/reached'",
    "SELECT pg_read_file('/etc/hostname')",
    'SELECT pg_ls_dir(current_setting($$data_directory$$))',
    'CREATE ROLE other SUPERUSER',
    'CREATE DATABASE other',
    'ALTER ROLE tollgate PASSWORD NULL',
    'ALTER ROLE gateway SUPERUSER',
    'SET ROLE tollgate',
    "ALTER SYSTEM SET log_statement = 'all'",
    'SELECT rolpassword FROM pg_authid',
    'CREATE EXTENSION dblink',
    'CREATE FUNCTION f() RETURNS int AS $$f$$ LANGUAGE c',
  ])
    await expect(ask(url, reach), reach).rejects.toThrow(/permission denied|must be|Only roles|not available|no such file/i)
}

test('the program’s role owns its tables alone, in a new folder and in one where all is the superuser’s', async () => {
  const made = await start()
  await migrateDatabase(made.url)
  await holdsItsOwnAlone(made.url)
  expect(statSync(join(folder, 'postgres.program.password')).mode & 0o777).toBe(0o600)
  // As releases before this one left a folder.
  await ask(made.ownerUrl, 'ALTER SCHEMA public OWNER TO tollgate; DROP OWNED BY gateway; DROP ROLE gateway')
  rmSync(join(folder, 'postgres.program.password'))
  await migrateDatabase(made.ownerUrl)
  await ask(made.ownerUrl, "INSERT INTO log_topic (name, partitions, retention_days, compact) VALUES ('kept', 1, 1, false)")
  // One program of such a release still runs beside it.
  const old = createDatabase({ url: made.ownerUrl, poolSize: 1, logger: quiet })
  for (const { url } of await Promise.all([start(), start()])) {
    await migrateDatabase(url)
    await holdsItsOwnAlone(url)
    expect(await ask(url, 'SELECT name FROM log_topic')).toEqual([{ name: 'kept' }])
  }
  await old.pool.query("UPDATE log_topic SET name = 'kept on'")
  await old.close()
})

test('two data folders are two servers', async () => {
  const [one, two] = await Promise.all([start(join(folder, 'a')), start(join(folder, 'b'))])
  expect(one.url).not.toBe(two.url)
})

test('two starters at once on a new folder end on one server', async () => {
  const [one, two] = await Promise.all([start(), start()])
  expect(one.url).toBe(two.url)
})

describe('in a folder that is there', () => {
  beforeEach(() => {
    rmSync(folder, { recursive: true })
    folder = there
    // What it leaves behind is nobody's to go on with.
    onTestFailed(() => removeDataDir(there))
  })

  test('is attached to by a second starter, and stopped only by the one that started it', async () => {
    const first = await start()
    const second = await startEmbeddedPostgres({ dataDir: folder, logger: quiet })
    expect(second.url).toBe(first.url)
    await second.stop()
    expect(await ask(first.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  })

  test('whose starter was killed goes with the next one that used it', async () => {
    const script = `import { startEmbeddedPostgres } from './db/embedded/index.ts'
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
    const version = join(dataDir, 'PG_VERSION')
    const own = readFileSync(version)
    onTestFinished(() => writeFileSync(version, own))
    writeFileSync(version, '15\n')
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
})

test('works below a folder only its owner may enter', async () => {
  const closed = join(folder, 'closed')
  mkdirSync(closed, { mode: 0o700 })
  chmodSync(folder, 0o700)
  const { url } = await start(join(closed, 'data'))
  const dataDir = await dataDirOf(url, join(closed, 'data'))
  expect(await ask(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  await running.pop()!.stop()
  if (!dataDir.startsWith(folder)) rmSync(dirname(dataDir), { recursive: true, force: true })
})

test('finds its programs, and their links are whole', () => {
  const binaries = findPostgresBinaries()
  expect(binaries.majorVersion).toBe(18)
  expect(statSync(binaries.postgres).isFile()).toBe(true)
})

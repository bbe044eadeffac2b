// A replica that follows takes what analysts read; what it does not have, or while it is away, the first answers.
import type { FastifyInstance } from 'fastify'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendError, toTollgateError } from '../../api/errors.ts'
import { registerProvenance } from '../../api/provenance.ts'
import { createDatabase, type Database } from '../../db/client.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../db/embedded/index.ts'
import { migrateDatabase } from '../../db/migrate.ts'
import type { Ran } from '../support/command.ts'
import { openCommands } from '../support/commands.ts'
import { createDataDir, removeDataDir } from '../support/data-dir.ts'
import { quiet } from '../support/database.ts'
import { type Standby, startStandby } from '../support/standby.ts'
import { changeRow, counterRow, writeRows } from '../support/stream/rows.ts'
import { until } from '../support/until.ts'

const commands = openCommands()
let folder: string
let postgres: EmbeddedPostgres
let standby: Standby
let [first, replica]: Database[] = []
let app: FastifyInstance
const asked = { first: 0, replica: 0 }

beforeAll(async () => {
  folder = createDataDir('first')
  postgres = await startEmbeddedPostgres({ dataDir: folder, logger: quiet })
  await migrateDatabase(postgres.url)
  standby = await startStandby(postgres.ownerUrl)
  first = createDatabase({ url: postgres.url, poolSize: 4, logger: quiet })
  replica = createDatabase({ url: standby.urlOf(postgres.url), poolSize: 2, logger: quiet, patienceMs: 2_000, isReplica: true })
  app = Fastify()
  app.setErrorHandler((error, _request, reply) => sendError(reply, toTollgateError(error)))
  registerProvenance(app, { database: counted(first, 'first'), replica: counted(replica, 'replica'), services: [] })
  await app.ready()
}, 120_000)

afterAll(async () => {
  await commands.close()
  await app?.close()
  await first?.close()
  await replica?.close()
  await standby?.stop()
  await postgres?.stop()
  removeDataDir(folder)
})

function counted(database: Database, name: keyof typeof asked): Database {
  const { pool } = database
  const query = (...given: Parameters<typeof pool.query>) => {
    asked[name]++
    return pool.query(...given)
  }
  return { ...database, pool: Object.assign(Object.create(pool), { query }) }
}

const statusOf = async (row: number): Promise<number> => (await app.inject({ url: `/provenance/${row}` })).statusCode

async function followed(row: number): Promise<void> {
  await until('the replica has the row', async () => {
    const { rows } = await replica!.pool.query('SELECT 1 FROM signal_history WHERE id = $1', [row])
    return rows.length > 0
  })
}

/** A database that nobody answers for in the place of the first: what works does not ask it. */
const command = (...words: string[]): Promise<Ran> =>
  commands.run(words, {
    DATABASE_URL: 'postgres://gateway:none@127.0.0.1:9/none',
    DATABASE_READ_URL: standby.urlOf(postgres.url),
    DATA_DIR: folder,
  })

test('the replica answers for the provenance of what it has; what it lacks and all while it is away, the first', async () => {
  const row = await changeRow(first!, 'a', 1)
  await followed(row)
  Object.assign(asked, { first: 0, replica: 0 })
  expect(await statusOf(row)).toBe(200)
  expect(asked).toMatchObject({ first: 0 })
  await standby.pause()
  const newer = await changeRow(first!, 'a', 2)
  expect(await statusOf(newer)).toBe(200)
  expect(asked.first).toBeGreaterThan(0)
  await standby.resume()
  await followed(newer)
  expect(await statusOf(9_999_999)).toBe(404)
})

test('commands of analysts ask the replica alone; what must be exact asks the first', async () => {
  const ratesRow = (score: number) => ({ ...counterRow('', score), service: 'rates', route: '/rates', formula: 'rates/1' })
  const write = (score: number) => first!.transaction((connection) => writeRows(connection, [ratesRow(score)]))
  const [row] = await write(41)
  await followed((await write(42))[0]!)
  const history = await command('cli/history.ts', 'rates/rates', '--field', 'signal.score', '--format', 'csv')
  expect(history).toMatchObject({ code: 0 })
  expect(history.stdout.split('\n').filter((line) => /\b4[12]\b/.test(line))).toHaveLength(2)
  expect(await command('cli/topics.ts', '--json')).toMatchObject({ code: 0, stderr: '' })
  expect(await command('cli/explain.ts', '--row', String(row))).not.toMatchObject({
    stderr: expect.stringContaining('127.0.0.1:9'),
  })
  for (const exact of [['cli/lag.ts'], ['cli/dead.ts', 'list']]) {
    const ran = await command(...exact)
    expect(ran).toMatchObject({ code: 1, stderr: expect.stringContaining('127.0.0.1:9') })
  }
})

test('nothing is written through the replica', async () => {
  await expect(changeRow(replica!, 'c', 1)).rejects.toThrow('read-only transaction')
})

test('provenance goes on when the replica is gone', async () => {
  const row = await changeRow(first!, 'd', 1)
  await followed(row)
  await standby.stop()
  expect(await statusOf(row)).toBe(200)
})

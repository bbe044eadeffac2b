// An upgrade beside those who use the database: it holds up nobody, says whom it waits for, and what it may not do it says or leaves for later.
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, expect, inject, test } from 'vitest'
import { countMissingMigrations, migrateDatabase } from '../../db/migrate.ts'
import { createHistoryMonths } from '../../db/rows/history-months.ts'
import { onServer } from '../support/database.ts'
import { until } from '../support/until.ts'
import { createAsReleased, type ReleasedDatabase } from '../support/upgrade/released.ts'

const server = inject('postgresUrl')
const patienceMs = 4_500
const passwordOf = 'no secret'
let database: ReleasedDatabase
const clients: pg.Client[] = []

async function connect(url = database.url): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: 'a long backup' })
  await client.connect()
  clients.push(client)
  return client
}

/** Reads what is asked over and over, as callers do; the longest that one of them waited. */
function startCallers(client: pg.Client, text: string) {
  let [isOver, longestMs, rounds] = [false, 0, 0]
  const asking = (async () => {
    for (; !isOver; await wait(20)) {
      const askedAt = performance.now()
      await client.query(text)
      longestMs = Math.max(longestMs, performance.now() - askedAt)
      rounds++
    }
  })()
  return {
    rounds: () => rounds,
    async stop(): Promise<number> {
      isOver = true
      await asking
      return longestMs
    },
  }
}

/** A role that may read and write, and neither make tables nor change them. */
async function asPlainRole(): Promise<string> {
  const role = `plain_${process.pid}`
  await onServer(server, `DROP ROLE IF EXISTS ${role}`)
  await onServer(server, `CREATE ROLE ${role} LOGIN PASSWORD '${passwordOf}'`)
  await database.client.query(
    `GRANT USAGE ON SCHEMA public TO ${role}; GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${role}`,
  )
  return Object.assign(new URL(database.url), { username: role, password: passwordOf }).href
}

afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.end()))
  await database.drop()
})

test('who reads for long what a migration changes keeps it waiting and nobody else, and is named', async () => {
  database = await createAsReleased(server, '0019_analyst_views')
  const [backup, caller] = [await connect(), await connect()]
  await backup.query('BEGIN; SELECT count(*) FROM log_record')
  const told: string[] = []
  const migrating = migrateDatabase(database.url, (whom) => told.push(whom))
  const callers = startCallers(caller, 'SELECT count(*) FROM log_record')
  await until('it has waited and come again', () => told.length >= 2)
  const { rows } = await backup.query('SELECT pg_backend_pid() AS pid')
  expect(told[0]).toMatch(new RegExp(`^a long backup \\(pid ${rows[0].pid}, since \\d\\d:\\d\\d:\\d\\d UTC\\)`))
  expect(callers.rounds()).toBeGreaterThan(2)
  await backup.query('COMMIT')
  await migrating
  expect(await callers.stop()).toBeLessThan(patienceMs)
  expect(await countMissingMigrations(database.url)).toBe(0)
})

test('what was done before it was killed need not be done again, and nothing is half done', async () => {
  database = await createAsReleased(server, '0017_payment_sign_ins')
  const backup = await connect()
  await backup.query('BEGIN; SELECT count(*) FROM log_record')
  const missing = () => countMissingMigrations(database.url)
  const atFirst = (await missing())!
  const migrating = migrateDatabase(database.url)
  migrating.catch(() => undefined) // heard below, perhaps after it has ended
  await until('the two before that table are done', async () => (await missing()) === atFirst - 2)
  await database.client.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'tollgate tables'`,
  )
  await expect(migrating).rejects.toThrow()
  expect(await missing()).toBe(atFirst - 2)
  const { rows } = await database.client.query(`SELECT to_regclass('public.observation_moment') AS half`)
  expect(rows).toEqual([{ half: null }])
  await backup.query('COMMIT')
  await Promise.all([migrateDatabase(database.url), migrateDatabase(database.url)])
  expect(await missing()).toBe(0)
})

test('a month is not made while somebody reads the history, whom nobody waits behind, and a start goes on without it', async () => {
  database = await createAsReleased(server, '0019_analyst_views')
  await migrateDatabase(database.url)
  const dropped = await dropNewestMonth(database.client)
  const isThere = async () => (await database.client.query('SELECT to_regclass($1) IS NOT NULL AS made', [dropped])).rows[0].made
  const [backup, caller] = [await connect(), await connect()]
  await backup.query('BEGIN; SELECT count(*) FROM signal_history')
  const callers = startCallers(caller, 'SELECT count(*) FROM signal_history')
  await expect(createHistoryMonths(database.client)).rejects.toMatchObject({ code: '55P03' })
  await migrateDatabase(database.url)
  expect(await callers.stop()).toBeLessThan(patienceMs)
  expect(await isThere()).toBe(false)
  await backup.query('COMMIT')
  await createHistoryMonths(database.client)
  expect(await isThere()).toBe(true)
})

test('a role that may not change tables is told who may, and needs nobody when only a coming month is missing', async () => {
  database = await createAsReleased(server, '0019_analyst_views')
  const url = await asPlainRole()
  const missing = await countMissingMigrations(database.url)
  await expect(migrateDatabase(url)).rejects.toMatchObject({
    code: 'config_invalid',
    message: expect.stringMatching(
      new RegExp(`${missing} migration\\(s\\) behind .* may not .*permission denied.*npm run prepare`),
    ),
  })
  await migrateDatabase(database.url)
  await dropNewestMonth(database.client)
  await migrateDatabase(url)
  await database.client.query(`DROP OWNED BY ${new URL(url).username}`)
  await onServer(server, `DROP ROLE ${new URL(url).username}`)
})

async function dropNewestMonth(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT max(relname)::text AS name FROM pg_class WHERE relname ~ '^signal_history_\\d{4}_\\d{2}$'`,
  )
  await client.query(`DROP TABLE ${rows[0]!.name}`)
  return rows[0]!.name
}

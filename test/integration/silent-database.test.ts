// A Postgres that falls silent (packets are lost, a machine or a firewall has forgotten its connections): whoever waits is told, and all goes on.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase, type Database } from '../../db/client.ts'
import { endSession, openSession } from '../../db/session.ts'
import { createTestDatabase, quiet, type TestDatabase } from '../support/database.ts'
import { type Proxy as Relay, startProxy } from '../support/proxy.ts'
import { until } from '../support/until.ts'

let outside: TestDatabase
let relay: Relay
let database: Database
let url: string
const tickMs = 20
const lock = 'SELECT pg_try_advisory_lock(4711) AS ok'

beforeAll(async () => {
  outside = await createTestDatabase()
  const server = new URL(outside.url)
  relay = await startProxy(server.hostname, Number(server.port))
  url = Object.assign(server, { port: String(relay.port) }).href
  database = createDatabase({ url, poolSize: 3, logger: quiet, tickMs, patienceMs: 500 })
})
afterAll(async () => {
  await database.close()
  await relay.close()
  await outside.drop()
})

const sleepers = async () => {
  const { rows } = await outside.pool.query(
    "SELECT count(*)::int AS n FROM pg_stat_activity WHERE query LIKE '%pg_sleep%' AND state = 'active' AND pid <> pg_backend_pid()",
  )
  return rows[0].n as number
}

test('a connection that was forgotten fails, the next call has a new one, and what its session held is free', async () => {
  const own = await openSession(url, 'a holder', { tickMs })
  expect((await own.query(lock)).rows).toEqual([{ ok: true }])
  await database.pool.query('SELECT 1')
  relay.forget()
  const ended = new Promise<void>((done) => own.once('end', () => done()))
  await expect(database.pool.query('SELECT 2')).rejects.toMatchObject({ code: 'ETIMEDOUT' })
  await expect(own.query('SELECT 3')).rejects.toThrow(/fallen silent/)
  await ended
  expect((await database.pool.query("SELECT 'again' AS word")).rows).toEqual([{ word: 'again' }])
  await until('the lock is free', async () => (await outside.pool.query(lock)).rows[0].ok, 5_000)
  await outside.pool.query('SELECT pg_advisory_unlock_all()')
})

test('a statement that takes its time is not ended', async () => {
  expect((await database.pool.query('SELECT 1 AS n FROM pg_sleep(0.6)')).rows).toEqual([{ n: 1 }])
})

test('who waits is told while nobody is there, in an open transaction too', async () => {
  await database.pool.query('SELECT 1')
  const open = Promise.withResolvers<void>()
  const working = database.transaction(async (connection) => {
    await connection.query('SELECT 1')
    open.resolve()
    await connection.query('SELECT pg_sleep(30)')
  })
  const told = expect(working).rejects.toThrow(/fallen silent|terminated/)
  await open.promise
  await until('it sleeps', async () => (await sleepers()) === 1)
  relay.stall()
  await told
  relay.mend()
  await until('its session is ended', async () => (await sleepers()) === 0, 5_000)
  expect((await database.pool.query("SELECT 'again' AS word")).rows).toEqual([{ word: 'again' }])
})

test('nobody waits for the farewell of a server that hears nothing', async () => {
  const own = await openSession(url, 'a leaver', { tickMs })
  relay.forget()
  await endSession(own)
})

// An address that is moved from one Postgres to the standby that follows it: nothing is kept to a standby, nor to a server that another
// has taken over from.
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createDatabase, type Database } from '../../db/client.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../db/embedded/index.ts'
import { reach } from '../../db/reach.ts'
import { openSession } from '../../db/session.ts'
import { createDataDir, removeDataDir } from '../support/data-dir.ts'
import { quiet } from '../support/database.ts'
import { type Proxy as Address, startProxy } from '../support/proxy.ts'
import { type Standby, startStandby } from '../support/standby.ts'
import { until } from '../support/until.ts'

let folder: string
let postgres: EmbeddedPostgres
let standby: Standby
let address: Address
let url = ''
beforeAll(async () => {
  folder = createDataDir('failover')
  postgres = await startEmbeddedPostgres({ dataDir: folder, logger: quiet })
  standby = await startStandby(postgres.ownerUrl)
  address = await startProxy('127.0.0.1', Number(new URL(postgres.url).port))
  url = Object.assign(new URL(postgres.url), { port: address.port }).href
}, 120_000)
afterAll(async () => {
  await address?.close()
  await standby?.stop()
  await postgres?.stop()
  removeDataDir(folder)
})

const portOf = (text: string) => Number(new URL(text).port)
const open = (): Database => {
  const database = createDatabase({ url, poolSize: 2, logger: quiet })
  onTestFinished(() => database.close())
  return database
}
const serverOf = async ({ pool }: Database): Promise<number> =>
  Number((await pool.query('SELECT inet_server_port() AS port')).rows[0].port)

test('no lock, no call and no start gets a connection to a standby; once it is promoted all do, and those to the one before end', async () => {
  const [first, second] = [portOf(postgres.url), portOf(standby.urlOf(postgres.url))]
  const before = open()
  const holder = await openSession(url, 'a holder')
  onTestFinished(() => holder.end().catch(() => undefined))
  const isOver = new Promise((over) => holder.once('end', over))
  expect(await serverOf(before)).toBe(first)

  address.turnTo(second)
  const after = open()
  await expect(after.pool.query('SELECT 1')).rejects.toMatchObject({
    code: 'database_unavailable',
    message: expect.stringContaining('is a standby'),
  })
  await expect(openSession(url, 'another')).rejects.toThrow('is a standby')
  const starting = reach('the database', { withinMs: 60_000, setting: 'S', caSetting: 'C', logger: quiet }, () =>
    openSession(url, 'a start'),
  )
  // What was open goes on where it is.
  expect(await serverOf(before)).toBe(first)

  const owner = new pg.Client({ connectionString: standby.urlOf(postgres.ownerUrl) })
  await owner.connect()
  await owner.query('SELECT pg_promote()')
  await owner.end()
  const started = await starting
  onTestFinished(() => started.end())
  await isOver
  await until('all are led to the new one', async () => (await serverOf(before).catch(() => 0)) === second)
  expect(await serverOf(after)).toBe(second)

  address.turnTo(first)
  await expect(openSession(url, 'one who is led back')).rejects.toThrow('Another Postgres has taken over from this one')
  expect(await serverOf(after)).toBe(second)
})

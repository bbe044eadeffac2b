// Places in the order of changed rows, looked up while transactions of the server end in the middle of the look itself.
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createStreamCredits } from '../../db/payments/stream-credits.ts'
import { currentPlace, placeOf, readChanges } from '../../db/rows/changed-rows.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { changeRow } from '../support/stream/rows.ts'
import { until } from '../support/until.ts'

let ours: TestDatabase
let elsewhere: TestDatabase
let held: pg.Client
let looking: pg.Client
let other: pg.Client

beforeAll(async () => {
  ;[ours, elsewhere] = await Promise.all([createTestDatabase(), createTestDatabase()])
  // Whoever looks at the locks stands still first, between its statement's snapshot and what it sees, until it is let go.
  await ours.pool.query(`CREATE SCHEMA slow;
    CREATE FUNCTION slow.look() RETURNS SETOF pg_catalog.pg_locks LANGUAGE plpgsql VOLATILE AS $$
      BEGIN PERFORM pg_advisory_lock_shared(77); PERFORM pg_advisory_unlock_shared(77); RETURN QUERY SELECT * FROM pg_catalog.pg_locks; END $$;
    CREATE VIEW slow.pg_locks AS SELECT * FROM slow.look()`)
})
afterAll(() => Promise.all([ours.drop(), elsewhere.drop()]))

beforeEach(async () => {
  ;[held, looking, other] = [ours.url, ours.url, elsewhere.url].map((url) => new pg.Client(url)) as [
    pg.Client,
    pg.Client,
    pg.Client,
  ]
  await Promise.all([held.connect(), looking.connect(), other.connect()])
  await looking.query('SET search_path = slow, pg_catalog, public')
  await held.query('SELECT pg_advisory_lock(77)')
  await other.query('BEGIN')
  await other.query('SELECT pg_current_xact_id()')
})
afterEach(() => Promise.all([held, looking, other].map((client) => client.end())))

/** What is answered when the other database's transaction ends after the statement began and before it has looked at the locks. */
async function whileItEnds<T>(look: () => Promise<T>): Promise<T> {
  const answer = look()
  await until('it stands before the locks', async () => {
    const { rowCount } = await held.query(`SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND database =
      (SELECT oid FROM pg_database WHERE datname = current_database())`)
    return rowCount === 1
  })
  await other.query('COMMIT')
  await held.query('SELECT pg_advisory_unlock(77)')
  return answer
}

test('a version that was told stays known', async () => {
  const id = await changeRow(ours, 'known', 1)
  expect(await whileItEnds(() => placeOf(looking, id))).toMatchObject({ id })
})

test('the place of now lies after all that was told', async () => {
  const id = await changeRow(ours, 'now', 1)
  const now = await whileItEnds(() => currentPlace(looking))
  expect(await readChanges(ours.pool, { after: now, limit: 10 })).toEqual([])
  expect(BigInt(now.writtenIn)).toBeGreaterThan(BigInt((await placeOf(ours.pool, id))!.writtenIn))
})

test('a credit is not sold what lay before it', async () => {
  const id = await changeRow(ours, 'before', 1)
  const credit = { paymentId: '1', name: 'counter/count', bought: 1 }
  const { since } = await whileItEnds(() => createStreamCredits(looking).hold(credit, 'me'))
  expect(since).toBeGreaterThan(BigInt((await placeOf(ours.pool, id))!.writtenIn))
})

test('of a future that this server has not counted to, nothing is known', async () => {
  const id = await changeRow(ours, 'future', 1)
  await ours.pool.query("UPDATE signal_history SET written_in = '999999999999' WHERE id = $1", [id])
  expect(await placeOf(ours.pool, id)).toBeNull()
})

test('changes are told by their transactions’ numbers, however many digits those have: none is passed over, none told twice', async () => {
  await held.query('SELECT pg_advisory_unlock(77)')
  await other.query('COMMIT')
  const numbers = ['7', '8', '9', '10', '11', '98', '99', '100', '101', '102']
  const ids: number[] = []
  for (const [i, number] of numbers.entries()) {
    const id = await changeRow(ours, `digits-${i}`, i)
    await ours.pool.query('UPDATE signal_history SET written_in = $2::xid8 WHERE id = $1', [id, number])
    ids.push(id)
  }
  for (const limit of [1, 2, 3, 7, 100]) {
    const told: number[] = []
    for (let after = { writtenIn: '6', id: 0 }; ; ) {
      const rows = await readChanges(ours.pool, { after, until: { writtenIn: '102', id: ids.at(-1)! }, limit })
      told.push(...rows.map(({ id }) => id))
      if (rows.length < limit) break
      after = rows.at(-1)!
    }
    expect(told, `${limit} at once`).toEqual(ids)
  }
})

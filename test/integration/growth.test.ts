// What would grow for ever goes in time and in small batches: values no upstream gives any more, used credits, keys nobody asks for.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { findUnseen, forgetSeen, markSeen } from '../../db/facts/sources.ts'
import { createPaymentBooks } from '../../db/payments/books.ts'
import { askedKeysChores } from '../../processors/chores/asked-keys.ts'
import type { Chore } from '../../processors/chores/define.ts'
import { seenValuesChore } from '../../processors/chores/seen-values.ts'
import { streamCreditsChore } from '../../processors/chores/stream-credits.ts'
import { discoverServices } from '../../processors/index.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'

const now = new Date()
const days = (count: number) => new Date(now.getTime() - count * 86_400_000)
let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(() => database.pool.query('TRUNCATE source_seen, stream_credit, demand, demand_allowance, signal_row, payment'))
afterAll(() => database?.drop())

async function doAll(chore: Chore): Promise<void> {
  while ((await chore.batch(now)) > 0);
}
const choreNamed = (chores: readonly Chore[], name: string) => chores.find((chore) => chore.name === name)!
async function textsOf(table: string, column: string): Promise<string[]> {
  const { rows } = await database.pool.query<{ text: string }>(`SELECT ${column}::text AS text FROM ${table} ORDER BY 1`)
  return rows.map(({ text }) => text)
}

async function addSeen(key: string, observedDay: number, givenAt: Date): Promise<void> {
  await database.pool.query(
    'INSERT INTO source_seen (topic, key, observed_at, content_hash, given_at) VALUES ($1, $2, $3, $4, $5)',
    ['t.v1', key, days(observedDay), `${key}${observedDay}`, givenAt],
  )
}

test('a value that is still given stays remembered, however old; one no longer given goes, each key’s newest last', async () => {
  for (const observedDay of [4_000, 3_000, 100]) await addSeen('given', observedDay, days(200))
  for (const observedDay of [400, 300, 200]) await addSeen('ended', observedDay, days(200))
  await addSeen('forgotten', 2_000, days(900))
  await addSeen('resting', 61, days(59))
  const value = (observedDay: number, contentHash = `given${observedDay}`) => ({
    key: 'given',
    observedAt: days(observedDay),
    contentHash,
  })
  // The upstream gives its whole history again: one of it revised.
  expect(await findUnseen(database.pool, 't.v1', [value(4_000), value(3_000, 'revised'), value(100)])).toEqual([1])
  await markSeen(database.pool, 't.v1', [value(3_000, 'revised')])
  await doAll(seenValuesChore(database))
  expect(await textsOf('source_seen', 'content_hash')).toEqual(['ended200', 'given100', 'given4000', 'resting61', 'revised'])
  expect(await findUnseen(database.pool, 't.v1', [value(4_000), value(3_000, 'revised'), value(100)])).toEqual([])
})

test('what is remembered goes in batches of a bounded size', async () => {
  for (let day = 1; day <= 8; day++) await addSeen('k', day, days(100))
  const ages = { givenBefore: days(60), newestGivenBefore: days(800) }
  const batches = [1, 2, 3, 4].map(() => 3)
  const done: number[] = []
  for (const limit of batches) done.push(await forgetSeen(database.pool, ages, limit))
  expect(done).toEqual([3, 3, 1, 0])
})

test('credits go when they are used up or very old, and until then their payment’s answer stays', async () => {
  const addCredit = async (name: string, used: number, boughtAt: Date): Promise<void> => {
    const { rows } = await database.pool.query<{ id: string }>(
      `INSERT INTO payment (run, network, asset, payer, nonce, state, fingerprint, dialect, method, route, resource, pay_to, symbol, decimals,
         amount, valid_before, owner, lease_until, answer, settled_at)
       VALUES ('r', 'n', 'a', 'p', $1, 'settled', 'f', 2, 'GET', '/r', 'r', 't', 'USDC', 6, 1, $2, 1, $2, $1, $2) RETURNING id`,
      [name, boughtAt],
    )
    await database.pool.query(
      `INSERT INTO stream_credit (payment_id, name, bought, used, holder, created_at) VALUES ($1, $2, 10, $3, 'h', $4)`,
      [rows[0]!.id, name, used, boughtAt],
    )
  }
  await addCredit('used up', 10, days(8))
  await addCredit('used up just now', 10, days(6))
  await addCredit('half used', 5, days(179))
  await addCredit('abandoned', 5, days(181))
  await doAll(streamCreditsChore(database))
  expect(await textsOf('stream_credit', 'name')).toEqual(['half used', 'used up just now'])
  await createPaymentBooks(database.pool).forgetAnswers(86_400)
  const { rows } = await database.pool.query('SELECT nonce FROM payment WHERE answer IS NOT NULL')
  expect(rows).toEqual([{ nonce: 'half used' }])
})

test('keys nobody asks for, full allowances and rows nobody is sold go', async () => {
  const services = await discoverServices()
  const chores = askedKeysChores(database, services)
  const addDemand = (key: string, state: string, askedAt: Date) =>
    database.pool.query("INSERT INTO demand (source, key, state, asked_at) VALUES ('s', $1, $2, $3)", [key, state, askedAt])
  await addDemand('old', 'idle', days(31))
  await addDemand('old but waiting', 'queued', days(31))
  await addDemand('asked', 'idle', days(29))
  await doAll(choreNamed(chores, 'asked keys'))
  expect(await textsOf('demand', 'key')).toEqual(['asked', 'old but waiting'])

  await database.pool.query(
    "INSERT INTO demand_allowance (source, payer, tokens, taken_at) VALUES ('s', 'once', 19, $1), ('s', 'lately', 3, $2)",
    [days(2), days(0.5)],
  )
  await doAll(choreNamed(chores, 'allowances'))
  expect(await textsOf('demand_allowance', 'payer')).toEqual(['lately'])

  const weather = services.find(({ label }) => label === 'weather')!.routes[0]!
  const soldUntil = (weather.hardMaxAgeSeconds - weather.maxAgeSeconds) / 86_400
  const addRow = (service: string, route: string, key: string, staleAfter: Date) =>
    database.pool.query(
      `INSERT INTO signal_row (id, service, route, key, body, meta, observed_at, computed_at, stale_after, formula, inputs, inputs_hash)
       VALUES (nextval('signal_row_version'), $1, $2, $3, '{}', '{}', $4, $4, $4, 'f/1', '[]', 'h')`,
      [service, route, key, staleAfter],
    )
  await addRow('weather', weather.path, 'past', days(soldUntil + 8))
  await addRow('weather', weather.path, 'sold a moment ago', days(soldUntil + 6))
  await addRow('rates', '/rates', 'kept however old', days(900))
  await doAll(choreNamed(chores, 'unsold rows'))
  expect(await textsOf('signal_row', 'key')).toEqual(['kept however old', 'sold a moment ago'])
})

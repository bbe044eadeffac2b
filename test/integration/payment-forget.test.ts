// The ledger is tidied by what is to go, not by what there is: in batches, by one process, and nothing that anybody may still ask for.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tryExclusive } from '../../db/locks/exclusive.ts'
import { createPaymentBooks } from '../../db/payments/books.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'

const day = 86_400
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database?.drop())

const insert = (name: string, count: number, state: string, daysAgo: number, answer: string | null) =>
  database.pool.query(
    `INSERT INTO payment (run, network, asset, payer, nonce, state, fingerprint, dialect, method, route, resource, pay_to, symbol, decimals,
       amount, valid_before, owner, lease_until, transaction, log_index, answer_type, answer, claimed_at, settled_at)
     SELECT 'forget', 'eip155:84532', '0xa', '0xb', $1 || n, $3, 'f', 2, 'GET', '/r', 'http://a/r', '0xc', 'USDC', 6, 1, now(), 1,
       now() - interval '1 hour' - make_interval(days => $4), CASE WHEN $3 = 'settled' THEN $1 || n END, 0, 'text/plain', $5::text,
       now() - make_interval(days => $4), CASE WHEN $3 = 'settled' THEN now() - make_interval(days => $4) END
     FROM generate_series(1, $2) n`,
    [name, count, state, daysAgo, answer],
  )
const countOf = async (where: string) =>
  (await database.pool.query<{ n: number }>(`SELECT count(*)::int AS n FROM payment WHERE ${where}`)).rows[0]!.n

test('answers past their use and claims never charged go whole, however many; the rest is not even looked at', async () => {
  const books = createPaymentBooks(database.pool)
  await insert('long ago', 8_000, 'settled', 30, null)
  await insert('due', 2_500, 'settled', 2, 'a body')
  await insert('fresh', 50, 'settled', 0, 'a body')
  await insert('never charged', 2_100, 'released', 2, null)
  await insert('just claimed', 5, 'claimed', 0, null)
  await database.pool.query('ANALYZE payment')
  await tryExclusive(database.pool, 'payment answers', async () => {
    expect(await books.forgetAnswers(day)).toBe(0)
  })
  expect(await countOf('answer IS NOT NULL')).toBe(2_550)
  expect(await books.forgetAnswers(day)).toBe(2_500)
  expect(await countOf('answer IS NOT NULL')).toBe(50)
  expect(await countOf("state = 'settled'")).toBe(10_550)
  expect(await countOf("state IN ('released', 'claimed')")).toBe(5)
  await database.pool.query('VACUUM ANALYZE payment')
  for (const [where, index] of [
    [
      "answer IS NOT NULL AND state = 'settled' AND settled_at < now() - interval '1 day' ORDER BY settled_at",
      'payment_answered',
    ],
    [
      "state IN ('claimed', 'released', 'failed') AND settled_at IS NULL AND claimed_at < now() - interval '1 day' ORDER BY claimed_at",
      'payment_uncharged',
    ],
  ]) {
    const { rows } = await database.pool.query(`EXPLAIN SELECT id FROM payment WHERE ${where} LIMIT 2000`)
    expect(rows.map((row) => Object.values(row)[0]).join('\n')).toContain(index)
  }
})

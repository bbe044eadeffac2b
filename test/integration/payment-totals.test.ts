// The ledger's kept sums are what counting the whole table would give, whichever process moved which payment how.
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPaymentBooks } from '../../db/payment-books.ts'
import type { NewClaim } from '../../db/payment-row.ts'
import { createPaymentStore } from '../../db/payments.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase({ poolSize: 16 })
})
afterAll(() => database?.drop())

const run = 'totals'
const claimOf = (n: number): NewClaim => ({
  run,
  network: n % 5 === 0 ? 'eip155:8453' : 'eip155:84532',
  asset: '0xa',
  payer: '0xb',
  nonce: `0x${randomBytes(32).toString('hex')}`,
  state: n % 2 === 0 ? 'verified' : 'claimed',
  fingerprint: 'same',
  identifier: null,
  dialect: 2,
  method: 'GET',
  route: '/rates',
  resource: 'http://api.test/rates',
  payTo: '0xc',
  symbol: 'USDC',
  decimals: 6,
  amount: 1_000n + BigInt(n),
  validBefore: new Date(0),
  leaseSeconds: 60,
})

async function counted() {
  const { rows } = await database.pool.query(
    `SELECT state, network, symbol, decimals, count(*)::float8 AS count, sum(amount)::text AS amount
     FROM payment WHERE run = $1 GROUP BY state, network, symbol, decimals ORDER BY state, network`,
    [run],
  )
  return rows.map((row) => ({ ...row, amount: BigInt(row.amount) }))
}

test('every move of three processes at once is in the sums, and only once', async () => {
  const books = createPaymentBooks(database.pool)
  const stores = [1, 2, 3].map((owner) => createPaymentStore(database.pool, owner))
  const answer = { type: 'text/plain', body: 'x' }
  const live = async (n: number) => {
    const store = stores[n % 3]!
    const claim = claimOf(n)
    const { id } = (await store.claim(claim))!
    if (n % 7 === 0) return // claimed or verified, and left so
    if (n % 7 === 1) return void (await store.release(id, 'x'))
    if (claim.state === 'claimed') await store.serve(id, answer)
    if (n % 7 === 2) return store.pend(id, null)
    if (n % 7 === 3) {
      await store.fail(id, 'x')
      return void (await store.claim({ ...claim, amount: claim.amount + 5n }))
    }
    if (n % 7 === 4) return store.owe(id, `0x${n}`)
    await Promise.all([store.settle(id, { transaction: `0x${n}`, answer }), stores[(n + 1) % 3]!.claim(claim)])
  }
  await Promise.all(Array.from({ length: 210 }, (_, n) => live(n)))
  const states = new Set((await books.totals(run)).map(({ state }) => state))
  expect(states).toEqual(new Set(['claimed', 'verified', 'served', 'released', 'pending', 'owed', 'settled']))
  expect(await books.totals(run)).toEqual(await counted())

  // A claim taken back before anything was sent leaves the table after a while, and the sums with it.
  await database.pool.query(`UPDATE payment SET claimed_at = now() - interval '2 days' WHERE run = $1`, [run])
  await books.forgetAnswers(86_400)
  const after = await books.totals(run)
  expect(after).toEqual(await counted())
  expect(after.some(({ state }) => state === 'released')).toBe(false)
})

test('how many payments there are does not change how much is read for the sums', async () => {
  const { rows } = await database.pool.query('SELECT count(*)::int AS n, count(DISTINCT shard)::int AS shards FROM payment_total')
  expect(rows[0].shards).toBeLessThanOrEqual(32)
  expect(rows[0].n).toBeLessThanOrEqual(32 * 2 * 8)
})

// The ledger's kept sums are what counting the whole table would give, whichever process moved which payment how.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase } from '../../db/client.ts'
import { createPaymentBooks } from '../../db/payments/books.ts'
import type { NewClaim } from '../../db/payments/row.ts'
import { createPaymentStore } from '../../db/payments/store.ts'
import { type Claimed, type PaymentWrite, writePayments } from '../../db/payments/writes.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { newClaim } from '../support/payment/claim.ts'
import { quiet } from '../support/quiet.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase({ poolSize: 16 })
})
afterAll(() => database?.drop())

const run = 'totals'
const claimOf = (n: number): NewClaim =>
  newClaim({
    run,
    network: n % 5 === 0 ? 'eip155:8453' : 'eip155:84532',
    state: n % 2 === 0 ? 'verified' : 'claimed',
    amount: 1_000n + BigInt(n),
    validBefore: new Date(0),
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
    const of = { id: (await store.claim(claim))!.id, nonce: claim.nonce }
    if (n % 7 === 0) return // claimed or verified, and left so
    if (n % 7 === 1) return void (await store.release(of, 'x'))
    if (claim.state === 'claimed') await store.serve(of, answer)
    if (n % 7 === 2) return store.pend(of, null)
    if (n % 7 === 3) {
      await store.fail(of, 'x')
      return void (await store.claim({ ...claim, amount: claim.amount + 5n }))
    }
    if (n % 7 === 4) return void (await store.owe(of, { transaction: `0x${n}`, logIndex: n }))
    await Promise.all([store.settle(of, { transaction: `0x${n}`, logIndex: n, answer }), stores[(n + 1) % 3]!.claim(claim)])
  }
  await Promise.all(Array.from({ length: 210 }, (_, n) => live(n)))
  const states = new Set((await books.totals(run)).map(({ state }) => state))
  expect(states).toEqual(new Set(['claimed', 'verified', 'served', 'released', 'pending', 'owed', 'settled']))
  expect(await books.totals(run)).toEqual(await counted())

  // A claim taken back before anything was sent leaves the table after a while, and the sums with it.
  await database.pool.query(
    `UPDATE payment SET claimed_at = now() - interval '2 days', lease_until = now() - interval '2 days' WHERE run = $1`,
    [run],
  )
  await books.forgetAnswers(86_400)
  const after = await books.totals(run)
  expect(after).toEqual(await counted())
  expect(after.some(({ state }) => state === 'released')).toBe(false)
})

// More connections than shards, each moving payments both ways: sums that two of them wrote to would make them wait in a circle.
test('connections that write at once never wait for each other over a sum', async () => {
  const wide = createDatabase({ url: database.url, poolSize: 48, logger: quiet })
  try {
    const writers = Array.from({ length: 48 }, (_, owner) => ({ owner, claims: Array.from({ length: 6 }, () => claimOf(1)) }))
    const answer = { type: 'text/plain', body: 'x' }
    await Promise.all(
      writers.map(async ({ owner, claims }) => {
        let settles: PaymentWrite[] = []
        for (const claim of claims) {
          const [[row]] = (await Promise.all(
            [[{ kind: 'claim', claim } as const], settles].map((some) =>
              some.length === 0 ? [] : writePayments(wide.pool, owner, some),
            ),
          )) as [Claimed[], unknown]
          const of = { id: row!.id, nonce: claim.nonce }
          await writePayments(wide.pool, owner, [{ kind: 'serve', of, answer }])
          settles = [{ kind: 'settle', of, charge: { transaction: '0x1', logIndex: null } }]
        }
      }),
    )
    expect(await createPaymentBooks(wide.pool).totals(run)).toEqual(await counted())
  } finally {
    await wide.close()
  }
})

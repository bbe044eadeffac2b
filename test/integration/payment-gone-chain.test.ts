// A demo chain ends with the process that ran it: what was under way on it comes to an end, and nobody else's payment does.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPaymentBooks } from '../../db/payments/books.ts'
import { createPaymentOwner } from '../../db/payments/owner.ts'
import { createPaymentStore } from '../../db/payments/store.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { newClaim } from '../support/payment/claim.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database?.drop())

test('after a kill -9 nothing of a chain that is gone stays verified; a living process’s and the live world’s rows are left alone', async () => {
  const books = createPaymentBooks(database.pool)
  const [living, dead] = await Promise.all([createPaymentOwner(database.url), createPaymentOwner(database.url)])
  const claimed = async (run: string, owner: number) => {
    const claim = newClaim({ run, leaseSeconds: 0 })
    return { id: (await createPaymentStore(database.pool, owner).claim(claim))!.id, nonce: claim.nonce }
  }
  const claim = async (run: string, owner: number) => (await claimed(run, owner)).id
  const gone = await claim('devnet-before', dead.id)
  const settled = await claimed('devnet-before', dead.id)
  await createPaymentStore(database.pool, dead.id).settle(settled, {
    transaction: '0x1',
    logIndex: 0,
    answer: { type: 'a', body: 'b' },
  })
  const others = [await claim('devnet-beside', living.id), await claim('devnet-now', dead.id), await claim('', dead.id)]
  await dead.close()
  await expect.poll(() => books.endGone('devnet-now'), { timeout: 30_000 }).toBe(1)
  const { rows } = await database.pool.query<{ id: string; state: string; reason: string | null }>(
    'SELECT id, state, reason FROM payment',
  )
  const found = new Map(rows.map(({ id, state, reason }) => [id, [state, reason]]))
  expect(found.get(gone)).toEqual(['released', 'chain_gone'])
  expect(found.get(settled.id)![0]).toBe('settled')
  for (const id of others) expect(found.get(id)).toEqual(['verified', null])
  expect(await books.endGone('devnet-now')).toBe(0)
  await living.close()
})

// Payments that a standby which took over has never heard of: what this process claimed and charged a moment ago is written down anew, once.
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rememberPayments } from '../../db/payments/remembered.ts'
import type { NewClaim } from '../../db/payments/row.ts'
import { createPaymentStore, type PaymentStore } from '../../db/payments/store.ts'
import { createTestDatabase, quiet, type TestDatabase } from '../support/database.ts'
import { newClaim as claimOf } from '../support/payment/claim.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database?.drop())

const newClaim = () => claimOf({ run: 'remembered' })
const answer = { type: 'application/json', body: '{"signal":{}}' }
const chargeOf = () => ({ transaction: `0x${randomBytes(32).toString('hex')}`, logIndex: 0, answer })

async function claimIn(store: PaymentStore, claim: NewClaim) {
  return { id: (await store.claim(claim))!.id, nonce: claim.nonce }
}
const lose = (claim: NewClaim) => database.pool.query('DELETE FROM payment WHERE nonce = $1', [claim.nonce])
const open = (mostBytes?: number) =>
  rememberPayments(createPaymentStore(database.pool, 1), { pool: database.pool, logger: quiet }, mostBytes)

test('what was charged and is gone is written down anew with its answer, what stands is left alone', async () => {
  const { store, restore } = open()
  const [lost, unsent, stands, claimed] = [newClaim(), newClaim(), newClaim(), newClaim()]
  const [charge, other] = [chargeOf(), chargeOf()]
  const of = await claimIn(store, lost)
  await store.settle(of, { ...charge, canRepeat: true, hasTime: true })
  await store.leave(of)
  await store.owe(await claimIn(store, unsent), { transaction: other.transaction, logIndex: 0 })
  await store.settle(await claimIn(store, stands), chargeOf())
  await store.settle(await claimIn(store, claimed), chargeOf())
  const before = await store.find(stands)
  await database.pool.query(
    `UPDATE payment SET state = 'verified', transaction = NULL, log_index = NULL, settled_at = NULL, answer = NULL WHERE nonce = $1`,
    [claimed.nonce],
  )
  for (const claim of [lost, unsent]) await lose(claim)
  expect(await restore()).toBe(3)
  expect(await store.find(claimed)).toMatchObject({ state: 'settled', answer })
  expect(await store.find(lost)).toMatchObject({ state: 'settled', answer, transaction: charge.transaction })
  expect((await store.find(lost))!.leftAt).not.toBe(null)
  expect(await store.find(unsent)).toMatchObject({ state: 'owed', transaction: other.transaction })
  expect(await store.find(stands)).toEqual(before)
  expect(await restore()).toBe(0)
})

test('a payment under way whose claim is gone is charged in the books all the same, or stays open for the reconciler', async () => {
  const { store } = open()
  const [settling, unknown] = [newClaim(), newClaim()]
  const [of, open_] = [await claimIn(store, settling), await claimIn(store, unknown)]
  for (const claim of [settling, unknown]) await lose(claim)
  expect(await store.settle(of, chargeOf())).toBe(true)
  await store.leave(of)
  expect(await store.find(settling)).toMatchObject({ state: 'settled', answer, leftAt: expect.any(Date) })
  expect(await store.pend(open_, '0x1')).toBe(true)
  expect(await store.find(unknown)).toMatchObject({ state: 'pending', settleTried: true })
})

test('what another process has answered meanwhile, and what was given back, stays as it is', async () => {
  const { store, restore } = open()
  const another = createPaymentStore(database.pool, 2)
  const [taken, released] = [newClaim(), newClaim()]
  const [of, back] = [await claimIn(store, taken), await claimIn(store, released)]
  await store.release(back, 'x')
  for (const claim of [taken, released]) await lose(claim)
  const theirs = chargeOf()
  await another.settle(await claimIn(another, taken), theirs)
  expect(await store.settle(of, chargeOf())).toBe(false)
  expect(await store.find(taken)).toMatchObject({ transaction: theirs.transaction })
  expect(await restore()).toBe(0)
  expect(await store.find(released)).toBe(null)
})

test('memory is bounded: the oldest is forgotten first', async () => {
  const { store, restore } = open(4_000)
  const claims = Array.from({ length: 4 }, () => newClaim())
  for (const claim of claims) await store.settle(await claimIn(store, claim), chargeOf())
  for (const claim of claims) await lose(claim)
  expect(await restore()).toBe(2)
  const states = await Promise.all(claims.map(async (claim) => (await store.find(claim))?.state))
  expect(states).toEqual([undefined, undefined, 'settled', 'settled'])
})

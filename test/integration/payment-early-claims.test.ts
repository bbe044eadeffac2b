// What a stranger can do with the claims that are made before a signature is seen, on a real ledger that two processes share.
import type { Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isSigned, type SignedAuthorization } from '../../api/payment/proof/signature.ts'
import { createPaymentOwner } from '../../db/payments/owner.ts'
import { createPaymentStore } from '../../db/payments/store.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { admitTo, openBareGate } from '../support/payment/bare-gate.ts'
import { newClaim } from '../support/payment/claim.ts'
import { type Signed, signAuthorization } from '../support/payment/sign.ts'
import { until } from '../support/until.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase({ poolSize: 8 })
})
afterAll(() => database?.drop())

const payer = privateKeyToAccount(generatePrivateKey())
const stranger = privateKeyToAccount(generatePrivateKey())
const forge = (nonce?: Hex) => signAuthorization(stranger, { from: payer.address, ...(nonce ? { nonce } : {}) })

/** A process whose word on signatures can be held back. */
async function openGate() {
  const owner = await createPaymentOwner(database.url)
  let word = Promise.resolve()
  const signatures = {
    isSigned: async (signed: SignedAuthorization) => {
      await word
      return isSigned(signed)
    },
    close: async () => undefined,
  }
  const facilitator = { verify: async () => ({ kind: 'valid' }) as const }
  const gate = openBareGate({ store: createPaymentStore(database.pool, owner.id), facilitator, signatures })
  return {
    close: owner.close,
    /** A call that is answered at once. */
    async pay(signed: Signed, path?: 'rates' | 'risk') {
      const admission = await admitTo(gate, signed, path)
      if (admission.kind === 'serve') admission.ticket.leave()
      return admission
    },
    hold() {
      const held = Promise.withResolvers<void>()
      word = held.promise
      return held.resolve
    },
  }
}

const rowsOf = async (payments: readonly Signed[]) => {
  const nonces = payments.map(({ authorization }) => authorization.nonce)
  const { rows } = await database.pool.query('SELECT state FROM payment WHERE nonce = ANY($1)', [nonces])
  return rows.map(({ state }) => state)
}

test('a flood of forgeries leaves no row, and their payer pays as before', async () => {
  const gate = await openGate()
  const signed = await Promise.all(Array.from({ length: 8 }, () => signAuthorization(payer)))
  for (const admission of await Promise.all(signed.map((one) => gate.pay(one)))) expect(admission.kind).toBe('serve')
  const forged = await Promise.all(Array.from({ length: 60 }, () => forge()))
  const speak = gate.hold()
  const refused = Promise.all(forged.map((one) => gate.pay(one)))
  await until('those that credit was there for are claimed', async () => (await rowsOf(forged)).length === 8)
  speak()
  for (const admission of await refused)
    expect(admission).toMatchObject({ kind: 'challenge', reason: 'invalid_exact_evm_payload_signature' })
  await until('none is left', async () => (await rowsOf(forged)).length === 0)
  const own = await signAuthorization(payer)
  expect(await gate.pay(own)).toMatchObject({ kind: 'serve' })
  expect(await rowsOf([own, ...signed])).toEqual(Array(9).fill('verified'))
  await gate.close()
})

test('a payer whose number a stranger uses in another process waits for the word there, and is served', async () => {
  const [one, other] = await Promise.all([openGate(), openGate()])
  await one.pay(await signAuthorization(payer))
  const own = await signAuthorization(payer)
  const forged = await forge(own.authorization.nonce as Hex)
  const speak = one.hold()
  const refused = one.pay(forged)
  await until('the forgery is claimed', async () => (await rowsOf([forged])).length === 1)
  let isOver = false
  const served = other.pay(own, 'risk').finally(() => {
    isOver = true
  })
  await new Promise((done) => setTimeout(done, 150))
  expect(isOver).toBe(false)
  speak()
  expect(await served).toMatchObject({ kind: 'serve' })
  expect(await refused).toMatchObject({ kind: 'challenge', reason: 'invalid_exact_evm_payload_signature' })
  expect(await rowsOf([own])).toEqual(['claimed'])
  await Promise.all([one.close(), other.close()])
})

test('only a claim with which nobody went on is taken back, and only by its own process', async () => {
  const [store, another] = [1, 2].map((owner) => createPaymentStore(database.pool, owner)) as [Store, Store]
  const claim = newClaim({ run: 'early' })
  const { nonce } = claim
  const of = { id: (await store.claimNew(claim))!.id, nonce }
  expect(await store.claimNew(claim)).toBe(null)
  await another.unclaim(of)
  expect((await store.find(claim))!.state).toBe('verified')
  await store.unclaim(of)
  expect(await store.find(claim)).toBe(null)
  const charged = { id: (await store.claimNew(claim))!.id, nonce }
  await store.settle(charged, { transaction: `0x${'7'.repeat(64)}`, logIndex: 0, answer: { type: 'a', body: 'b' } })
  await store.unclaim(charged)
  expect((await store.find(claim))!.state).toBe('settled')
  const freed = newClaim({ run: 'early' })
  await store.release({ id: (await store.claimNew(freed))!.id, nonce: freed.nonce }, 'x')
  expect(await store.claimNew(freed)).toBe(null)
})

type Store = ReturnType<typeof createPaymentStore>

// A known payer's payment is claimed while it is looked at who has signed it; a forgery leaves nothing, and gets in nobody's way.
import type { Hex } from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { beforeEach, expect, test } from 'vitest'
import { createEarlyClaims } from '../../../api/payment/gate/early-claims.ts'
import { createInFlight } from '../../../api/payment/gate/in-flight.ts'
import type { Gate } from '../../../api/payment/gate/index.ts'
import { isSigned, type SignedAuthorization } from '../../../api/payment/proof/signature.ts'
import { systemClock } from '../../../base/clock.ts'
import type { NewClaim, PaymentRow } from '../../../db/payments/row.ts'
import type { Claimed } from '../../../db/payments/writes.ts'
import { admitTo, openBareGate } from '../../support/payment/bare-gate.ts'
import { newClaim } from '../../support/payment/claim.ts'
import { roomyLimits, testConfig } from '../../support/payment/settings.ts'
import { type Signed, signAuthorization } from '../../support/payment/sign.ts'
import { quiet } from '../../support/quiet.ts'

let payer: PrivateKeyAccount
let gate: Gate
let rows: Map<string, Partial<PaymentRow>>
/** To the ledger, in this order. */
let done: string[]
/** Of signatures, in the order they are looked at: none is known before its own is over. */
let words: Promise<void>[]
/** Whether a contract stands where the payer is. */
let hasCode: boolean
let broken: Error | null
let limits: typeof roomyLimits

beforeEach(async () => {
  payer = privateKeyToAccount(generatePrivateKey())
  rows = new Map()
  done = []
  broken = null
  limits = { ...roomyLimits, inFlightPerPayer: 5 }
  words = []
  hasCode = false
  open()
  await Promise.all([await good(), await good(), await good()].map(pay))
  done = []
})

function open(): void {
  gate = openBareGate({
    config: testConfig('unit', limits),
    signatures: {
      isSigned: async (signed: SignedAuthorization) => {
        await words.shift()
        return isSigned(signed)
      },
      close: async () => undefined,
    },
    codes: { hasCode: async () => hasCode, made: () => undefined },
    facilitator: { verify: async () => ({ kind: 'valid' }) },
    store: {
      claim: (claim) => claimOnce('claim', claim),
      claimNew: (claim) => claimOnce('early', claim),
      async unclaim({ nonce }) {
        if (broken) throw broken
        done.push('unclaim')
        rows.delete(nonce)
      },
      find: async ({ nonce }) => (rows.get(nonce) as PaymentRow | undefined) ?? null,
    },
  })
}

async function claimOnce(kind: string, claim: NewClaim): Promise<Claimed | null> {
  if (broken && kind === 'early') throw broken
  const { nonce, fingerprint, state } = claim
  if (rows.has(nonce)) return null
  done.push(kind)
  rows.set(nonce, { id: nonce, nonce, fingerprint, state, abandoned: false, identifier: null, answer: null, leftAt: null })
  return { id: nonce, settleTried: false }
}

const good = () => signAuthorization(payer)
const forge = (nonce?: Hex) =>
  signAuthorization(privateKeyToAccount(generatePrivateKey()), { from: payer.address, ...(nonce ? { nonce } : {}) })
/** The next signature's word, until it is spoken. */
function hold(): () => void {
  const held = Promise.withResolvers<void>()
  words.push(held.promise)
  return held.resolve
}
const turn = () => new Promise(setImmediate)

async function pay(signed: Signed) {
  const admission = await admitTo(gate, signed)
  if (admission.kind === 'serve') admission.ticket.leave()
  return admission
}

test('a known payer’s payment is claimed before its signature is seen, once, and served', async () => {
  const speak = hold()
  const admission = pay(await good())
  await turn()
  expect(done).toEqual(['early'])
  speak()
  expect(await admission).toMatchObject({ kind: 'serve' })
  expect(done).toEqual(['early'])
})

test('a forgery is refused and leaves no row; nothing more is claimed early in that payer’s name', async () => {
  const speak = hold()
  const forgery = pay(await forge())
  await turn()
  expect(done).toEqual(['early'])
  speak()
  expect(await forgery).toMatchObject({ kind: 'challenge', reason: 'invalid_exact_evm_payload_signature' })
  await turn()
  expect(done).toEqual(['early', 'unclaim'])
  expect([...rows.keys()]).toHaveLength(3)
  const speakAgain = hold()
  const next = pay(await good())
  await turn()
  expect(done).toHaveLength(2)
  speakAgain()
  expect(await next).toMatchObject({ kind: 'serve' })
  expect(done).toEqual(['early', 'unclaim', 'claim'])
})

test('what a contract has to judge is claimed anew, bound to its signature', async () => {
  hasCode = true
  const signed = await forge()
  expect(await pay(signed)).toMatchObject({ kind: 'serve' })
  expect(done.toSorted()).toEqual(['claim', 'early', 'unclaim'])
  expect(rows.get(signed.authorization.nonce)!.fingerprint).toMatch(/^[^.]+\.[^.]+$/)
})

test('the payer whose number a forgery has used waits for the word on it, and is served', async () => {
  const own = await good()
  const speak = hold()
  const forgery = pay(await forge(own.authorization.nonce as Hex))
  await turn()
  const payment = pay(own)
  await turn()
  expect(done).toEqual(['early'])
  speak()
  expect(await forgery).toMatchObject({ reason: 'invalid_exact_evm_payload_signature' })
  expect(await payment).toMatchObject({ kind: 'serve' })
  expect(done).toEqual(['early', 'unclaim', 'claim'])
})

test('whoever sends the same payment at the same moment gets nothing by a forged signature', async () => {
  const own = await good()
  const speak = hold()
  const payment = admitTo(gate, own)
  await turn()
  const forgery = pay(await forge(own.authorization.nonce as Hex))
  expect(await forgery).toMatchObject({ kind: 'challenge', reason: 'invalid_exact_evm_payload_signature' })
  speak()
  expect(await payment).toMatchObject({ kind: 'serve' })
  expect(done).toEqual(['early'])
  expect(gate.inFlight).toBe(1)
})

test('a copy whose signature is seen first waits for the payment that was there before it', async () => {
  const own = await good()
  const speak = hold()
  const first = admitTo(gate, own)
  await turn()
  let isSecondOver = false
  const second = admitTo(gate, own).finally(() => {
    isSecondOver = true
  })
  await turn()
  speak()
  const admission = await first
  expect(admission).toMatchObject({ kind: 'serve' })
  await turn()
  expect([isSecondOver, done]).toEqual([false, ['early']])
  rows.clear()
  if (admission.kind === 'serve') admission.ticket.leave()
  expect(await second).toMatchObject({ kind: 'serve' })
})

test('another process’s early claim of the same number is waited for, but not for ever', async () => {
  const own = await good()
  const nonce = own.authorization.nonce as Hex
  const elsewhere = { id: '7', nonce, state: 'verified' as const, fingerprint: 'another', abandoned: false, identifier: null }
  rows.set(nonce, elsewhere)
  const payment = pay(own)
  await turn()
  rows.delete(nonce)
  expect(await payment).toMatchObject({ kind: 'serve' })
  rows.set(nonce, elsewhere)
  const began = performance.now()
  expect(await pay(own)).toMatchObject({ kind: 'challenge', reason: 'payment_already_used' })
  expect(performance.now() - began).toBeGreaterThan(900)
  rows.set(nonce, { ...elsewhere, state: 'served' })
  // At once: a busy machine may halt one of them, a wait would halt them all.
  let least = Number.POSITIVE_INFINITY
  for (let n = 0; n < 3 && least >= 900; n++) {
    const again = performance.now()
    expect(await pay(own)).toMatchObject({ kind: 'challenge', reason: 'payment_already_used' })
    least = Math.min(least, performance.now() - again)
  }
  expect(least).toBeLessThan(900)
})

test('what is refused for its payer’s haste leaves nothing', async () => {
  limits = { ...limits, perPayer: { burst: 3, perSecond: 1e-9 } }
  open()
  const signed = await Promise.all([good(), good(), good(), good()])
  await Promise.all(signed.splice(2).map(pay))
  done = []
  expect((await Promise.all(signed.map(pay))).map(({ kind }) => kind)).toEqual(['serve', 'refused'])
  await turn()
  expect(done.toSorted()).toEqual(['early', 'early', 'unclaim'])
})

test('what is refused because too many are in flight leaves nothing', async () => {
  limits = { ...limits, inFlightPerPayer: 1 }
  open()
  await pay(await good())
  const [first, second] = [await good(), await good()]
  expect(await admitTo(gate, first)).toMatchObject({ kind: 'serve' })
  done = []
  expect(await pay(second)).toMatchObject({ kind: 'refused', code: 'too_many_payments_in_flight' })
  expect(done).toEqual(['early', 'unclaim'])
  expect(rows.has(second.authorization.nonce)).toBe(false)
})

test('a ledger that fails over an early claim fails the call that made it, and no other', async () => {
  broken = new Error('away')
  const speak = [hold(), hold()]
  const calls = Promise.allSettled([pay(await good()), pay(await forge())])
  await turn()
  for (const word of speak) word()
  const [first, second] = await calls
  expect(first).toMatchObject({ status: 'rejected', reason: broken })
  expect(second).toMatchObject({ status: 'fulfilled', value: { reason: 'invalid_exact_evm_payload_signature' } })
  broken = null
  expect(await pay(await good())).toMatchObject({ kind: 'serve' })
})

test('nobody waits for a word that never comes', async () => {
  const word = Promise.withResolvers<void>()
  words.push(word.promise)
  const own = await good()
  const call = pay(own)
  await turn()
  word.reject(new Error('no judge'))
  await expect(call).rejects.toThrow('no judge')
  expect(done).toEqual(['early', 'unclaim'])
  expect(await pay(own)).toMatchObject({ kind: 'serve' })
})

test('nobody claims early where somebody is at the payment already, or where its payer has given it a name', async () => {
  const claims: string[] = []
  const claimNew = async ({ nonce }: NewClaim) => {
    claims.push(nonce)
    return null
  }
  const store = { claimNew, unclaim: async () => undefined }
  const inFlight = createInFlight()
  const early = createEarlyClaims({ store, inFlight, clock: systemClock, logger: quiet })
  const place = inFlight.enter('one', 'payer', 'same')
  expect(early.begin('one', newClaim({ run: 'unit' }))).toBe(null)
  place.leave()
  const begun = early.begin('one', newClaim({ run: 'unit' }))!
  expect(early.begin('one', newClaim({ run: 'unit' }))).toBe(null)
  expect(early.wordOf('one')).toBeInstanceOf(Promise)
  expect(await begun.use()).toBe(null)
  expect(early.wordOf('one')).toBe(undefined)
  expect(early.begin('one', newClaim({ run: 'unit' }))).not.toBe(null)
  expect(early.begin('two', newClaim({ run: 'unit', identifier: 'pay_7d5d747be160e280' }))).toBe(null)
  expect(claims).toHaveLength(2)
})

// When the facilitator is asked: of a payer who is known for good payments while the signature is looked at, of nobody else before.
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { beforeEach, expect, test } from 'vitest'
import type { Verification } from '../../../api/payment/facilitator/port.ts'
import type { Gate } from '../../../api/payment/gate/index.ts'
import { isSigned, type SignedAuthorization } from '../../../api/payment/proof/signature.ts'
import type { NewClaim, PaymentRow } from '../../../db/payments/row.ts'
import type { Claimed } from '../../../db/payments/writes.ts'
import { admitTo, openBareGate } from '../../support/payment/bare-gate.ts'
import { roomyLimits, testConfig } from '../../support/payment/settings.ts'
import { nowSeconds, type Signed, signAuthorization } from '../../support/payment/sign.ts'

let payer: PrivateKeyAccount
let gate: Gate
let asked: string[]
let word: () => Promise<Verification>
let claimed: string[]
/** What is asked before this is over is asked ahead of the signature. */
let signaturesSeen: Promise<void>
let rows: Map<string, PaymentRow>

beforeEach(() => {
  payer = privateKeyToAccount(generatePrivateKey())
  asked = []
  claimed = []
  rows = new Map()
  word = says({ kind: 'valid' })
  signaturesSeen = Promise.resolve()
  gate = openBareGate({
    config: testConfig('unit', { ...roomyLimits, inFlightPerPayer: 3 }),
    signatures: {
      isSigned: async (signed: SignedAuthorization) => {
        await signaturesSeen
        return isSigned(signed)
      },
      close: async () => undefined,
    },
    facilitator: {
      verify: async ({ nonce }) => {
        asked.push(nonce)
        return word()
      },
    },
    store: {
      claim: claimOnce,
      claimNew: claimOnce,
      async unclaim({ nonce }) {
        claimed = claimed.filter((other) => other !== nonce)
      },
      // Met once, and gone when it is looked for again.
      async find({ nonce }) {
        const row = rows.get(nonce) ?? null
        rows.delete(nonce)
        return row
      },
      release: async () => true,
    },
  })
})

async function claimOnce({ nonce }: NewClaim): Promise<Claimed | null> {
  if (rows.has(nonce)) return null
  claimed.push(nonce)
  return { id: nonce, settleTried: false }
}

async function pay(signed?: Signed, sold?: 'rates' | 'risk') {
  const admission = await admitTo(gate, signed ?? (await signAuthorization(payer)), sold)
  if (admission.kind === 'serve') admission.ticket.leave()
  return admission
}

/** Who is asked about while no signature is known yet. */
async function askedAhead(payments: readonly Signed[], sold?: 'rates' | 'risk'): Promise<string[]> {
  const held = Promise.withResolvers<void>()
  signaturesSeen = held.promise
  const before = asked.length
  const admissions = payments.map((signed) => pay(signed, sold))
  await new Promise(setImmediate)
  const ahead = asked.slice(before)
  held.resolve()
  await Promise.all(admissions)
  return ahead
}

const says = (verification: Verification) => async () => verification
const good = (changes = {}) => signAuthorization(payer, changes)
const many = (count: number, make: () => Promise<Signed>) => Promise.all(Array.from({ length: count }, make))
/** In the payer's name, by somebody who has not got the key. */
async function forged(): Promise<Signed> {
  const stranger = privateKeyToAccount(generatePrivateKey())
  return signAuthorization(stranger, { from: payer.address })
}

test('a payer’s first payment waits for its signature, the next is asked about meanwhile, and once', async () => {
  expect(await askedAhead([await good()])).toEqual([])
  const next = await good()
  expect(await askedAhead([next])).toEqual([next.authorization.nonce])
  expect(asked).toHaveLength(2)
  expect(claimed).toHaveLength(2)
})

test('a forged one is asked about once for each that was paid, claims nothing, and costs the payer no more than time', async () => {
  await pay()
  const forgeries = await many(5, forged)
  expect(await askedAhead(forgeries)).toEqual([forgeries[0]!.authorization.nonce])
  expect(await pay(await forged())).toMatchObject({ kind: 'challenge', reason: 'invalid_exact_evm_payload_signature' })
  expect([asked.length, claimed.length]).toEqual([2, 1])
  expect(await pay()).toMatchObject({ kind: 'serve' })
  expect(await askedAhead([await good()])).toHaveLength(1)
})

test('as many are asked about ahead as were in flight at once, and never more than may be', async () => {
  await askedAhead(await many(2, good))
  expect(await askedAhead(await many(5, good))).toHaveLength(2)
  for (let call = 0; call < 5; call++) await pay(undefined, 'risk')
  expect(await askedAhead(await many(5, good))).toHaveLength(3)
})

test('what the facilitator does not find good buys nothing', async () => {
  word = says({ kind: 'invalid', reason: 'insufficient_funds' })
  await pay()
  expect(await askedAhead([await good()])).toEqual([])
})

test('a payment that was met before, comes too late or buys what is dear to repeat waits for its signature', async () => {
  const known = await good()
  await pay(known)
  expect(await askedAhead([known])).toEqual([])
  expect(await askedAhead([await good({ validBefore: String(nowSeconds() + 3) })])).toEqual([])
  expect(await askedAhead([await good()], 'risk')).toEqual([])
  expect(await askedAhead([await good()])).toHaveLength(1)
})

test('who had to wait for somebody else asks anew: what was said before may not be true any more', async () => {
  await pay()
  const signed = await good()
  const { nonce } = signed.authorization
  rows.set(nonce, { state: 'released' } as PaymentRow)
  word = says({ kind: 'invalid', reason: 'insufficient_funds' })
  const held = Promise.withResolvers<void>()
  signaturesSeen = held.promise
  const admission = pay(signed)
  await new Promise(setImmediate)
  expect(asked.at(-1)).toBe(nonce)
  word = says({ kind: 'valid' })
  held.resolve()
  expect(await admission).toMatchObject({ kind: 'serve' })
})

test('a facilitator that breaks down while the signature is looked at is out of order, and brings nothing down', async () => {
  await askedAhead(await many(2, good))
  word = () => Promise.reject(new Error('broken'))
  expect(await askedAhead([await forged()])).toHaveLength(1)
  expect(await pay()).toMatchObject({ kind: 'refused', code: 'facilitator_untrusted' })
})

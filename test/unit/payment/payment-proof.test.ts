// Who vouches for a payment, and who is asked about it: a key here, a contract elsewhere, nobody at all.
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, test, vi } from 'vitest'
import { checkPayment } from '../../../api/payment/proof/check.ts'
import type { PayerCodes } from '../../../api/payment/proof/payer-codes.ts'
import { createPayerProofs } from '../../../api/payment/proof/payer-proof.ts'
import { checksHere } from '../../../api/payment/proof/signature-checks.ts'
import { prepareRoute } from '../../../api/payment/terms/challenge.ts'
import { admitTo, openBareGate } from '../../support/payment/bare-gate.ts'
import { paidRoutes } from '../../support/payment/routes.ts'
import { testConfig } from '../../support/payment/settings.ts'
import { acceptedFor, type Signed, signAuthorization } from '../../support/payment/sign.ts'
import { withMaking } from '../../support/payment/wallets.ts'

const account = privateKeyToAccount(generatePrivateKey())
const stranger = privateKeyToAccount(generatePrivateKey())
const prepared = prepareRoute(paidRoutes.rates, testConfig(''), null)
const away = (): Promise<boolean> => Promise.reject(new Error('away'))
const withCode = async (): Promise<boolean> => true
const withoutCode = async (): Promise<boolean> => false

async function forged(): Promise<Signed> {
  const { authorization } = await signAuthorization(account)
  return { ...(await signAuthorization(stranger, authorization)), authorization }
}

async function judge(signed: Signed, hasCode: PayerCodes['hasCode'] | null) {
  const asked = vi.fn(hasCode ?? (() => null))
  const proofs = createPayerProofs({ signatures: checksHere, codes: { hasCode: asked, made: () => undefined } })
  const document = { x402Version: 2, accepted: acceptedFor() as never, payload: signed as never } as const
  const check = checkPayment({ document, prepared, resource: 'http://x/rates', now: new Date(), svm: null })
  if (!check.ok) throw new Error(check.reason)
  return { proof: await proofs.judge(check.payment, check.signed), asked: asked.mock.calls.length }
}

test('what a key has signed asks no chain', async () => {
  expect(await judge(await signAuthorization(account), away)).toEqual({ proof: 'key', asked: 0 })
})

test.each([
  ['has code', withCode, 'elsewhere'],
  ['has none', withoutCode, 'nobody'],
  ['cannot be looked up', away, 'unknown'],
  ['is of a chain without access', null, 'nobody'],
] as const)('65 bytes of another key for a payer that %s', async (_what, hasCode, proof) => {
  expect((await judge(await forged(), hasCode)).proof).toBe(proof)
})

test.each([
  ['has code', withCode, 'elsewhere'],
  ['has none', withoutCode, 'nobody'],
  ['is of a chain without access', null, 'elsewhere'],
] as const)('a longer signature of a payer that %s', async (_what, hasCode, proof) => {
  const { authorization } = await forged()
  expect((await judge({ authorization, signature: `0x${'ab'.repeat(80)}` }, hasCode)).proof).toBe(proof)
})

test('a wallet that is still to be made has no code, and is judged by who makes it', async () => {
  const { authorization, signature } = await forged()
  expect(await judge({ authorization, signature: withMaking(account.address, '0x00', signature) }, away)).toEqual({
    proof: 'elsewhere',
    asked: 0,
  })
})

test('while it cannot be seen who pays nothing is claimed, no facilitator is asked, and nothing is said of a charge', async () => {
  const [claim, verify] = [vi.fn(), vi.fn()]
  const gate = openBareGate({ store: { claim }, facilitator: { verify }, codes: { hasCode: away, made: () => undefined } })
  const admission = await admitTo(gate, await forged())
  expect(admission).toMatchObject({ kind: 'refused', status: 503, retryAfterSeconds: 2 })
  expect((admission as { message: string }).message).not.toMatch(/charged/)
  expect([claim.mock.calls, verify.mock.calls]).toEqual([[], []])
})

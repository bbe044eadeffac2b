// One row an attack: each ends with its status, no data and no charge, whatever the payer, a stranger or a proxy tries.
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { beforeEach, describe, expect, test } from 'vitest'
import { useAttackWorld } from '../support/payment/attack-world.ts'
import {
  acceptedFor,
  currentPayment,
  domain,
  encode,
  legacyPayment,
  nowSeconds,
  signAuthorization,
  withHighS,
  withOtherV,
} from '../support/payment/sign.ts'

const world = useAttackWorld()
const { get, expectNothing } = world

// A payer who is known is judged by what is remembered, and the facilitator is asked about them early.
describe.each([
  ['new here', false],
  ['known', true],
])('a payment that does not pay this route, of a payer who is %s', (_who, isKnown) => {
  beforeEach(async () => {
    if (isKnown) await world.payBefore()
  })
  const other = privateKeyToAccount(generatePrivateKey())
  type Row = [name: string, reason: string, make: () => Promise<Record<string, string>>]
  const rows: Row[] = [
    [
      'too little',
      'invalid_exact_evm_payload_authorization_value_mismatch',
      async () => currentPayment(await signAuthorization(world.payer, { value: '49999' })),
    ],
    [
      'too much',
      'invalid_exact_evm_payload_authorization_value_mismatch',
      async () => legacyPayment(await signAuthorization(world.payer, { value: '50001' })),
    ],
    [
      'a lowered unsigned amount',
      'invalid_payment_requirements',
      async () => currentPayment(await signAuthorization(world.payer, { value: '1' }), { accepted: acceptedFor('1') }),
    ],
    [
      'another asset',
      'invalid_payment_requirements',
      async () => currentPayment(await signAuthorization(world.payer), { accepted: { ...acceptedFor(), asset: other.address } }),
    ],
    [
      'another asset, only in the signature',
      'invalid_exact_evm_payload_signature',
      async () => currentPayment(await signAuthorization(world.payer, {}, { ...domain, verifyingContract: other.address })),
    ],
    [
      'another network',
      'invalid_network',
      async () =>
        currentPayment(await signAuthorization(world.payer), { accepted: { ...acceptedFor(), network: 'eip155:8453' } }),
    ],
    [
      'another network, v1',
      'invalid_network',
      async () => legacyPayment(await signAuthorization(world.payer), { network: 'base' }),
    ],
    [
      'another world.chain, only in the signature',
      'invalid_exact_evm_payload_signature',
      async () => currentPayment(await signAuthorization(world.payer, {}, { ...domain, chainId: 8453 })),
    ],
    [
      'the name of the other network’s token',
      'invalid_exact_evm_payload_signature',
      async () => currentPayment(await signAuthorization(world.payer, {}, { ...domain, name: 'USD Coin' })),
    ],
    [
      'another recipient',
      'invalid_exact_evm_payload_recipient_mismatch',
      async () => currentPayment(await signAuthorization(world.payer, { to: other.address })),
    ],
    [
      'another scheme',
      'unsupported_scheme',
      async () => currentPayment(await signAuthorization(world.payer), { accepted: { ...acceptedFor(), scheme: 'upto' } }),
    ],
    [
      'another resource by name',
      'invalid_payment_requirements',
      async () => currentPayment(await signAuthorization(world.payer), { resource: { url: `${world.server.origin}/risk` } }),
    ],
    [
      'expired',
      'invalid_exact_evm_payload_authorization_valid_before',
      async () => currentPayment(await signAuthorization(world.payer, { validBefore: String(nowSeconds() - 1) })),
    ],
    [
      'about to expire',
      'invalid_exact_evm_payload_authorization_valid_before',
      async () => legacyPayment(await signAuthorization(world.payer, { validBefore: String(nowSeconds() + 12) })),
    ],
    [
      'not yet valid',
      'invalid_exact_evm_payload_authorization_valid_after',
      async () => currentPayment(await signAuthorization(world.payer, { validAfter: String(nowSeconds() + 30) })),
    ],
    [
      'signed by somebody else',
      'invalid_exact_evm_payload_signature',
      async () =>
        currentPayment({
          ...(await signAuthorization(world.payer)),
          signature: (await signAuthorization(other, { from: world.payer.address })).signature,
        }),
    ],
    [
      'a tampered signature',
      'invalid_exact_evm_payload_signature',
      async () => {
        const s = await signAuthorization(world.payer)
        return currentPayment({ ...s, signature: s.signature.replace(/^0x../, s.signature.startsWith('0x00') ? '0x01' : '0x00') })
      },
    ],
    [
      'a tampered validBefore',
      'invalid_exact_evm_payload_signature',
      async () => {
        const s = await signAuthorization(world.payer)
        return currentPayment({ ...s, authorization: { ...s.authorization, validBefore: String(nowSeconds() + 59_000) } })
      },
    ],
    [
      'the other v',
      'invalid_exact_evm_payload_signature',
      async () => {
        const s = await signAuthorization(world.payer)
        return currentPayment({ ...s, signature: withOtherV(s.signature) })
      },
    ],
    [
      'a high s',
      'invalid_exact_evm_payload_signature',
      async () => {
        const s = await signAuthorization(world.payer)
        return currentPayment({ ...s, signature: withHighS(s.signature) })
      },
    ],
    [
      'a v out of range',
      'invalid_exact_evm_payload_signature',
      async () => {
        const s = await signAuthorization(world.payer)
        return currentPayment({ ...s, signature: `${s.signature.slice(0, 130)}1d` })
      },
    ],
    [
      'a signature of zeros',
      'invalid_exact_evm_payload_signature',
      async () => currentPayment({ ...(await signAuthorization(world.payer)), signature: `0x${'00'.repeat(65)}` }),
    ],
    [
      'a contract wallet that does not exist',
      'invalid_exact_evm_payload_signature',
      async () => {
        const s = await signAuthorization(world.payer)
        return currentPayment({ ...s, signature: `${s.signature}${'00'.repeat(64)}` })
      },
    ],
    ['an empty wallet', 'insufficient_funds', async () => currentPayment(await signAuthorization(other))],
  ]
  test.each(rows)('%s → 402 %s', async (_name, reason, make) => {
    const runs = world.server.work.runs
    await expectNothing(await get(await make()), 402, reason)
    expect(world.server.work.runs).toBe(runs)
  })
})

describe('a header that is no payment', () => {
  const rows: [string, string, () => Promise<Record<string, string>>][] = [
    ['not base64', 'invalid_payload', async () => ({ 'payment-signature': 'not base64!' })],
    ['base64 without padding', 'invalid_payload', async () => ({ 'payment-signature': 'eyJ4IjoxfQ' })],
    ['empty', 'invalid_payload', async () => ({ 'x-payment': '' })],
    ['not JSON', 'invalid_payload', async () => ({ 'x-payment': Buffer.from('nope').toString('base64') })],
    ['JSON, but no object', 'invalid_payload', async () => ({ 'x-payment': encode('text') })],
    ['an unknown version', 'invalid_x402_version', async () => ({ 'payment-signature': encode({ x402Version: 3 }) })],
    ['a payload without its authorization', 'invalid_payload', async () => currentPayment({ signature: '0x00' })],
    [
      'a number that is none',
      'invalid_payload',
      async () => {
        const s = await signAuthorization(world.payer)
        return currentPayment({ ...s, authorization: { ...s.authorization, value: '5e4' } })
      },
    ],
    [
      'a header beyond its cap',
      'invalid_payload',
      async () => currentPayment(await signAuthorization(world.payer), { extensions: { padding: 'x'.repeat(20_000) } }),
    ],
    [
      'two payments in two headers',
      'invalid_payload',
      async () => ({
        ...currentPayment(await signAuthorization(world.payer)),
        ...legacyPayment(await signAuthorization(world.payer)),
      }),
    ],
    [
      'two payments in one header',
      'invalid_payload',
      async () => {
        const h = currentPayment(await signAuthorization(world.payer))['payment-signature']!
        return { 'payment-signature': `${h}, ${h}` }
      },
    ],
  ]
  test.each(rows)('%s → 400 %s', async (_name, reason, make) => {
    await expectNothing(await get(await make()), 400, reason)
  })
})

test.each(['a b', '[', 'x\u00e9', '%%%', ''])('a Host header of %j hurts nobody', async (host) => {
  const headers = { ...currentPayment(await signAuthorization(world.payer)), host }
  const reply = await world.server.app.inject({ method: 'GET', url: '/rates?a=%ff&b=%', headers })
  expect([200, 400]).toContain(reply.statusCode)
  expect((await get({})).status).toBe(402)
})

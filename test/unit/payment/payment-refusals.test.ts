// A refused payment is told in words what was wrong with it: the terms that it missed, and nothing that the caller sent.

import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { checkPayment } from '../../../api/payment/proof/check.ts'
import type { PaymentDocument } from '../../../api/payment/proof/decode.ts'
import { decodePayment } from '../../../api/payment/proof/decode.ts'
import { prepareRoute } from '../../../api/payment/terms/challenge.ts'
import { demandOf } from '../../../api/payment/terms/demand-proof.ts'
import { paidRoutes } from '../../support/payment/routes.ts'
import { testConfig } from '../../support/payment/settings.ts'
import { acceptedFor, signAuthorization } from '../../support/payment/sign.ts'

const prepared = prepareRoute(paidRoutes.rates, testConfig(''), null)
const resource = 'http://x/rates'
const accepted = acceptedFor() as Record<string, unknown>
const payload = await signAuthorization(privateKeyToAccount(generatePrivateKey()))
const sentinel = '0x5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e'

type Changed = { accepted?: object; payload?: object; resource?: object }

function told({ accepted: other = {}, payload: signed = payload, ...more }: Changed): Record<string, unknown> {
  const document = { x402Version: 2, accepted: { ...accepted, ...other }, payload: signed, ...more } as unknown as PaymentDocument
  const check = checkPayment({ document, prepared, resource, now: new Date(), svm: null })
  if (check.ok || check.reason === 'payment_identifier_invalid') throw new Error('nothing was refused')
  const { body } = demandOf(prepared, resource, { kind: 'challenge', reason: check.reason, ...(check.why && { why: check.why }) })
  return JSON.parse(body) as Record<string, unknown>
}

const changed = (authorization: object) => ({
  payload: { ...payload, authorization: { ...payload.authorization, ...authorization } },
})

test.each<[string, Changed, RegExp]>([
  ['too little', { accepted: { amount: '1' } }, /accepted\.amount must be \d+\.$/],
  ['to somebody else', { accepted: { payTo: sentinel } }, /accepted\.payTo must be 0x\w{40}\.$/],
  [
    'in another token, for too much',
    { accepted: { asset: sentinel, amount: '99' } },
    /accepted\.amount must be \d+, accepted\.asset must be/,
  ],
  ['on another network', { accepted: { network: 'eip155:1' } }, /a network that accepts does not list/],
  ['for another route', { resource: { url: 'http://x/cot' } }, /another resource than http:\/\/x\/rates/],
  ['signed to somebody else', changed({ to: sentinel }), /^authorization\.to must be 0x/],
  ['signed for too little', changed({ value: '1' }), /^authorization\.value must be \d+/],
  ['not valid yet', changed({ validAfter: '99999999999' }), /validAfter lies ahead/],
])('%s', (_what, sent, wanted) => {
  const body = told(sent)
  expect(body.message).toMatch(wanted)
  expect(JSON.stringify(body)).not.toContain(sentinel)
  expect(body).toMatchObject({ x402Version: 1, accepts: expect.any(Array) })
})

test('the price alone has nothing to explain', () => {
  const { body } = demandOf(prepared, resource, { kind: 'challenge', reason: 'payment_required' })
  expect(JSON.parse(body)).not.toHaveProperty('message')
})

test('JSON in place of its base64 is called that', () => {
  const found = decodePayment({ 'payment-signature': JSON.stringify({ x402Version: 2, accepted, payload }) })
  expect(found).toMatchObject({ kind: 'malformed', message: expect.stringContaining('base64 of that JSON') })
})

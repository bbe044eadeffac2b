// Which names of payments nobody can guess: what official clients and chance make is, what people think of is not.
import { randomBytes, randomUUID } from 'node:crypto'
import { generatePaymentId } from '@x402/extensions/payment-identifier'
import { expect, test } from 'vitest'
import { isSecret } from '../../../api/payment/proof/identifier.ts'

test('what is drawn by chance at 128 bits is a secret, however it is written', () => {
  const draws = [
    generatePaymentId,
    randomUUID,
    () => randomBytes(16).toString('hex'),
    () => randomBytes(17).toString('base64url'),
    () => randomBytes(32).toString('base64url'),
  ]
  for (const draw of draws) for (let n = 0; n < 50; n++) expect([draw.name, isSecret(draw())]).toEqual([draw.name, true])
})

test.each([
  'order-2026-11-22-0001',
  'pay_000000000000000000000000000000000000001',
  'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
  'myfirstpaymentmyfirstpaymentmyfirstpayment',
  randomBytes(8).toString('hex'),
  randomBytes(12).toString('base64url'),
])('%s is not', (identifier) => {
  expect(isSecret(identifier)).toBe(false)
})

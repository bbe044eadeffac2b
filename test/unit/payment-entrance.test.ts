// A claim that was lost while the facilitator thought about it is not judged by: the row's present owner has the say.
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import type { PaymentRow } from '../../db/payment-row.ts'
import { admitTo, openBareGate } from '../support/payment/bare-gate.ts'
import { signAuthorization } from '../support/payment/sign.ts'

test('who slept through the lease while another process charged the payment gives that answer, not a 402', async () => {
  const answer = { type: 'application/json', body: '{"signal":{}}' }
  const transaction = `0x${'1'.repeat(64)}`
  let claims = 0
  let fingerprint = ''
  const gate = openBareGate({
    store: {
      async claim(claim) {
        fingerprint = claim.fingerprint
        return ++claims === 1 ? { id: '1', settleTried: false } : null
      },
      release: async () => false,
      find: async () => ({ state: 'settled', fingerprint, answer, transaction }) as PaymentRow,
    },
    facilitator: { verify: async () => ({ kind: 'invalid', reason: 'payment_already_used' }) },
    chain: { fateOf: () => Promise.reject(new Error('the chain is away')) },
  })
  const admission = await admitTo(gate, await signAuthorization(privateKeyToAccount(generatePrivateKey())))
  expect(admission).toMatchObject({ kind: 'answer', answer, receipt: { success: true, transaction } })
  expect(gate.inFlight).toBe(0)
})

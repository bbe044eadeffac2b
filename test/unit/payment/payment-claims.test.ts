// A claim that was lost while the facilitator thought about it is not judged by: the row's present owner has the say.
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import type { PaymentRow } from '../../../db/payments/row.ts'
import { admitTo, openBareGate } from '../../support/payment/bare-gate.ts'
import { signAuthorization } from '../../support/payment/sign.ts'
import { until } from '../../support/until.ts'

test('who slept through the lease while another process charged the payment gives that answer, not a 402', async () => {
  const answer = { type: 'application/json', body: '{"signal":{}}' }
  const transaction = `0x${'1'.repeat(64)}`
  let claims = 0
  let claimed: Partial<PaymentRow> = {}
  let marked = ''
  const gate = openBareGate({
    store: {
      async claim(claim) {
        claimed = { fingerprint: claim.fingerprint, nonce: claim.nonce }
        return ++claims === 1 ? { id: '1', settleTried: false } : null
      },
      release: async () => false,
      find: async () =>
        ({
          id: '1',
          state: 'settled',
          ...claimed,
          identifier: null,
          answer,
          transaction,
          leftAt: null,
          abandoned: true,
        }) as PaymentRow,
      takeOver: async () => true,
      async leave({ id }) {
        marked = id
      },
    },
    facilitator: { verify: async () => ({ kind: 'invalid', reason: 'payment_already_used' }) },
    chain: { fateOf: () => Promise.reject(new Error('the chain is away')) },
  })
  const admission = await admitTo(gate, await signAuthorization(privateKeyToAccount(generatePrivateKey())))
  expect(admission).toMatchObject({ kind: 'answer', answer, receipt: { success: true, transaction } })
  // Copies wait until it is known whether this one arrived.
  expect(gate.inFlight).toBe(1)
  if (admission.kind === 'answer') admission.departure.tell(true)
  await until('nobody waits any more', async () => gate.inFlight === 0)
  expect(marked).toBe('1')
})

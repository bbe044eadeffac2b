// A claim that was lost while the facilitator thought about it is not judged by: the row's present owner has the say.
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { noArrears } from '../../api/payment/arrears.ts'
import { prepareRoute } from '../../api/payment/challenge.ts'
import { createGate } from '../../api/payment/gate.ts'
import { checksHere } from '../../api/payment/signature-checks.ts'
import { systemClock } from '../../clock.ts'
import type { PaymentRow } from '../../db/payment-row.ts'
import type { PaymentStore } from '../../db/payments.ts'
import { createFakeChain } from '../support/payment/fake-chain.ts'
import { paidRoutes } from '../support/payment/routes.ts'
import { testConfig } from '../support/payment/settings.ts'
import { currentPayment, signAuthorization } from '../support/payment/sign.ts'
import { quiet } from '../support/quiet.ts'

test('who slept through the lease while another process charged the payment gives that answer, not a 402', async () => {
  const answer = { type: 'application/json', body: '{"signal":{}}' }
  const transaction = `0x${'1'.repeat(64)}`
  let claims = 0
  let fingerprint = ''
  const store = {
    async claim(claim) {
      fingerprint = claim.fingerprint
      return ++claims === 1 ? { id: '1', settleTried: false } : null
    },
    release: async () => false,
    find: async () => ({ state: 'settled', fingerprint, answer, transaction }) as PaymentRow,
  } as Partial<PaymentStore> as PaymentStore
  const chain = createFakeChain(
    () => 9,
    async () => undefined,
  )
  const gate = createGate({
    store,
    facilitator: { ...chain, verify: async () => ({ kind: 'invalid', reason: 'payment_already_used' }) },
    chain: { fateOf: () => Promise.reject(new Error('the chain is away')) },
    config: testConfig('unit'),
    logger: quiet,
    clock: systemClock,
    svm: null,
    signatures: checksHere,
    arrears: noArrears,
    signers: new Set<string>(),
  })
  const headers = currentPayment(await signAuthorization(privateKeyToAccount(generatePrivateKey())))
  const shape = { method: 'GET', host: 'api.test', path: '/rates', query: '', body: undefined }
  const prepared = prepareRoute(paidRoutes.rates, testConfig('unit'), null)
  const admission = await gate.admit({ prepared, resource: 'http://api.test/rates', shape, headers })
  expect(admission).toMatchObject({ kind: 'answer', answer, receipt: { success: true, transaction } })
  expect(gate.inFlight).toBe(0)
})

// Every way the ledger and the chain can disagree is named.
import { expect, test } from 'vitest'
import type { Income } from '../../../api/payment/chain/income.ts'
import { compareBooks, owedAnswers } from '../../../api/payment/gate/reconciliation.ts'
import type { PaymentRow } from '../../../db/payments/row.ts'

const row = (changes: Partial<PaymentRow>): PaymentRow =>
  ({ payer: '0xa', nonce: '0x1', amount: 50n, state: 'settled', transaction: '0xt', abandoned: true, ...changes }) as PaymentRow
const entry: Income = { payer: '0xa', nonce: '0x1', amount: 50n, transaction: '0xt', logIndex: 0, late: false }

const cases: [string, Partial<PaymentRow>, Income[], string[]][] = [
  ['settled and received', {}, [entry], []],
  ['released and not received', { state: 'released', transaction: null }, [], []],
  ['failed and not received', { state: 'failed', transaction: null }, [], []],
  ['settled, never received', {}, [], ['not on the chain']],
  ['settled at another amount', {}, [{ ...entry, amount: 49n }], ['another amount']],
  ['settled by another transaction', {}, [{ ...entry, transaction: '0xu' }], ['another transaction']],
  ['released, but received', { state: 'released', transaction: null }, [entry], ['not in the books']],
  ['received from nobody we know', { nonce: '0x2', state: 'failed' }, [entry], ['not in the books']],
  ['pending', { state: 'pending', transaction: null }, [], ['still open']],
  ['served by a process that is gone', { state: 'served', transaction: null }, [entry], ['still open']],
  ['served and on its way', { state: 'served', transaction: null, abandoned: false }, [], []],
  ['owed and received', { state: 'owed' }, [entry], []],
  ['owed, never received', { state: 'owed' }, [], ['not on the chain']],
]
test.each(cases)('%s', (_name, changes, income, kinds) => {
  expect(compareBooks([row(changes)], income).map(({ kind }) => kind)).toEqual(kinds)
})

test('an answer that is owed is listed apart, for books and chain agree on it', () => {
  const owed = row({ state: 'owed', nonce: '0x2' })
  expect(owedAnswers([row({}), owed, row({ state: 'pending' })])).toEqual([owed])
})

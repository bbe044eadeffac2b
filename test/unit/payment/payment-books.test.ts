// Every way the ledger and the chain can disagree is named.
import { expect, test } from 'vitest'
import type { Income } from '../../../api/payment/chain/income.ts'
import { compareBooks, owedAnswers } from '../../../api/payment/gate/reconciliation.ts'
import { sideBySide } from '../../../api/payment/gate/side-by-side.ts'
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

test('read in pieces of any size and order, both sides come to what they come to read whole, and little is held', async () => {
  const names = Array.from({ length: 300 }, (_, i) => `0x${i}`)
  const rows = names.map((nonce, i) => row({ nonce, ...(i % 10 === 0 && { state: 'released', transaction: null }) }))
  const income = names.flatMap((nonce, i) => (i % 10 === 0 || i % 77 === 5 ? [] : [{ ...entry, nonce }]))
  income.push({ ...entry, nonce: '0xstranger' })
  const whole = compareBooks(rows, income)
  expect(whole.map(({ kind }) => kind).sort()).toEqual([...Array(4).fill('not on the chain'), 'not in the books'].sort())
  for (const [ofRows, ofIncome] of [
    [1, 1],
    [7, 100],
    [100, 3],
    [1_000, 1_000],
  ] as const) {
    const found = []
    let joined = 0
    for await (const piece of sideBySide(pieces(rows, ofRows), pieces(income.toReversed(), ofIncome))) {
      found.push(...compareBooks(piece.rows, piece.income))
      if (!piece.isRest) joined += piece.rows.length
    }
    expect(joined).toBe(income.length - 1)
    expect(found).toHaveLength(whole.length)
    expect(found).toEqual(expect.arrayContaining(whole))
  }
  // In the same order on both sides, no more waits than was never charged.
  let read = { rows: 0, income: 0 }
  const count = (side: keyof typeof read) => (length: number) => (read = { ...read, [side]: read[side] + length })
  for await (const piece of sideBySide(pieces(rows, 10, count('rows')), pieces(income, 10, count('income'))))
    if (!piece.isRest) expect(Math.abs(read.rows - read.income)).toBeLessThan(60)
})

async function* pieces<T>(all: readonly T[], size: number, told: (length: number) => unknown = () => undefined) {
  for (let at = 0; at < all.length; at += size) {
    const piece = all.slice(at, at + size)
    told(piece.length)
    yield piece
  }
}

test('an answer that is owed is listed apart, for books and chain agree on it', () => {
  const owed = row({ state: 'owed', nonce: '0x2' })
  expect(owedAnswers([row({}), owed, row({ state: 'pending' })])).toEqual([owed])
})

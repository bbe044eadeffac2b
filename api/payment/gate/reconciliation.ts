// Compares the ledger with the chain, payment by payment: pure, so that every kind of difference can be shown in a test.
import type { PaidAt, PaymentRow } from '../../../db/payments/row.ts'
import type { Income } from '../chain/income.ts'

export type Difference = {
  readonly kind: 'not on the chain' | 'not in the books' | 'another amount' | 'another transaction' | 'still open'
  readonly payer: string
  readonly nonce: string
  readonly transaction: string | null
  readonly booked: bigint
  readonly received: bigint
}

/** An open row is a difference as well: somebody has to look at it. An owed one is not: books and chain agree on what was paid. */
export function compareBooks(rows: readonly PaymentRow[], income: readonly Income[]): Difference[] {
  const received = new Map(income.map((entry) => [`${entry.payer} ${entry.nonce}`, entry]))
  const differences: Difference[] = []
  for (const row of rows) {
    const entry = received.get(`${row.payer} ${row.nonce}`)
    received.delete(`${row.payer} ${row.nonce}`)
    const kind = judge(row, entry)
    if (kind === null) continue
    const { payer, nonce } = row
    const booked = isCharged(row) ? row.amount : 0n
    const transaction = row.transaction ?? entry?.transaction ?? null
    differences.push({ kind, payer, nonce, transaction, booked, received: entry?.amount ?? 0n })
  }
  for (const { payer, nonce, transaction, amount } of received.values()) {
    differences.push({ kind: 'not in the books', payer, nonce, transaction, booked: 0n, received: amount })
  }
  return differences
}

/** The very same payments, in other transactions or at other places than the books say: the chain was reorganised since. */
export function movedPayments(rows: readonly PaymentRow[], income: readonly Income[]): (PaidAt & { readonly id: string })[] {
  const received = new Map(income.map((entry) => [`${entry.payer} ${entry.nonce}`, entry]))
  return rows.flatMap((row) => {
    const entry = received.get(`${row.payer} ${row.nonce}`)
    if (entry === undefined || !isCharged(row) || entry.amount !== row.amount) return []
    const { transaction, logIndex } = entry
    return transaction === row.transaction && logIndex === row.logIndex ? [] : [{ id: row.id, transaction, logIndex }]
  })
}

/** Paid for, and no answer was ever written down: their payers get them by repeating the request, whenever they do. */
export function owedAnswers(rows: readonly PaymentRow[]): PaymentRow[] {
  return rows.filter(({ state }) => state === 'owed')
}

function judge(row: PaymentRow, entry: Income | undefined): Difference['kind'] | null {
  if (isCharged(row)) {
    if (entry === undefined) return 'not on the chain'
    if (entry.amount !== row.amount) return 'another amount'
    if (entry.transaction !== row.transaction) return 'another transaction'
    return null
  }
  if (row.state === 'pending' || ((row.state === 'served' || row.state === 'verified') && row.abandoned)) return 'still open'
  return entry === undefined ? null : 'not in the books'
}

function isCharged(row: PaymentRow): boolean {
  return row.state === 'settled' || row.state === 'owed'
}

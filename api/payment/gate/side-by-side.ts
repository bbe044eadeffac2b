// Puts the ledger's rows beside what the chain says of the same payments, both read piece by piece: only what lacks its other side is held.
import type { PaymentRow } from '../../../db/payments/row.ts'
import type { Income } from '../chain/income.ts'

export interface Piece {
  readonly rows: readonly PaymentRow[]
  readonly income: readonly Income[]
  /** Nothing in it has another side. */
  readonly isRest: boolean
}

const nameOf = ({ payer, nonce }: { readonly payer: string; readonly nonce: string }) => `${payer} ${nonce}`
// These have no other side as a rule, and would otherwise look like a chain that is behind.
const endedUncharged = new Set<PaymentRow['state']>(['claimed', 'released', 'failed'])

/** Both sides about in the order of time. */
export async function* sideBySide(
  rows: AsyncIterable<readonly PaymentRow[]>,
  income: AsyncIterable<readonly Income[]>,
): AsyncGenerator<Piece> {
  const [rowsLeft, incomeLeft] = [rows[Symbol.asyncIterator](), income[Symbol.asyncIterator]()]
  const booked = new Map<string, PaymentRow>()
  const received = new Map<string, Income>()
  let [uncharged, hasRows, hasIncome] = [0, true, true]
  while (hasRows || hasIncome) {
    // Whoever is ahead waits for the other.
    const takesRows = hasRows && (!hasIncome || booked.size - uncharged <= received.size)
    const piece: { rows: PaymentRow[]; income: Income[] } = { rows: [], income: [] }
    const join = (name: string) => {
      const [row, entry] = [booked.get(name), received.get(name)]
      if (row === undefined || entry === undefined) return
      piece.rows.push(row)
      piece.income.push(entry)
      booked.delete(name)
      received.delete(name)
      if (endedUncharged.has(row.state)) uncharged--
    }
    if (takesRows) {
      const next = await rowsLeft.next()
      hasRows = next.done !== true
      for (const row of next.done ? [] : next.value) {
        booked.set(nameOf(row), row)
        if (endedUncharged.has(row.state)) uncharged++
        join(nameOf(row))
      }
    } else {
      const next = await incomeLeft.next()
      hasIncome = next.done !== true
      for (const entry of next.done ? [] : next.value) {
        received.set(nameOf(entry), entry)
        join(nameOf(entry))
      }
    }
    if (piece.rows.length > 0) yield { ...piece, isRest: false }
  }
  yield { rows: [...booked.values()], income: [...received.values()], isRest: true }
}

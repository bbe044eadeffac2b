// A cheap guess of what prices liquidate, for putting paths in an order: by pairs of collateral and debt, from tables, without sales.
import type { BookArrays } from '../book/arrays.ts'
import type { MarketState } from '../model/market-state.ts'

const steps = 256

export type Severity = (multiples: Float64Array) => number

/** A position counts with its largest collateral and its largest debt. The order it gives costs precision where it is wrong, never truth. */
export function severityOf(book: BookArrays, { tokens, collateralKinds, debtKinds }: MarketState): Severity {
  const still = tokens.length
  const groups = new Map<number, Float64Array>()
  for (let i = 0; i < book.positions; i++) {
    if (book.blocked[i]) continue
    const from = book.start[i]!
    const middle = from + book.collateralLegs[i]!
    const end = middle + book.debtLegs[i]!
    let [weighted, most, owns, owed, debt, owes] = [0, 0, still, 0, 0, still]
    for (let k = from; k < middle; k++) {
      const kind = collateralKinds[book.legKind[k]!]!
      const usd = book.legAmount[k]! * kind.priceUsd * kind.liquidationThreshold
      weighted += usd
      if (usd > most) [most, owns] = [usd, kind.follows ?? still]
    }
    for (let k = middle; k < end; k++) {
      const kind = debtKinds[book.legKind[k]!]!
      const usd = book.legAmount[k]! * kind.priceUsd
      debt += usd
      if (usd > owed) [owed, owes] = [usd, kind.follows ?? still]
    }
    if (!(debt > 0) || !(weighted > 0)) continue
    const key = owns * (still + 1) + owes
    let table = groups.get(key)
    if (table === undefined) {
      table = new Float64Array(steps + 2)
      groups.set(key, table)
    }
    // Liquidatable from this step of the collateral's price over the debt's down.
    table[Math.min(steps, Math.floor((debt / weighted) * steps))]! += debt
  }
  // By collateral, so that one question answers for all that is owed on it.
  const keys = [...groups.keys()].sort((a, b) => a - b)
  const collateral = Uint16Array.from(keys, (key) => Math.floor(key / (still + 1)))
  const debts = Uint16Array.from(keys, (key) => key % (still + 1))
  const tables = new Float64Array(groups.size * (steps + 2))
  // By group: from this step up nobody is reached, which on most days is all there is to know; who is liquidatable today always is.
  const tops = new Float64Array(groups.size)
  keys.forEach((key, g) => {
    const table = groups.get(key)!
    for (let step = steps; step >= 0; step--) {
      if (table[step]! > 0 && tops[g] === 0) tops[g] = step === steps ? Number.POSITIVE_INFINITY : step + 1
      table[step]! += table[step + 1]!
    }
    tables.set(table, g * (steps + 2))
  })
  const spans = spansOf(collateral, tops)
  const perDebt = new Float64Array(still + 1).fill(steps)
  return (multiples) => {
    let least = steps
    for (let t = 0; t < still; t++) {
      const per = steps / multiples[t]!
      perDebt[t] = per
      if (per < least) least = per
    }
    let sum = 0
    for (const { own, from: first, to, top } of spans) {
      const multiple = own === still ? 1 : multiples[own]!
      if (multiple * least >= top) continue
      for (let g = first; g < to; g++) {
        const reached = multiple * perDebt[debts[g]!]!
        if (reached >= tops[g]!) continue
        const at = Math.min(steps, reached)
        const step = Math.floor(at)
        const from = g * (steps + 2) + step
        sum += tables[from]! + (at - step) * (tables[from + 1]! - tables[from]!)
      }
    }
    return sum
  }
}

type Span = { readonly own: number; readonly from: number; readonly to: number; readonly top: number }

/** The groups of one collateral, which lie together, and the step from which nobody of them is reached. */
function spansOf(collateral: Uint16Array, tops: Float64Array): Span[] {
  const spans: Span[] = []
  for (let from = 0; from < collateral.length; ) {
    let to = from
    let top = 0
    while (to < collateral.length && collateral[to] === collateral[from]) top = Math.max(top, tops[to++]!)
    spans.push({ own: collateral[from]!, from, to, top })
    from = to
  }
  return spans
}

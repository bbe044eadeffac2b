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
  const [owns, owes] = [
    [...groups.keys()].map((key) => Math.floor(key / (still + 1))),
    [...groups.keys()].map((key) => key % (still + 1)),
  ]
  const tables = new Float64Array(groups.size * (steps + 2))
  // By group: from this step up nobody is reached, which on most days is all there is to know.
  const tops = new Float64Array(groups.size)
  ;[...groups.values()].forEach((table, g) => {
    for (let step = steps; step >= 0; step--) {
      if (table[step]! > 0 && tops[g] === 0) tops[g] = step + 1
      table[step]! += table[step + 1]!
    }
    tables.set(table, g * (steps + 2))
  })
  const [collateral, debts] = [Uint16Array.from(owns), Uint16Array.from(owes)]
  const perDebt = new Float64Array(still + 1).fill(steps)
  return (multiples) => {
    for (let t = 0; t < still; t++) perDebt[t] = steps / multiples[t]!
    let sum = 0
    for (let g = 0; g < collateral.length; g++) {
      const own = collateral[g]!
      const reached = (own === still ? 1 : multiples[own]!) * perDebt[debts[g]!]!
      if (reached >= tops[g]! && reached < steps) continue
      const at = Math.min(steps, reached)
      const step = Math.floor(at)
      const from = g * (steps + 2) + step
      sum += tables[from]! + (at - step) * (tables[from + 1]! - tables[from]!)
    }
    return sum
  }
}

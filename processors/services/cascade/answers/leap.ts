// Where, deeper than the drop asked about, the collateral liquidated leaps; what a leap is, every answer says (definitions.ts).
import Type from 'typebox'
import type { Columns } from '../curve/columns.ts'
import type { Curve } from '../curve/curve.ts'
import { cents } from './render.ts'
import { pct, usd } from './sections.ts'

// A leap is no matter of a few positions.
export const leastGrowth = 1.5
export const leastShareOfDebt = 0.01

export const leap = Type.Object({
  from_drop_pct: pct('drop before the leap'),
  to_drop_pct: pct('drop after it'),
  collateral_seized_before_usd: usd('collateral liquidated before the leap'),
  collateral_seized_after_usd: usd('collateral liquidated after it'),
  bad_debt_before_usd: usd('bad debt before the leap'),
  bad_debt_after_usd: usd('bad debt after it; it may be less than before'),
})

export function nextLeap({ dropsPct, columns, debtUsd }: Curve, dropPct: number) {
  for (let d = dropsPct.findIndex((drop) => drop > dropPct); d > 0 && d < dropsPct.length; d++) {
    const [before, after] = [seizedAt(columns, d - 1), seizedAt(columns, d)]
    if (after < leastGrowth * before || after - before < leastShareOfDebt * debtUsd) continue
    return {
      from_drop_pct: dropsPct[d - 1]!,
      to_drop_pct: dropsPct[d]!,
      collateral_seized_before_usd: cents(before),
      collateral_seized_after_usd: cents(after),
      bad_debt_before_usd: cents(lostAt(columns, d - 1)),
      bad_debt_after_usd: cents(lostAt(columns, d)),
    }
  }
  return null
}

// Of these two columns alone: every read of the route looks along the whole curve.
function seizedAt(columns: Columns, d: number): number {
  return columns['aave.total.seizedUsd'][d]! + columns['morpho.total.seizedUsd'][d]!
}

function lostAt(columns: Columns, d: number): number {
  return columns['aave.total.badDebtUsd'][d]! + columns['morpho.total.badDebtUsd'][d]!
}

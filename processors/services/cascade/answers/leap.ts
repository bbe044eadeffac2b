// Where, deeper than the drop asked about, the outcome leaps: half a percent more of a fall, and far more is liquidated.
import Type from 'typebox'
import type { Columns } from '../curve/columns.ts'
import type { Curve } from '../curve/curve.ts'
import { cents } from './render.ts'
import { pct, usd } from './sections.ts'

// A leap adds half again to what is liquidated, and is no matter of a few positions either.
const leastGrowth = 1.5
const leastShareOfDebt = 0.01

export const leap = Type.Object({
  from_drop_pct: pct('drop before the leap'),
  to_drop_pct: pct('drop after it'),
  collateral_seized_before_usd: usd('collateral liquidated before the leap'),
  collateral_seized_after_usd: usd('collateral liquidated after it'),
  bad_debt_after_usd: usd('bad debt after it'),
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
      bad_debt_after_usd: cents(columns['aave.total.badDebtUsd'][d]! + columns['morpho.total.badDebtUsd'][d]!),
    }
  }
  return null
}

// Of these two columns alone: every read of the route looks along the whole curve.
function seizedAt(columns: Columns, d: number): number {
  return columns['aave.total.seizedUsd'][d]! + columns['morpho.total.seizedUsd'][d]!
}

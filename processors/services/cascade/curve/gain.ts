// The cascade gain, the same at a drop and of a token: what the rounds after the first liquidate per USD that the first does.
import type { Tally } from '../engine/tally.ts'
import { pointAt, tallyOf } from './columns.ts'
import type { Curve } from './curve.ts'

/** The drops among which a token's own gain is looked for. */
export const deepestGainPct = 10
/** Of the debt a drop reaches: a first round below it says nothing of a whole token. */
export const leastFirstShare = 0.001

/** 0: no sale forces another. */
export function gainOf(total: Tally, first: Tally): number {
  return first.seizedUsd > 0 ? Math.max(0, total.seizedUsd - first.seizedUsd) / first.seizedUsd : 0
}

/** The largest gain of any computed drop that is no deeper than `deepestGainPct`. */
export function largestGain(curve: Curve, exposedDebtUsd: number): number {
  let largest = 0
  curve.dropsPct.forEach((drop, d) => {
    if (drop === 0 || drop > deepestGainPct) return
    const point = pointAt(curve.columns, d)
    const first = tallyOf(point, 'all', 'first')
    if (first.seizedUsd < leastFirstShare * exposedDebtUsd) return
    largest = Math.max(largest, gainOf(tallyOf(point, 'all', 'total'), first))
  })
  return largest
}

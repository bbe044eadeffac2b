// The cascade gain at today's price: how many further USD are forced onto the market by each USD that is sold.

import { priceMultiplier } from '../model/impact.ts'
import type { MarketState } from '../model/market-state.ts'
import { pointAt, tallyOf } from './columns.ts'
import type { Curve } from './curve.ts'

const windowPct = 2
const probeShareOfPrice = 0.01

// Below one a sale dies out, at one it runs away. Sales per price fall over the first two percent of the first-round curve, times
// the price fall a USD of sales causes in the most liquid token of those shocked.
export function gainNow(curve: Curve, state: MarketState): number {
  const at = curve.dropsPct.indexOf(windowPct)
  if (at < 0) return 0
  const salesUsd = tallyOf(pointAt(curve.columns, at), 'both', 'first').seizedUsd - baseUsd(curve)
  const salesPerFall = salesUsd / (windowPct / 100)
  return Math.max(0, salesPerFall * fallPerUsd(curve, state))
}

function baseUsd(curve: Curve): number {
  return tallyOf(pointAt(curve.columns, 0), 'both', 'first').seizedUsd
}

function fallPerUsd(curve: Curve, state: MarketState): number {
  const falls = state.tokens
    .filter((t) => curve.shockedTokens.includes(t.symbol))
    .map((t) => {
      const probe = probeAmount(t.impact.kind === 'sampled' ? t.impact.sizes[0]! : 1)
      return (1 - priceMultiplier(t.impact, probe)) / (probe * t.priceUsd)
    })
    .filter((fall) => fall > 0)
  return falls.length === 0 ? 0 : Math.min(...falls)
}

function probeAmount(unit: number): number {
  return unit * probeShareOfPrice
}

// Prices during a scenario: the shock, and on top of it what has been sold so far, on a token's own markets and on its base's.

import { type ImpactCurve, priceMultiplier, scaleDepth } from '../model/impact.ts'
import type { MarketState } from '../model/market-state.ts'

export type Prices = {
  // Multiplier on today's price as the lending protocols' oracles see it; the last one stands for what never moves.
  readonly oracle: Float64Array
  // As the exchanges see it.
  readonly market: Float64Array
  readonly sold: Float64Array
  // What of it still lies on the markets, and what had been sold when that was reckoned.
  readonly pressing: Float64Array
  readonly reckoned: Float64Array
  curves: readonly ImpactCurve[]
  refillShare: number
  readonly routed: Float64Array
  readonly ownImpact: Float64Array
}

export function createPrices(
  state: MarketState,
  depthMultiplier: number,
  oracle: Float64Array = new Float64Array(state.tokens.length + 1).fill(1),
): Prices {
  const count = state.tokens.length
  return {
    oracle,
    market: new Float64Array(count + 1).fill(1),
    sold: new Float64Array(count),
    pressing: new Float64Array(count),
    reckoned: new Float64Array(count),
    refillShare: 0,
    curves: state.tokens.map((t) => scaleDepth(t.impact, depthMultiplier)),
    routed: new Float64Array(count),
    ownImpact: new Float64Array(count),
  }
}

export function updatePrices(prices: Prices, state: MarketState, shock: Float64Array): void {
  const { tokens } = state
  press(prices)
  const { oracle, market, pressing: sold, curves, routed, ownImpact } = prices
  routed.fill(0)
  for (let t = 0; t < tokens.length; t++) {
    const token = tokens[t]!
    if (token.base === null || sold[t] === 0) continue
    routed[token.base]! += (sold[t]! * token.routedShare * token.priceUsd) / tokens[token.base]!.priceUsd
  }
  for (let t = 0; t < tokens.length; t++) ownImpact[t] = priceMultiplier(curves[t]!, sold[t]! + routed[t]!)
  for (let t = 0; t < tokens.length; t++) {
    const token = tokens[t]!
    const withBase = shock[t]! * (token.base === null ? 1 : ownImpact[token.base]!)
    market[t] = withBase * ownImpact[t]!
    oracle[t] = token.oracle === 'rate' ? withBase : market[t]!
  }
}

/** Markets as they would be: so many times as deep, and taking back so much between rounds. */
export function assume(prices: Prices, state: MarketState, depthMultiplier: number, refillShare: number): void {
  prices.curves = state.tokens.map((t) => scaleDepth(t.impact, depthMultiplier))
  prices.refillShare = refillShare
}

export function clearSales({ sold, pressing, reckoned }: Prices): void {
  for (const series of [sold, pressing, reckoned]) series.fill(0)
}

// New sales go first into what the markets took back; a price that has fallen does not rise within a cascade.
function press({ sold, pressing, reckoned, refillShare }: Prices): void {
  if (refillShare === 0) {
    pressing.set(sold)
    return
  }
  for (let t = 0; t < sold.length; t++) {
    const added = sold[t]! - reckoned[t]!
    reckoned[t] = sold[t]!
    pressing[t] = Math.max(pressing[t]!, pressing[t]! * (1 - refillShare) + added)
  }
}

// Prices during a scenario: the shock, and on top of it what has been sold so far, on a token's own markets and on its base's.

import { type ImpactCurve, priceMultiplier, scaleDepth } from '../model/impact.ts'
import type { MarketState } from '../model/market-state.ts'

export type Prices = {
  // Multiplier on today's price as the lending protocols' oracles see it; the last one stands for what never moves.
  readonly oracle: Float64Array
  // As the exchanges see it.
  readonly market: Float64Array
  readonly sold: Float64Array
  readonly curves: readonly ImpactCurve[]
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
    curves: state.tokens.map((t) => scaleDepth(t.impact, depthMultiplier)),
    routed: new Float64Array(count),
    ownImpact: new Float64Array(count),
  }
}

export function updatePrices(prices: Prices, state: MarketState, shock: Float64Array): void {
  const { tokens } = state
  const { oracle, market, sold, curves, routed, ownImpact } = prices
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

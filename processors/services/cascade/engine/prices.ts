// Prices during a scenario: the shock, and on top of it what has been sold so far, on a token's own markets and on its base's.

import { amountUntil, type ImpactCurve, joinCurves, priceMultiplier, proceedsOf, scaleDepth } from '../model/impact.ts'
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
  /** Markets that stand around the fallen price wherever it is; null: none are counted. */
  beside: readonly (ImpactCurve | null)[] | null
  // The curves as they are sold into after the fall.
  readonly standing: ImpactCurve[]
  refillShare: number
  readonly routed: Float64Array
  // What traders sold into a token's markets when its price fell against its base's, and how far that drew them.
  readonly drawn: Float64Array
  readonly drawnTo: Float64Array
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
    beside: null,
    standing: state.tokens.map((t) => t.impact),
    routed: new Float64Array(count),
    drawn: new Float64Array(count),
    drawnTo: new Float64Array(count).fill(1),
    ownImpact: new Float64Array(count),
  }
}

/**
 * A fall is traded into the markets before anybody is liquidated: they stand at the fallen price, as deep as they are there. What a
 * rise does to them no sale has shown.
 */
export function drawMarkets(
  { curves, beside, standing, drawn, drawnTo }: Prices,
  { tokens }: MarketState,
  shock: Float64Array,
): void {
  for (let t = 0; t < tokens.length; t++) {
    const { base } = tokens[t]!
    const fall = Math.min(1, shock[t]! / (base === null ? 1 : shock[base]!))
    drawnTo[t] = fall > 0 ? fall : 1
    drawn[t] = curves[t]!.kind === 'none' ? 0 : amountUntil(curves[t]!, drawnTo[t]!)
    standing[t] = curves[t]!
    const besides = beside?.[t] ?? null
    if (besides === null) continue
    standing[t] = joinCurves(curves[t]!, drawnTo[t]!, besides)
    drawnTo[t] = 1
    drawn[t] = 0
  }
}

export function updatePrices(prices: Prices, state: MarketState, shock: Float64Array): void {
  const { tokens } = state
  press(prices)
  const { oracle, market, pressing: sold, standing, routed, drawn, drawnTo, ownImpact } = prices
  routed.fill(0)
  for (let t = 0; t < tokens.length; t++) {
    const token = tokens[t]!
    if (token.base === null || sold[t] === 0) continue
    // What its markets pay for it is less than it is worth by as much as the sale draws them.
    const brought = Math.min(sold[t]!, proceedsOf(standing[t]!, drawn[t]!, sold[t]!) / drawnTo[t]!)
    routed[token.base]! += (brought * token.routedShare * token.priceUsd) / tokens[token.base]!.priceUsd
  }
  for (let t = 0; t < tokens.length; t++) {
    const pressed = sold[t]! + routed[t]!
    ownImpact[t] = pressed > 0 ? Math.min(1, priceMultiplier(standing[t]!, drawn[t]! + pressed) / drawnTo[t]!) : 1
  }
  for (let t = 0; t < tokens.length; t++) {
    const token = tokens[t]!
    const withBase = shock[t]! * (token.base === null ? 1 : ownImpact[token.base]!)
    market[t] = withBase * ownImpact[t]!
    oracle[t] = token.oracle === 'rate' ? withBase : market[t]!
  }
}

/** Markets as they would be: so many times as deep, and taking back so much between rounds. */
export function assume(
  prices: Prices,
  state: MarketState,
  depthMultiplier: number,
  refillShare: number,
  beside: Prices['beside'] = null,
): void {
  prices.curves = state.tokens.map((t) => scaleDepth(t.impact, depthMultiplier))
  prices.beside = beside?.map((curve) => (curve === null ? null : scaleDepth(curve, depthMultiplier))) ?? null
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

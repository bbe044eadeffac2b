// A fall is traded into the pools before anybody is liquidated: what sales meet then, and what no fall draws.
import { describe, expect, it } from 'vitest'
import { createPrices, drawMarkets, type Prices, updatePrices } from '../../../processors/services/cascade/engine/prices.ts'
import { constantProduct, type ImpactCurve } from '../../../processors/services/cascade/model/impact.ts'
import type { MarketState } from '../../../processors/services/cascade/model/market-state.ts'
import type { Token } from '../../../processors/services/cascade/model/token.ts'

const token = (symbol: string, impact: ImpactCurve, base: number | null = null): Token => ({
  symbol,
  priceUsd: 100,
  family: 'ETH',
  role: base === null ? 'numeraire' : 'derivative',
  base,
  oracle: 'market',
  routedShare: base === null ? 0 : 1,
  impact,
})

function pricesOf(tokens: readonly Token[], shock: readonly number[], sold: readonly number[], depthMultiplier = 1): Prices {
  const state: MarketState = { tokens, collateralKinds: [], debtKinds: [] }
  const prices = createPrices(state, depthMultiplier)
  drawMarkets(prices, state, Float64Array.from(shock))
  prices.sold.set(sold)
  updatePrices(prices, state, Float64Array.from(shock))
  return prices
}

// Wide as far as a tenth down, a tenth of that as far as half, then nothing.
const thinner = {
  kind: 'sampled',
  sizes: [100_000, 110_000, 110_000],
  multipliers: [0.9, 0.5, 1e-6],
} as const

describe('markets that a fall has drawn', () => {
  it('of a constant product take more tokens, and are as deep as their reserve has grown', () => {
    for (const depth of [0.5, 1, 2]) {
      const { market } = pricesOf([token('ETH', constantProduct(1_000 / depth))], [0.64], [250], depth)
      // A reserve of 1000 has grown to 1250 when its price is .64.
      expect(market[0]).toBeCloseTo(0.64 * (1250 / 1500) ** 2, 12)
    }
  })

  it('stand at the fallen price until somebody sells, and are met where they stand, not where they were', () => {
    const [still, early, late] = [0, 1, 2].map((k) =>
      pricesOf([token('ETH', thinner)], [k === 1 ? 1 : 0.9], [k === 0 ? 0 : 5_000]),
    )
    expect(still!.market[0]).toBe(0.9)
    expect(early!.market[0]).toBeGreaterThan(0.99)
    expect(late!.market[0]! / 0.9).toBeLessThan(0.8)
  })

  it('with nothing left below: the price is the fallen one until the first token is sold', () => {
    expect(pricesOf([token('ETH', thinner)], [0.4], [0]).market[0]).toBe(0.4)
    expect(pricesOf([token('ETH', thinner)], [0.4], [1e-6]).market[0]).toBeLessThan(1e-5)
  })

  it('bring for a derivative what they pay for it, and no more of its base than that is sold on', () => {
    const { market } = pricesOf(
      [token('ETH', constantProduct(1_000)), token('stETH', constantProduct(1_000), 0)],
      [1, 1],
      [0, 250],
    )
    expect(market[0]).toBeCloseTo((1_000 / 1_200) ** 2, 12)
    expect(market[1]).toBeCloseTo((1_000 / 1_200) ** 2 * (1_000 / 1_250) ** 2, 12)
  })

  it('are not drawn by a rise, by a fall of what they are priced in, or by no fall', () => {
    const two = [token('ETH', constantProduct(1_000)), token('stETH', constantProduct(1_000), 0)]
    const [free, risen] = [
      [1, 1],
      [1.5, 1.5],
    ].map((shock) => pricesOf(two, shock, [0, 100]).ownImpact)
    expect(risen).toEqual(free)
    const together = pricesOf(two, [0.5, 0.5], [0, 100])
    expect(together.drawn[1]).toBe(0)
    expect(together.drawn[0]).toBeGreaterThan(0)
    const alone = pricesOf(two, [1, 0.5], [0, 100])
    expect(alone.drawn[0]).toBe(0)
    expect(alone.drawn[1]).toBeGreaterThan(0)
    expect(alone.market[1]).toBeCloseTo(0.5 * alone.ownImpact[0]! * alone.ownImpact[1]!, 12)
  })
})

// Two markets of one token sold into as one: pools that a fall has drawn, and order books that stand around its price wherever that is.
import { describe, expect, it } from 'vitest'
import { bandCount, bandPct } from '../../../ingestors/shapes/order-book.ts'
import { createPrices, drawMarkets, updatePrices } from '../../../processors/services/cascade/engine/prices.ts'
import { amountUntil, type ImpactCurve, joinCurves, priceMultiplier } from '../../../processors/services/cascade/model/impact.ts'
import type { Token } from '../../../processors/services/cascade/model/token.ts'
import { seededRandom } from '../../support/cascade/seeded-random.ts'

const even = (perBand: number) => Array.from({ length: bandCount }, (_, band) => perBand * (band + 1))

describe('two markets joined', () => {
  const random = seededRandom(7)
  const sampled = (rungs: number): ImpactCurve => {
    let [size, multiplier] = [0, 1]
    const steps = Array.from({ length: rungs }, () => {
      // Now and then a stretch at one price, or a gap without any buyer.
      if (random.next() > 0.15) size += 1 + 99 * random.next()
      if (random.next() > 0.15) multiplier *= 1 - 0.1 * random.next()
      return { size, multiplier }
    })
    return { kind: 'sampled', sizes: steps.map((s) => s.size), multipliers: steps.map((s) => s.multiplier) }
  }
  const beside: ImpactCurve = { kind: 'sampled', sizes: even(5), multipliers: even(1).map((n) => 1 - (n * bandPct) / 100) }
  const nothing: ImpactCurve = { ...beside, sizes: even(0) }

  it('take at any price what each takes at it', () => {
    for (const market of [sampled(5), sampled(60), sampled(240), { kind: 'constant-product', reserve: 1_000 } as const])
      for (const from of [1, 0.93, 0.6]) {
        const joined = joinCurves(market, from, beside)
        for (let n = 0; n < 60; n++) {
          const m = 1 - 0.9 * random.next()
          const own = amountUntil(market, from * m) - amountUntil(market, from)
          const other = m < 0.9 ? even(5).at(-1)! : amountUntil(beside, m)
          expect(amountUntil(joined, m)).toBeCloseTo(own + other, 6)
        }
      }
  })

  it('are the market itself where nothing stands beside it', () => {
    for (const market of [sampled(5), sampled(60), { kind: 'constant-product', reserve: 1_000 } as const])
      for (const from of [1, 0.8]) {
        const joined = joinCurves(market, from, nothing)
        const drawn = amountUntil(market, from)
        for (let n = 0; n < 60; n++) {
          const sold = 1e-3 + 4_000 * random.next()
          expect(priceMultiplier(joined, sold)).toBeCloseTo(Math.min(1, priceMultiplier(market, drawn + sold) / from), 9)
        }
      }
  })

  it('stand around the fallen price: the same sale falls no further for a deeper drop', () => {
    const impact: ImpactCurve = { kind: 'constant-product', reserve: 1e-6 }
    const tokens: Token[] = [
      { symbol: 'WETH', priceUsd: 2_500, family: 'ETH', role: 'numeraire', base: null, oracle: 'market', routedShare: 0, impact },
    ]
    const endsAt = (fall: number) => {
      const state = { tokens, collateralKinds: [], debtKinds: [] }
      const prices = createPrices(state, 1)
      prices.beside = [beside]
      drawMarkets(prices, state, Float64Array.of(1 - fall))
      prices.sold.set([50])
      updatePrices(prices, state, Float64Array.of(1 - fall))
      return prices.market[0]! / (1 - fall)
    }
    // Half of the fifth percent is reached by fifty of two hundred.
    expect(endsAt(0)).toBeCloseTo(0.975, 4)
    expect(endsAt(0.4)).toBeCloseTo(endsAt(0), 6)
  })
})

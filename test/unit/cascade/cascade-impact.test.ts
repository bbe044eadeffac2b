// Price impact: the constant product, curves read from quotes, and what can be sold before a price is reached.
import { describe, expect, it } from 'vitest'
import {
  amountUntil,
  constantProduct,
  curveFromQuotes,
  noImpact,
  priceMultiplier,
  proceedsOf,
  scaleDepth,
} from '../../../processors/services/cascade/model/impact.ts'

describe('price impact', () => {
  it('of a constant product is the square of what is left of the reserve’s share', () => {
    expect(priceMultiplier(constantProduct(900), 100)).toBeCloseTo(0.81, 12)
    expect(priceMultiplier(constantProduct(900), 0)).toBe(1)
    expect(priceMultiplier(noImpact, 1e12)).toBe(1)
  })

  it('read from quotes of a pool is that pool’s, within the spacing of the quotes', () => {
    const reserve = 1_000
    const quotes = [0.01, 1, 2, 5, 10, 20, 50, 100, 200, 400].map((amountIn) => ({
      amountIn,
      amountOut: (amountIn * reserve) / (reserve + amountIn),
    }))
    const curve = curveFromQuotes(quotes)
    for (const sold of [1.5, 8, 40, 150, 390, 2_000]) {
      expect(Math.abs(priceMultiplier(curve, sold) / priceMultiplier(constantProduct(reserve), sold) - 1)).toBeLessThan(0.05)
    }
    const falls = [0.5, 1, 3, 9, 30, 90, 300, 900, 1e4].map((sold) => priceMultiplier(curve, sold))
    expect(falls).toEqual(falls.toSorted((a, b) => b - a))
  })

  it('of quotes that say nothing is none', () => {
    expect(curveFromQuotes([])).toEqual(noImpact)
    expect(curveFromQuotes([{ amountIn: 1, amountOut: 2 }])).toEqual(noImpact)
    expect(curveFromQuotes([1, 2, 3].map((amountIn) => ({ amountIn, amountOut: amountIn * 7 })))).toEqual(noImpact)
  })

  it('knows how much can be sold before a price is reached', () => {
    const sampled = { kind: 'sampled', sizes: [10, 100, 1000], multipliers: [0.99, 0.9, 0.5] } as const
    for (const curve of [constantProduct(5_000), sampled]) {
      for (const multiplier of [0.995, 0.97, 0.9, 0.6, 0.2]) {
        expect(priceMultiplier(curve, amountUntil(curve, multiplier))).toBeCloseTo(multiplier, 9)
      }
    }
    expect(amountUntil(noImpact, 0.5)).toBe(Number.POSITIVE_INFINITY)
    expect(amountUntil(constantProduct(1), 1)).toBe(0)
  })

  it('brings the sum of what each bit brings, whatever was sold before, past gaps and past the last sample', () => {
    const gap = { kind: 'sampled', sizes: [10, 100, 100, 1000], multipliers: [0.99, 0.9, 0.7, 0.5] } as const
    const flat = { kind: 'sampled', sizes: [10, 20], multipliers: [1, 1] } as const
    for (const curve of [constantProduct(700), gap, flat, noImpact]) {
      for (const [sold, amount] of [
        [0, 5],
        [0, 100],
        [7, 180],
        [100, 30],
        [950, 4000],
        [2000, 50],
      ] as const) {
        const bits = 20_000
        let sum = 0
        for (let k = 0; k < bits; k++) sum += (priceMultiplier(curve, sold + ((k + 0.5) * amount) / bits) * amount) / bits
        expect(Math.abs(proceedsOf(curve, sold, amount) / sum - 1), `${curve.kind} ${sold} ${amount}`).toBeLessThan(1e-5)
      }
      expect(proceedsOf(curve, 3, 0)).toBe(0)
    }
    expect(proceedsOf(flat, Number.POSITIVE_INFINITY, 5)).toBe(5)
  })

  it('needs twice the sale where markets are twice as deep', () => {
    const sampled = { kind: 'sampled', sizes: [10, 100], multipliers: [0.99, 0.9] } as const
    for (const curve of [constantProduct(700), sampled]) {
      for (const sold of [5, 50, 500]) {
        expect(priceMultiplier(scaleDepth(curve, 2), sold * 2)).toBeCloseTo(priceMultiplier(curve, sold), 12)
      }
      expect(scaleDepth(curve, Number.POSITIVE_INFINITY)).toEqual(noImpact)
    }
  })
})

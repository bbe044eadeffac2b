// The demo's prices: the same for the same numbers, never out of bounds however long they walk, and back where they began.
import { describe, expect, test } from 'vitest'
import { createPriceWalk } from '../../../devnet/lending/price-walk.ts'
import { demoTokens } from '../../../devnet/lending/tokens.ts'
import { seededRandom } from '../../support/cascade/seeded-random.ts'

const firstPrices = Object.fromEntries(demoTokens.map(({ symbol, priceUsd }) => [symbol, priceUsd]))
const volatile = ['WETH', 'wstETH', 'weETH', 'WBTC']
const stepsOfADay = 17_280

describe('the price walk', () => {
  test('is the same for the same numbers and keeps stables still', () => {
    const [one, two] = [4, 4].map((seed) => createPriceWalk(demoTokens, seededRandom(seed).next))
    for (let step = 0; step < 500; step++) {
      const prices = one!.next()
      expect(two!.next()).toEqual(prices)
      expect([prices.USDC, prices.DAI]).toEqual([1, 1])
    }
  })

  test.each([1, 2, 3])('a day long it has shocks, stays in bounds and ends near where it began (seed %i)', (seed) => {
    const walk = createPriceWalk(demoTokens, seededRandom(seed).next)
    const extremes = new Map(volatile.map((symbol) => [symbol, { low: 1, high: 1, sum: 0 }]))
    for (let step = 0; step < stepsOfADay; step++) {
      const prices = walk.next()
      for (const [symbol, seen] of extremes) {
        const ratio = prices[symbol]! / firstPrices[symbol]!
        seen.low = Math.min(seen.low, ratio)
        seen.high = Math.max(seen.high, ratio)
        seen.sum += ratio
      }
    }
    for (const { low, high, sum } of extremes.values()) {
      expect(low).toBeLessThan(0.85)
      expect(low).toBeGreaterThan(0.49)
      expect(high).toBeLessThan(1.31)
      expect(sum / stepsOfADay).toBeGreaterThan(0.9)
      expect(sum / stepsOfADay).toBeLessThan(1.05)
    }
  })

  test('is back within a twentieth some minutes after the worst that can be pressed on it', () => {
    // Numbers of one half: neither a step nor a shock, only the pull.
    const walk = createPriceWalk(demoTokens, () => 0.5)
    walk.press('WETH', -50)
    walk.press('wstETH', 50)
    walk.press('USDC', -1)
    expect(walk.now().WETH! / firstPrices.WETH!).toBeCloseTo(Math.exp(-0.6), 10)
    expect(walk.now().wstETH! / firstPrices.wstETH!).toBeCloseTo(Math.exp(-0.6 + 0.02), 10)
    expect(walk.now().weETH! / firstPrices.weETH!).toBeCloseTo(Math.exp(-0.6), 10)
    expect(walk.now()).toMatchObject({ USDC: 1, DAI: 1, WBTC: firstPrices.WBTC })
    for (let step = 0; step < 84; step++) walk.next()
    for (const symbol of volatile) expect(Math.abs(walk.now()[symbol]! / firstPrices[symbol]! - 1)).toBeLessThan(0.05)
  })
})

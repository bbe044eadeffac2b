// What is asked of the exchanges: round sizes, and tokens priced through the markets they are in.
import { expect, test } from 'vitest'
import { sizesFor, unitsOf, wholeOf } from '../../../ingestors/sources/dex-depth/sizes.ts'
import { priceTokens } from '../../../ingestors/sources/dex-depth/tokens.ts'

test('sizes are round, rising, from about a thousand dollars to a hundred million', () => {
  for (const price of [0.000012, 0.999, 1, 61.5, 2_500, 60_000]) {
    const sizes = sizesFor(price)
    expect(sizes).toEqual([...sizes].sort((a, b) => a - b))
    expect(sizes[0]! * price).toBeGreaterThan(400)
    expect(sizes[0]! * price).toBeLessThan(2_500)
    expect(sizes.at(-1)! * price).toBeGreaterThan(35_000_000)
    expect(sizes.at(-1)! * price).toBeLessThanOrEqual(100_000_000)
    for (const size of sizes) expect([1, 2, 5]).toContain(Number(size.toExponential()[0]))
  }
  expect(sizesFor(2_600).slice(0, 3)).toEqual([0.2, 0.5, 1])
  // A price that moves a little asks for the same sizes.
  expect(sizesFor(2_570)).toEqual(sizesFor(2_600))
})

test('sizes become units without a rounding error', () => {
  expect(unitsOf(0.2, 18)).toBe(200_000_000_000_000_000n)
  expect(unitsOf(5e8, 18)).toBe(5n * 10n ** 26n)
  expect(unitsOf(0.02, 8)).toBe(2_000_000n)
  expect(unitsOf(0.5, 0)).toBe(0n)
  expect(wholeOf(1_500_000n, 6)).toBe(1.5)
})

test('a token no oracle prices in dollars is priced through the market that prices it in another', () => {
  const token = (name: string) => `0x${name.padEnd(40, '0')}`
  const market = (id: string, collateral: string, loan: string) => ({
    ...{ id, collateral: { address: token(collateral) }, loan: { address: token(loan) } },
  })
  const prices = [
    { asset: token('e'), price: '250000000000', decimals: 8 },
    { asset: 'one', price: '1200000000000000000000000000000000000', decimals: 36 },
    { asset: 'two', price: '2000000000000000000000000000000000000', decimals: 36 },
    { asset: 'none', price: '0', decimals: 36 },
  ]
  const markets = [market('two', 'c', 'b'), market('one', 'b', 'e'), market('none', 'd', 'e')]
  const worth = priceTokens(prices, markets, new Set([token('f')]))
  expect([...worth].sort()).toEqual([
    [token('b'), 3_000],
    [token('c'), 6_000],
    [token('e'), 2_500],
    [token('f'), 1],
  ])
})

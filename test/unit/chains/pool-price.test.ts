// The exchange's arithmetic of roots, ticks and liquidity, against numbers worked out by hand.
import { expect, test } from 'vitest'
import { liquidityWorth, priceAt, rootOf, ticksAround } from '../../../devnet/exchange/pool-price.ts'

const weth = { unit: 10n ** 18n, answer: 2500_00000000n }
const usdc = { unit: 10n ** 6n, answer: 1_00000000n }
const twoTo96 = 2n ** 96n

test('equal tokens have the root of one, four times as dear ones of two', () => {
  const one = { unit: 10n ** 18n, answer: 1n }
  expect(rootOf(one, one)).toBe(twoTo96)
  expect(rootOf({ ...one, answer: 4n }, one)).toBe(2n * twoTo96)
  expect(rootOf(one, { ...one, answer: 4n })).toBe(twoTo96 / 2n)
})

test('a root is the price again, whichever of the two comes first', () => {
  expect(priceAt(rootOf(weth, usdc), weth, usdc)).toBeCloseTo(2500, 6)
  expect(priceAt(rootOf(usdc, weth), usdc, weth)).toBeCloseTo(1 / 2500, 10)
})

test('ticks lie on the spacing, around the price, and reach as far as was asked', () => {
  expect(ticksAround(twoTo96, 0.0001, 1)).toEqual([-1, 1])
  expect(ticksAround(twoTo96, 1, 60)).toEqual([-6960, 6960]) // a doubling is 6931.8 ticks
  expect(ticksAround(twoTo96, null, 60)).toEqual([-887_220, 887_220])
  expect(ticksAround(rootOf(weth, usdc), null, 10)).toEqual([-887_270, 887_270])
})

test('liquidity over a range is worth the dollars it was made of', () => {
  // At a price of one between a quarter and four, one unit of liquidity holds a half of each token.
  const ticks: [number, number] = [-13_863, 13_863]
  const liquidity = Number(liquidityWorth(1_000_000, twoTo96, ticks, [1e-6, 1e-6]))
  expect((liquidity * (0.5 + 0.5)) / 1e6 / 1_000_000).toBeCloseTo(1, 4)
})

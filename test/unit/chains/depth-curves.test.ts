// Swap arithmetic against what the published contracts answered, and every curve against its own swaps.
import { describe, expect, test } from 'vitest'
import { concentrated } from '../../../ingestors/sources/dex-depth/curves/concentrated.ts'
import { pegged, sellPegged, sellVolatile, volatile } from '../../../ingestors/sources/dex-depth/curves/solidly.ts'
import { sellStable, stableSwap } from '../../../ingestors/sources/dex-depth/curves/stable-swap.ts'
import { sell, type Venue } from '../../../ingestors/sources/dex-depth/curves/venue.ts'
import { fromQuotes } from '../../../ingestors/sources/dex-depth/pools/curve.ts'
import { seededRandom } from '../../support/cascade/seeded-random.ts'
import { solidlyAnswers, stableAnswers } from '../../support/depth/contract-answers.ts'
import { slipstreamAnswers } from '../../support/depth/slipstream-answers.ts'

const solidlyPools = solidlyAnswers.map(([isPegged, ...numbers]) => {
  const [reserveIn, reserveOut, feeBps, unitIn, unitOut, amount, answer] = numbers.map(BigInt) as [
    bigint,
    bigint,
    bigint,
    bigint,
    bigint,
    bigint,
    bigint,
  ]
  return { isPegged, pool: { reserveIn, reserveOut, feeBps, unitIn, unitOut }, amount, answer }
})
const stablePools = stableAnswers

// A curve without a closed form is a table: what lies between two of its rows is a constant product through both.
const tableWithin = 5e-4
const apart = (a: number, b: number) => Math.abs(a - b) / Math.max(Math.abs(a), Math.abs(b), 1)

/** The curve says of that amount what a swap of it says, and its price is what the next little bit brings. */
function expectCurve(venue: Venue, swap: (amount: number) => number, amount: number, within: number) {
  const said = sell(venue, amount)
  expect(apart(said.out, swap(amount))).toBeLessThan(within)
  const step = amount * 0.002
  const slope = (swap(amount + step) - swap(amount - step)) / (2 * step)
  expect(Math.abs(said.price / slope - 1)).toBeLessThan(0.02)
}

describe('swaps', () => {
  test('of Aerodrome are the contract’s to the unit', () => {
    expect(solidlyPools.length).toBeGreaterThan(40)
    for (const { isPegged, pool, amount, answer } of solidlyPools)
      expect(isPegged ? sellPegged(pool, amount) : sellVolatile(pool, amount)).toBe(answer)
  })

  test('of Curve’s StableSwap are the contract’s to the unit, fees off the peg and several digits with them', () => {
    expect(stablePools.length).toBe(50)
    for (const { pool, amount, answer } of stablePools) expect(sellStable(pool, amount)).toBe(answer)
  })

  test('of Slipstream are the contract’s, through ranges of any width, either way', () => {
    expect(slipstreamAnswers.length).toBe(12)
    for (const { pool, sellsFirst, amount, answer } of slipstreamAnswers) {
      const curve = concentrated({ ...pool, until: sellsFirst ? -887_272 : 887_272 }, sellsFirst)
      expect(Math.abs(curve.sell(amount) / answer - 1)).toBeLessThan(1e-10)
    }
  })
})

describe('a curve', () => {
  test('of a volatile or a pegged pool is its swaps', () => {
    for (const { isPegged, pool, amount } of solidlyPools) {
      const swap = (units: number) =>
        Number(isPegged ? sellPegged(pool, BigInt(Math.round(units))) : sellVolatile(pool, BigInt(Math.round(units))))
      // Where nothing is left to buy a unit is a large step.
      if (swap(Number(amount)) > 0.99 * Number(pool.reserveOut) || Number(amount) < 1e7) continue
      expectCurve(isPegged ? pegged(pool) : volatile(pool), swap, Number(amount), tableWithin)
    }
  })

  test('of a StableSwap is its swaps, down to where it is empty', () => {
    let steep = 0
    for (const { pool, amount } of stablePools) {
      const swap = (units: number) => Number(sellStable(pool, BigInt(Math.round(units))))
      const venue = stableSwap(pool)
      if (sell(venue, Number(amount)).price < venue.top / 2) steep++
      if (swap(Number(amount)) > 0.99 * Number(pool.balances[pool.j])) continue
      expectCurve(venue, swap, Number(amount), tableWithin)
    }
    expect(steep).toBeGreaterThan(5)
  })

  test('read from answers to rising sizes is near the one they come from, and ends where they do', () => {
    const swap = (amount: number) => (1e9 * amount) / (1e6 + amount)
    const amounts = Array.from({ length: 48 }, (_, s) => BigInt(Math.round(100 * 1.35 ** s)))
    const said = amounts.map((amount) => (amount > 30_000_000n ? null : BigInt(Math.round(1e6 * swap(Number(amount))))))
    const venue = fromQuotes(amounts, said)
    for (const amount of [500, 20_000, 900_000, 9_000_000])
      expect(apart(sell(venue, amount).out / 1e6, swap(amount))).toBeLessThan(0.005)
    expect(sell(venue, 1e12).out / 1e6).toBeLessThan(swap(30_000_000) + 1)
    expect(
      fromQuotes(
        amounts,
        amounts.map(() => null),
      ).top,
    ).toBe(0)
    expect(
      fromQuotes(
        amounts,
        amounts.map(() => 7n),
      ).top,
    ).toBe(0)
  })

  test('of ranges is their swaps: through gaps, past the last tick, for either token', () => {
    const random = seededRandom(5)
    for (let round = 0; round < 40; round++) {
      const tick = Math.round(random.between(-80_000, 80_000))
      const ticks = new Map<number, bigint>()
      let liquidity = 0n
      for (let r = 0; r < 6; r++) {
        const [low, high] = [tick + Math.round(random.between(-9_000, 3_000)), tick + Math.round(random.between(3_001, 9_000))]
        const net = BigInt(Math.round(random.between(1e15, 1e19)))
        ticks.set(low, (ticks.get(low) ?? 0n) + net)
        ticks.set(high, (ticks.get(high) ?? 0n) - net)
        if (low <= tick) liquidity += net
      }
      const sqrtPriceX96 = BigInt(Math.round(1.0001 ** ((tick + 0.4) / 2) * 2 ** 60)) << 36n
      for (const sellsFirst of [true, false]) {
        const list = [...ticks].map(([index, net]) => ({ index, net }))
        const until = tick + (sellsFirst ? -20_000 : 20_000)
        const venue = concentrated({ sqrtPriceX96, tick, liquidity, ticks: list, until, feePips: 3000 }, sellsFirst)
        const all = venue.at(0)
        for (const share of [1e-7, 1e-3, 0.2, 0.7, 0.999]) {
          const amount = all.in * share
          const said = sell(venue, amount)
          expect(apart(said.out, venue.sell(amount))).toBeLessThan(1e-9)
        }
        expect(venue.sell(all.in * 5)).toBeCloseTo(all.out, -Math.log10(all.out) + 9)
        expect(sell(venue, all.in * 5).price).toBe(0)
      }
    }
  })

  test('of a pool that holds nothing, or everything on the other side, buys nothing', () => {
    const empty = { sqrtPriceX96: 1n << 96n, tick: 0, liquidity: 0n, ticks: [], until: -1000, feePips: 100 }
    expect(concentrated(empty, true).top).toBe(0)
    expect(concentrated({ ...empty, sqrtPriceX96: 0n }, true).top).toBe(0)
    // All of it lies above the price: who sells the first token finds nobody below.
    const ticks = [
      { index: 100, net: 10n ** 20n },
      { index: 300, net: -(10n ** 20n) },
    ]
    expect(concentrated({ ...empty, ticks }, true).top).toBe(0)
    expect(concentrated({ ...empty, ticks, until: 1000 }, false).top).toBeGreaterThan(0)
    expect(volatile({ reserveIn: 0n, reserveOut: 5n, feeBps: 30n }).top).toBe(0)
    expect(
      stableSwap({ balances: [0n, 5n], rates: [10n ** 18n, 10n ** 18n], amplification: 100n, fee: 0n, offPegFee: 0n, i: 0, j: 1 })
        .top,
    ).toBe(0)
  })
})

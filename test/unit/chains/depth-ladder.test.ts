// A market written down on few rungs: what a sale does to its price is the same there, from the top and from wherever a fall has drawn it.
import { describe, expect, test } from 'vitest'
import { concentrated, type Tick } from '../../../ingestors/sources/dex-depth/curves/concentrated.ts'
import { ladderOf, mostRungs } from '../../../ingestors/sources/dex-depth/curves/ladder.ts'
import { closed, parallel, sell, type Venue } from '../../../ingestors/sources/dex-depth/curves/venue.ts'
import { readDepth } from '../../../processors/services/cascade/facts/exchange-depth.ts'
import { amountUntil, priceMultiplier } from '../../../processors/services/cascade/model/impact.ts'
import { seededRandom } from '../../support/cascade/seeded-random.ts'
import { randomVenue } from '../../support/depth/random-venues.ts'

// Other markets each time; a failure names the ones they were.
const seed = Number(process.env.DEPTH_SEED ?? Math.floor(Math.random() * 1e9))

const curveOf = (venue: Venue, priceUsd: number | null = null) => readDepth({ quotes: [], ladder: ladderOf(venue) }, priceUsd)!

function rangesOf(ticks: readonly Tick[], liquidity: bigint): Venue {
  return concentrated({ sqrtPriceX96: 1n << 96n, tick: 0, liquidity, ticks, until: -46_100, feePips: 500 }, true)
}

describe(`a ladder (DEPTH_SEED=${seed})`, () => {
  test('of any markets says how far a sale takes the price, also after a fall', () => {
    const random = seededRandom(seed)
    for (let book = 0; book < 12; book++) {
      const venue = parallel(Array.from({ length: Math.floor(random.between(1, 7)) }, () => randomVenue(random, 2_000).venue))
      const curve = curveOf(venue)
      for (const fall of [1, 0.97, 0.8, 0.5, 0.2]) {
        const drawn = fall === 1 ? 0 : venue.at(venue.top * fall).in
        const left = venue.at(venue.top * fall * 0.7).in - drawn
        if (!(left > drawn * 1e-3)) continue
        const sold = drawn + left * random.between(0.05, 0.9)
        const said = priceMultiplier(curve, amountUntil(curve, fall) + sold - drawn)
        // What is sold after a fall is the difference of two amounts of which each is right to 3e-5: a thin rest knows no better.
        const [least, most] = [1 + 6e-5, 1 - 6e-5].map((by) => sell(venue, sold * by).price / venue.top)
        expect(said, `book ${book}, fall ${fall}`).toBeGreaterThan(least! * (1 - 2e-3))
        expect(said, `book ${book}, fall ${fall}`).toBeLessThan(most! * (1 + 2e-3))
      }
    }
  })

  test('of thousands of jagged ticks has few rungs, and is within a percent for it', () => {
    const random = seededRandom(seed + 1)
    let liquidity = 10n ** 24n
    const ticks = Array.from({ length: 3_000 }, (_, t): Tick => {
      const next = BigInt(Math.round(random.between(1e5, 2e6))) * 10n ** 18n
      const net = liquidity - next
      liquidity = next
      return { index: -10 * (t + 1), net }
    })
    const venue = rangesOf(ticks, 10n ** 24n)
    const ladder = ladderOf(venue)
    expect(ladder.amount_in.length).toBeLessThanOrEqual(mostRungs)
    const curve = curveOf(venue)
    for (const fall of [0.99, 0.9, 0.6, 0.3, 0.1])
      expect(Math.abs(amountUntil(curve, fall) / venue.at(venue.top * fall).in - 1)).toBeLessThan(1e-2)
  })

  test('where nobody buys between two prices there is no price between them: the first token past the upper one gets the lower', () => {
    // Between the ticks -1000 and -4000 nothing lies.
    const venue = rangesOf(
      [
        { index: -1_000, net: 10n ** 24n },
        { index: -4_000, net: -(10n ** 24n) },
      ],
      10n ** 24n,
    )
    const curve = curveOf(venue)
    const [upper, lower] = [1.0001 ** -1_000, 1.0001 ** -4_000]
    const all = amountUntil(curve, (upper + lower) / 2)
    expect(priceMultiplier(curve, all * 0.999)).toBeGreaterThan(upper * 0.999)
    expect(priceMultiplier(curve, all * 1.001)).toBeLessThan(lower * 1.01)
  })

  test('of what is bought at a price above the token’s own starts at the token’s own', () => {
    const venue = rangesOf([], 10n ** 24n)
    const curve = curveOf(venue, venue.top * 0.9)
    const until = venue.at(venue.top * 0.9).in
    expect(priceMultiplier(curve, until * 0.9)).toBeGreaterThan(1 - 1e-6)
    expect(priceMultiplier(curve, venue.at(venue.top * 0.45).in)).toBeCloseTo(0.5, 4)
  })

  test('of no market has no rung and says nothing', () => {
    expect(ladderOf(closed)).toEqual({ amount_in: [], price_usd: [] })
    expect(curveOf(closed)).toBeNull()
    expect(readDepth({ quotes: [], ladder: { amount_in: [0, 0], price_usd: [1, 1] } }, 1)).toBeNull()
  })
})

// A sale split over many places: no other split brings more, through another token neither, and what is no market is not one of them.
import { describe, expect, test } from 'vitest'
import { volatile } from '../../../ingestors/sources/dex-depth/curves/solidly.ts'
import { closed, holding, parallel, sell, series, type Venue } from '../../../ingestors/sources/dex-depth/curves/venue.ts'
import { joinPools, upTo } from '../../../ingestors/sources/dex-depth/split.ts'
import { seededRandom } from '../../support/cascade/seeded-random.ts'
import { type RandomVenue, randomVenue } from '../../support/depth/random-venues.ts'

// Another book each time; a failure names the one it was.
const seed = Number(process.env.DEPTH_SEED ?? Math.floor(Math.random() * 1e9))
const books = 12

/** In many small steps, each to whoever pays most for it: no split of that many steps brings more. */
function greedy(venues: readonly RandomVenue[], amount: number, steps: number): number {
  const [step, sold] = [amount / steps, venues.map(() => 0)]
  const brought = venues.map(() => 0)
  const gains = venues.map(({ swap }) => swap(step))
  for (let s = 0; s < steps; s++) {
    const best = gains.indexOf(Math.max(...gains))
    sold[best]! += step
    brought[best]! += gains[best]!
    gains[best] = venues[best]!.swap(sold[best]! + step) - brought[best]!
  }
  return brought.reduce((sum, one) => sum + one, 0)
}

const product = (inside: number, outside: number): Venue =>
  volatile({ reserveIn: BigInt(Math.round(inside)), reserveOut: BigInt(Math.round(outside)), feeBps: 0n })

describe(`a split (DEPTH_SEED=${seed})`, () => {
  test('brings what the best of many small steps does, on books nobody has seen', () => {
    const random = seededRandom(seed)
    for (let book = 0; book < books; book++) {
      const price = Math.exp(random.between(-3, 3))
      const venues = Array.from({ length: Math.floor(random.between(2, 7)) }, () => randomVenue(random, price))
      const all = parallel(venues.map(({ venue }) => venue))
      const most = venues.reduce((sum, { venue }) => sum + venue.at(price * 0.3).in, 0)
      const amount = most * random.between(0.01, 0.9)
      const said = sell(all, amount)
      const best = greedy(venues, amount, 4_000)
      // Tables lose a little between their rows; steps leave out whole pools that are smaller than one of them.
      expect(said.out / best, `book ${book}`).toBeGreaterThan(1 - 3e-4)
      expect(said.out / best, `book ${book}`).toBeLessThan(1 + 1e-3)
      for (const { swap } of venues) expect(said.out * (1 + 3e-4)).toBeGreaterThanOrEqual(swap(amount))
    }
  })

  test('of two constant products is the one that calculus gives', () => {
    const [a, b] = [product(1e12, 1e12), product(4e12, 4e12)]
    for (const amount of [1e6, 1e9, 1e12, 1e13])
      expect(sell(parallel([a, b]), amount).out / ((5e12 * amount) / (5e12 + amount)) - 1).toBeLessThan(1e-9)
  })

  test('through another token is one sale after the other', () => {
    const random = seededRandom(seed + 1)
    for (let k = 0; k < 30; k++) {
      const [first, second] = [randomVenue(random, 1.2), randomVenue(random, 2_000)]
      const both = series(first.venue, second.venue)
      const most = first.venue.at(first.venue.top * 0.3).in
      for (const share of [0.001, 0.1, 0.8]) {
        const between = first.swap(most * share)
        const said = sell(both, most * share).out
        expect(said / second.swap(between) - 1, `pair ${k}`).toBeLessThan(3e-3)
        // A table ends a little above a price of nothing: what a drained pool still pays is left out, here as there.
        expect(Math.abs(said / sell(second.venue, between).out - 1), `pair ${k}`).toBeLessThan(3e-3)
      }
    }
    // Once the first is far deeper, all that the second holds comes out.
    expect(sell(series(product(1e18, 1e18), product(1e6, 1e6)), 1e15).out).toBeGreaterThan(1e6 * (1 - 1e-4))
    expect(series(closed, product(1e9, 1e9)).top).toBe(0)
    expect(sell(series(product(1e9, 1e9), closed), 5)).toEqual({ out: 0, price: 0 })
  })
})

describe('what counts', () => {
  const pool = (venue: Venue | null, exchange = 'Uniswap v3') => ({ exchange, venue })
  const honest = product(1e6, 2e9)
  const counted = (pools: Parameters<typeof joinPools>[0], price: number | null = 2_000) => {
    const { venue, ...rest } = joinPools(pools, price, 1)
    return { ...rest, depth: venue.at(1_600).out }
  }
  const alone = counted([pool(honest)])

  test('a pool of spare change, one-sided, off its price or that refuses does not, and is told', () => {
    const spam = [product(40, 8e4), product(1e9, 1e3), closed, product(1e9, 1e9)]
    expect(counted([pool(honest), ...spam.map((one) => pool(one)), pool(null)])).toEqual({
      ...{ counted: new Map([['Uniswap v3', 1]]), small: 4, refused: 1 },
      depth: alone.depth,
    })
  })

  test('ten thousand spam pools move nothing', () => {
    const spam = Array.from({ length: 10_000 }, () => pool(product(20, 4e4), 'Curve'))
    expect(counted([pool(honest), ...spam])).toMatchObject({ depth: alone.depth, small: 10_000 })
  })

  test('what pays far above the price adds what it buys at the price, and no start to fall from', () => {
    const generous = joinPools([pool(honest), pool(product(100, 2e7))], 2_000, 1)
    expect(generous.venue.top).toBeCloseTo(2_020, 6)
    // What it bids for at more than the price, and not what it bids.
    expect(sell(generous.venue, 100).out / 100).toBeLessThanOrEqual(2_020.0001)
    const [without, beside] = [honest.at(1_600), generous.venue.at(1_600)]
    expect(beside.in - without.in).toBeLessThan(1_100)
    expect(upTo(honest, 3_000)).toBe(honest)
  })

  test('no more comes out than is there, whatever a pool says of itself', () => {
    const held = holding(honest, 50_000)
    expect(held.at(1).out).toBeCloseTo(50_000, 0)
    expect(sell(held, 1e9).out).toBeCloseTo(50_000, 0)
    expect(holding(honest, 0).top).toBe(0)
    expect(holding(honest, 1e12)).toBe(honest)
  })

  test('without a price from anybody the pool’s own stands', () => {
    expect(counted([pool(product(1e6, 2e9))], null).small).toBe(0)
    expect(joinPools([pool(product(10, 2e4))], null, 1).small).toBe(1)
    expect(joinPools([pool(product(1e6, 2e9))], null, null).small).toBe(1)
  })
})

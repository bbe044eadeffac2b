// What selling rising sizes of a token brings in dollars, split over all its pools so that none pays more for the last of it.
import type { PinnedReader } from '../../chains/pinned.ts'
import { ladderOf } from './curves/ladder.ts'
import { closed, sell, type Venue } from './curves/venue.ts'
import type { Coin, Exchange, Pair, Pool } from './pools/exchange.ts'
import { sizesFor } from './sizes.ts'
import { depthAt, type Judged, joinPools, shareOf, toDollars, toEnd, type Way } from './split.ts'

export interface Sold {
  /** With the price that pools are judged by; null where no lender lists it, and its deepest pool sets it. */
  readonly token: Coin
  readonly symbol: string
  /** What somebody says it is worth: for the sizes that are asked, and nothing else. */
  readonly aboutUsd: number | null
}
export interface QuoteCoin extends Coin {
  readonly symbol: string
  readonly isDollar: boolean
}

const coverageLength = 200
// Where the share that goes one of the ways is asked.
const shareAt = 0.05

/** In the order of the tokens. */
export async function readDepths(
  at: PinnedReader,
  exchanges: readonly Exchange[],
  tokens: readonly Sold[],
  quotes: readonly QuoteCoin[],
): Promise<Record<string, unknown>[]> {
  const pairs = pairsOf(tokens, quotes)
  const pools: Pool[][] = pairs.map(() => [])
  for (const exchange of exchanges) {
    const read = await exchange.read(at, pairs)
    read.forEach((some, p) => {
      pools[p]!.push(...some)
    })
  }
  const usdOf = referencesOf(pairs, pools)
  const joined = new Map(
    pairs.map((pair, p) => {
      const from = usdOf.get(pair.from.address) ?? null
      const price = from === null || !pair.to.usd ? null : from / pair.to.usd
      return [keyOf(pair.from, pair.to), joinPools(pools[p]!, price, pair.to.usd)]
    }),
  )
  const marketOf = (from: Coin, to: Coin) => joined.get(keyOf(from, to)) ?? nothing
  const onward = new Map(
    quotes
      .filter((mid) => !mid.isDollar)
      .map((mid) => [
        mid.address,
        toDollars(
          quotes
            .filter((end) => end.isDollar && end.address !== mid.address)
            .map((end) => ({ through: null, venue: marketOf(mid, end).venue })),
        ),
      ]),
  )
  return tokens.map((sold) => {
    const ends = quotes.filter((quote) => quote.address !== sold.token.address)
    const markets = ends.map((end) => marketOf(sold.token, end))
    const ways = ends.map(
      (end, e): Way => ({
        through: end.isDollar ? null : { usd: end.usd, onward: onward.get(end.address)! },
        venue: markets[e]!.venue,
      }),
    )
    return describe(sold, ends, markets, ways)
  })
}

const nothing: Judged = { venue: closed, counted: new Map(), small: 0, refused: 0 }

function pairsOf(tokens: readonly Sold[], quotes: readonly QuoteCoin[]): Pair[] {
  const mids = quotes.filter((quote) => !quote.isDollar)
  const pairs = new Map<string, Pair>()
  const add = (from: Coin, to: Coin) => {
    if (from.address !== to.address) pairs.set(keyOf(from, to), { from, to })
  }
  for (const { token } of tokens) for (const quote of quotes) add(token, quote)
  for (const mid of mids) for (const end of quotes) if (end.isDollar) add(mid, end)
  return [...pairs.values()]
}

function keyOf(from: Coin, to: Coin): string {
  return `${from.address}>${to.address}`
}

// Anybody may open a market that says what a token is worth; to outbid the deepest pool takes more than that pool holds.
function referencesOf(pairs: readonly Pair[], pools: readonly (readonly Pool[])[]): Map<string, number> {
  const references = new Map<string, number>()
  const deepest = new Map<string, number>()
  pairs.forEach(({ from, to }, p) => {
    if (from.usd !== null) references.set(from.address, from.usd)
    else if (to.usd !== null)
      for (const { venue } of pools[p]!) {
        const depthUsd = venue === null ? 0 : venue.at(venue.top * depthAt).out * to.usd
        if (depthUsd <= (deepest.get(from.address) ?? 0)) continue
        deepest.set(from.address, depthUsd)
        references.set(from.address, venue!.top * to.usd)
      }
  })
  return references
}

function describe(
  { token, symbol, aboutUsd }: Sold,
  ends: readonly QuoteCoin[],
  markets: readonly Judged[],
  ways: readonly Way[],
) {
  const sizes = sizesFor(aboutUsd)
  const venue = toDollars(ways)
  const through = ends.flatMap((end, e) => {
    const way = ways[e]!
    if (way.through === null || way.through.usd === null || way.venue.top <= 0) return []
    const all = toEnd(ways, way)
    const share = significant(shareOf(way, all, shareAt))
    return [{ token: end.address, share, quotes: quotesOf(all, sizes), ladder: ladderOf(all) }]
  })
  return {
    token: token.address,
    symbol,
    quotes: quotesOf(venue, sizes),
    ladder: ladderOf(venue),
    ...(through.length === 0 ? {} : { through }),
    ...venuesOf(markets),
  }
}

// Once nothing more is bought larger sizes say nothing.
function quotesOf(venue: Venue, sizes: readonly number[]) {
  if (venue.top <= 0) return []
  const quotes = sizes.map((size) => {
    const { out, price } = sell(venue, size)
    return { amount_in: size, amount_out_usd: Math.round(out * 100) / 100, price_usd: significant(price) }
  })
  const end = quotes.findIndex(({ price_usd: price }) => price === 0)
  return end < 0 ? quotes : quotes.slice(0, end + 1)
}

function significant(value: number): number {
  return Number(value.toPrecision(12))
}

// A pool that is not counted is told: how many were too small to be anybody's market, and how many did not answer as they should.
function venuesOf(markets: readonly Judged[]) {
  const pools = new Map<string, number>()
  for (const { counted } of markets) for (const [name, many] of counted) pools.set(name, (pools.get(name) ?? 0) + many)
  const [small, refused] = [sum(markets.map((one) => one.small)), sum(markets.map((one) => one.refused))]
  const left = [...(small > 0 ? [`${small} too small`] : []), ...(refused > 0 ? [`${refused} refused`] : [])]
  const counted = pools.size === 0 ? 'no pool' : [...pools].map(([name, many]) => `${name} ${many}`).join(', ')
  const text = left.length === 0 ? counted : `${counted}; left out ${left.join(', ')}`
  return {
    coverage: text.length <= coverageLength ? text : `${text.slice(0, coverageLength - 1)}…`,
    venues: [...pools].map(([name, many]) => ({ name, pools: many })),
    left_out: { small, refused },
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0)
}

// A token's pools joined to one market: which of them count, sold into at one price, directly to dollars or through another token.
import { closed, type Point, parallel, scaled, sell, series, type Venue } from './curves/venue.ts'
import { leastPoolUsd, type Pool } from './pools/exchange.ts'

export interface Judged {
  readonly venue: Venue
  readonly counted: ReadonlyMap<string, number>
  readonly small: number
  readonly refused: number
}

export const depthAt = 0.8
// What pays more above the price than this pays so much: nobody leaves money lying, and who does buys no depth with it.
const mostAbovePrice = 1.01

/** `price`: of what is sold in what is paid, as far as somebody says; `usd`: of what is paid. */
export function joinPools(pools: readonly Pool[], price: number | null, usd: number | null): Judged {
  const counted = new Map<string, number>()
  const venues: Venue[] = []
  let [small, refused] = [0, 0]
  for (const { exchange, venue } of pools) {
    if (venue === null) refused++
    else if (!isMarket(venue, price, usd)) small++
    else {
      counted.set(exchange, (counted.get(exchange) ?? 0) + 1)
      venues.push(price === null ? venue : upTo(venue, price * mostAbovePrice))
    }
  }
  return { venue: parallel(venues), counted, small, refused }
}

function isMarket(venue: Venue, price: number | null, usd: number | null): boolean {
  return venue.at((price ?? venue.top) * depthAt).out * (usd ?? 0) >= leastPoolUsd
}

/** What is paid above a price is paid at it. */
export function upTo(venue: Venue, price: number): Venue {
  if (venue.top <= price) return venue
  const { in: into, out } = venue.at(price)
  const extra = out - into * price
  return {
    top: price,
    at(below) {
      if (below >= price) return { in: 0, out: 0 }
      const point = venue.at(below)
      return { in: point.in, out: point.out - extra }
    },
  }
}

export interface Way {
  /** Null: a dollar. */
  readonly through: { readonly usd: number | null; readonly onward: Venue } | null
  readonly venue: Venue
}

/** All the way to dollars. */
export function toDollars(ways: readonly Way[]): Venue {
  return parallel(ways.map(({ through, venue }) => (through === null ? venue : series(venue, through.onward))))
}

/** To dollars, and to one other token at its price: for whoever follows what becomes of that one. */
export function toEnd(ways: readonly Way[], end: Way): Venue {
  const usd = end.through?.usd ?? null
  if (usd === null) return closed
  return parallel(
    ways.flatMap((way) => (way === end ? [scaled(way.venue, 1, 1 / usd)] : way.through === null ? [way.venue] : [])),
  )
}

/** Of a sale down to that fall of the price, what goes one of the ways, by what it brings. */
export function shareOf(way: Way, all: Venue, fall: number): number {
  const price = all.top * (1 - fall)
  const usd = way.through === null ? 1 : (way.through.usd ?? 0)
  const own: Point = usd > 0 ? way.venue.at(price / usd) : { in: 0, out: 0 }
  const { out } = all.at(price)
  return out > 0 ? Math.min(1, (own.out * usd) / out) : 0
}

export { sell }

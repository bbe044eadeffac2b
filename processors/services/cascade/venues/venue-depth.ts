// What central exchanges would take of a chain's tokens beside its pools: book by book, and per token as a curve of further falls.
import { bandCount, bandPct } from '../../../../ingestors/sources/coinbase-books/topic.ts'
import type { ImpactCurve } from '../model/impact.ts'
import type { Token } from '../model/token.ts'
import { inOrder, isSoldAs, type VenueBook } from './books.ts'

/** A book is of the chain's own moment, or it is none. */
export const mostApartSeconds = 180
/** Whoever pays in another dollar than dollars is believed this far from one. */
export const mostOffDollarPct = 2
/** The middle of a book may stand so far from what the lender's oracle says. */
export const mostOffPricePct = 3
/** What must be bid for within a percent. */
export const leastNearUsd = 10_000
/** All that counts of a book, in times what counts of it within a percent. */
export const mostTimesNear = 10
export const shownPct = [1, 2, 5, 10] as const

export type VenueDepth = {
  readonly token: string
  readonly venue: string
  readonly market: string
  readonly quote: string
  /** Dollars for one of the quote; null where nothing says. */
  readonly usdPerQuote: number | null
  readonly at: string
  readonly middleUsd: number | null
  readonly reachPct: number
  readonly sellable: readonly { readonly withinPct: number; readonly usd: number }[]
  /** Why it counts for nothing; null where it counts. */
  readonly leftOut: string | null
}

export type VenueDepths = {
  /** Per token of the state: multipliers on the price at which the sale begins. */
  readonly curves: readonly (ImpactCurve | null)[]
  readonly books: readonly VenueDepth[]
}

type Named = Pick<Token, 'symbol' | 'priceUsd' | 'isUnlisted'>

/** Null where no book counts. `at`: the chain's moment. */
export function venueDepths(chainId: number, tokens: readonly Named[], all: Iterable<VenueBook>, at: Date): VenueDepths | null {
  const books = inOrder(all)
  const shown: VenueDepth[] = []
  const curves = tokens.map((token) => {
    const sums = new Array<number>(bandCount).fill(0)
    for (const book of token.isUnlisted === true ? [] : books) {
      if (!isSoldAs(token.symbol, chainId, book)) continue
      const { depth, counted } = readDepth(token, book, books, at)
      shown.push(depth)
      counted.forEach((amount, band) => {
        sums[band]! += amount
      })
    }
    return sums.at(-1)! > 0 ? curveOf(sums) : null
  })
  return curves.every((curve) => curve === null) ? null : { curves, books: shown }
}

function readDepth(token: Named, book: VenueBook, books: readonly VenueBook[], at: Date) {
  const { venue, market, quote } = book
  const { best_bid: bid, best_ask: ask, reach_pct: reachPct, bid_amounts: amounts } = book.totals
  const usdPerQuote = dollarsFor(quote, books, at)
  const middle = bid === null || ask === null ? null : (bid + ask) / 2
  const middleUsd = middle === null || usdPerQuote === null ? null : middle * usdPerQuote
  const counted = countedAmounts(amounts)
  const near = middleUsd === null ? 0 : proceedsUsd(counted, 1, middleUsd)
  const leftOut = faultOf(book, at, usdPerQuote) ?? standingFault(token, middleUsd, near)
  const depth: VenueDepth = {
    token: token.symbol,
    venue,
    market,
    quote,
    usdPerQuote,
    at: book.at,
    middleUsd,
    reachPct,
    sellable: shownPct.map((withinPct) => ({
      withinPct,
      usd: leftOut === null ? proceedsUsd(counted, withinPct, middleUsd!) : 0,
    })),
    leftOut,
  }
  return { depth, counted: leftOut === null ? counted : [] }
}

function faultOf(book: VenueBook, at: Date, usdPerQuote: number | null): string | null {
  if (book.totals.fault !== null) return book.totals.fault
  if (secondsApart(book, at) > mostApartSeconds) return `more than ${mostApartSeconds} seconds from the chain's block`
  if (usdPerQuote === null) return `nothing says what ${book.quote} is worth in dollars`
  return 100 * Math.abs(usdPerQuote - 1) > mostOffDollarPct
    ? `${book.quote} stands over ${mostOffDollarPct} % off the dollar`
    : null
}

function standingFault({ priceUsd }: Named, middleUsd: number | null, nearUsd: number): string | null {
  if (middleUsd === null || 100 * Math.abs(middleUsd / priceUsd - 1) > mostOffPricePct)
    return `over ${mostOffPricePct} % off the lender's price`
  return nearUsd < leastNearUsd ? `takes less than ${leastNearUsd} USD within a percent` : null
}

const secondsApart = (book: VenueBook, at: Date): number => Math.abs(Date.parse(book.at) - at.getTime()) / 1_000

// The lowest bid for it of any book in dollars, never above a dollar.
function dollarsFor(quote: string, books: readonly VenueBook[], at: Date): number | null {
  if (quote === 'USD') return 1
  const bids = books.flatMap((book) =>
    book.base === quote && book.quote === 'USD' && faultOf(book, at, 1) === null ? [book.totals.best_bid!] : [],
  )
  return bids.length === 0 ? null : Math.min(1, ...bids)
}

/** Up to each band's end what counts: no band more than all that is nearer, all no more than some times what is near. */
export function countedAmounts(amounts: readonly number[]): number[] {
  const nearBands = 1 / bandPct
  const counted: number[] = []
  let [before, sum] = [0, 0]
  amounts.forEach((amount, band) => {
    const own = Math.max(0, amount - before)
    before = Math.max(before, amount)
    sum += band === 0 ? own : Math.min(own, sum)
    if (band >= nearBands) sum = Math.min(sum, mostTimesNear * counted[nearBands - 1]!)
    counted.push(sum)
  })
  return counted
}

function proceedsUsd(counted: readonly number[], withinPct: number, middleUsd: number): number {
  let [usd, before] = [0, 0]
  counted.slice(0, Math.round(withinPct / bandPct)).forEach((amount, band) => {
    usd += (amount - before) * middleUsd * (1 - ((band + 0.5) * bandPct) / 100)
    before = amount
  })
  return usd
}

function curveOf(sizes: readonly number[]): ImpactCurve {
  return { kind: 'sampled', sizes, multipliers: sizes.map((_, band) => 1 - ((band + 1) * bandPct) / 100) }
}

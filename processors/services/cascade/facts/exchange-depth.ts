// Exchange quotes as a price and as depth, such that a pool of a few dollars at a price of its own bends neither.
import { curveFromQuotes, type ImpactCurve } from '../model/impact.ts'
import type { Depth } from './chain-facts.ts'

type Quotes = Depth['quotes']

/** A quote below it may be a pool that nobody troubles to trade against. */
export const leastQuoteUsd = 10_000
/** What a quote pays above the token's price counts as this much above it. */
const mostAbovePrice = 1.01

/** Dollars a token by the smallest quote of a size that costs something to fake; null where none is that large. */
export function quotedUsd(quotes: Quotes): number | null {
  const [first] = bySize(quotes).filter((quote) => quote.amount_out_usd >= leastQuoteUsd)
  return first === undefined ? null : first.amount_out_usd / first.amount_in
}

/** Null where quotes are too few or too small to say anything. */
export function readDepth(quotes: Quotes, priceUsd: number | null): ImpactCurve | null {
  const most = mostAbovePrice * (priceUsd ?? Number.POSITIVE_INFINITY)
  const large = quotes.filter((quote) => quote.amount_out_usd >= leastQuoteUsd)
  const curve = curveFromQuotes(
    (large.length >= 2 ? large : quotes).map(({ amount_in: amountIn, amount_out_usd: usd }) => ({
      amountIn,
      amountOut: Math.min(usd, most * amountIn),
    })),
  )
  return curve.kind === 'none' ? null : curve
}

export function bySize(quotes: Quotes): Quotes {
  return quotes.toSorted((a, b) => a.amount_in - b.amount_in)
}

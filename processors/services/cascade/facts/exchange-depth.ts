// Exchange quotes as a price and as depth, such that a pool of a few dollars at a price of its own bends neither.
import { curveFromQuotes, type ImpactCurve } from '../model/impact.ts'
import type { Depth } from './chain-facts.ts'

type Quotes = Depth['quotes']
type Ladder = NonNullable<Depth['ladder']>

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
export function readDepth({ quotes, ladder }: Pick<Depth, 'quotes' | 'ladder'>, priceUsd: number | null): ImpactCurve | null {
  if (ladder !== undefined) return curveFromLadder(ladder, priceUsd)
  const most = mostAbovePrice * (priceUsd ?? Number.POSITIVE_INFINITY)
  const large = quotes.filter((quote) => quote.amount_out_usd >= leastQuoteUsd)
  const some = large.length >= 2 ? large : quotes
  const marginal = curveFromPrices(some, priceUsd)
  if (marginal !== null) return marginal
  const curve = curveFromQuotes(
    some.map(({ amount_in: amountIn, amount_out_usd: usd }) => ({
      amountIn,
      amountOut: Math.min(usd, most * amountIn),
    })),
  )
  return curve.kind === 'none' ? null : curve
}

const lowest = 1e-9

// Where the quotes say what the next token would bring nothing has to be inferred. What is paid above the token's own price is no
// higher start to fall from.
function curveFromPrices(quotes: Quotes, priceUsd: number | null): ImpactCurve | null {
  const sorted = bySize(quotes)
  const [first] = sorted
  if (first === undefined || sorted.length < 2 || sorted.some((quote) => quote.price_usd === undefined)) return null
  const spot = Math.min(first.amount_out_usd / first.amount_in, priceUsd ?? Number.POSITIVE_INFINITY)
  if (!(spot > 0)) return null
  let before = 1
  const multipliers = sorted.map(({ price_usd: price }) => {
    before = Math.max(lowest, Math.min(before, price! / spot))
    return before
  })
  return before === 1 ? null : { kind: 'sampled', sizes: sorted.map((quote) => quote.amount_in), multipliers }
}

// Rung by rung. What pays more than the token's own price is no higher start to fall from.
function curveFromLadder({ amount_in: amounts, price_usd: prices }: Ladder, priceUsd: number | null): ImpactCurve | null {
  const spot = Math.min(prices[0] ?? 0, priceUsd ?? Number.POSITIVE_INFINITY)
  if (!(spot > 0)) return null
  const sizes: number[] = []
  const multipliers: number[] = []
  let [sold, before] = [0, Number.POSITIVE_INFINITY]
  amounts.forEach((amount, r) => {
    const now = Math.max(lowest, Math.min(before, (prices[r] ?? 0) / spot))
    const more = Math.max(0, amount - sold)
    if (before > 1 && now < 1 && r > 0) {
      // Where between two rungs the price is the token's own.
      const [from, to] = [1 / Math.sqrt(before), 1 / Math.sqrt(now)]
      sizes.push(sold + (more * (1 - from)) / (to - from))
      multipliers.push(1)
    }
    sold += more
    before = now
    if (now <= 1) {
      sizes.push(sold)
      multipliers.push(now)
    }
  })
  return sold === 0 || before >= 1 ? null : { kind: 'sampled', sizes, multipliers }
}

export function bySize(quotes: Quotes): Quotes {
  return quotes.toSorted((a, b) => a.amount_in - b.amount_in)
}

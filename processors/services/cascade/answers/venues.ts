// What an answer says of central exchanges where they were asked for: book by book, and what they take off the fall, the sales and the bad debt.
import Type from 'typebox'
import { type Point, tallyOf } from '../curve/columns.ts'
import type { Curve } from '../curve/curve.ts'
import { answerAt } from '../curve/interpolate.ts'
import { shownPct, type VenueDepth } from '../venues/venue-depth.ts'
import { cents } from './render.ts'
import { percent, price } from './rounded.ts'
import { orNull, pct, usd } from './sections.ts'

export const depths = ['onchain', 'all'] as const
export type Depth = (typeof depths)[number]

export type WithVenues = {
  readonly books: readonly VenueDepth[]
  /** The same markets without them, at the same drops. */
  readonly without: Curve
}

const less = (description: string) => usd(`${description} that they take off; below 0 where a shallower market leaves less`)

export const venueSection = Type.Optional(
  Type.Object(
    {
      books: Type.Array(
        Type.Object({
          token: Type.String({ description: 'the chain’s token that is sold there' }),
          venue: Type.String(),
          market: Type.String(),
          quote: Type.String({ description: 'what is paid' }),
          usd_per_quote: orNull(Type.Number({ description: 'dollars for one of it, by the lowest bid' })),
          time: Type.String({ format: 'date-time', description: 'by the venue’s own clock' }),
          middle_usd: orNull(usd('between the best bid and ask')),
          reach_pct: pct('how far below the middle bids were told'),
          sellable: Type.Array(Type.Object({ within_pct: pct('price fall'), usd: usd('what bids that count pay down to it') })),
          left_out: orNull(Type.String({ description: 'why it counts for nothing' })),
        }),
      ),
      without: Type.Object(
        {
          collateral_seized_usd: usd('collateral liquidated'),
          bad_debt_usd: usd('bad debt'),
          final_drop_pct: pct('price drop at the end'),
        },
        { description: 'the same question sold into pools alone, computed at the same drops' },
      ),
      less: Type.Object({
        collateral_seized_usd: less('collateral liquidated'),
        bad_debt_usd: less('bad debt'),
        final_drop_pct: pct('points of the price drop at the end that they take off'),
      }),
    },
    { description: `only with depth=all: what central exchanges buy within ${shownPct.join(', ')} %, and what that changes` },
  ),
)

export const venueNames = (books: readonly VenueDepth[]): string[] => [
  ...new Set(books.filter(({ leftOut }) => leftOut === null).map(({ venue }) => venue)),
]

export function comparedWith({ books, without }: WithVenues, point: Point, dropPct: number) {
  const alone = answerAt(without, dropPct).point
  const [total, own] = [tallyOf(point, 'all', 'total'), tallyOf(alone, 'all', 'total')]
  return {
    books: books.map((book) => ({
      token: book.token,
      venue: book.venue,
      market: book.market,
      quote: book.quote,
      usd_per_quote: book.usdPerQuote,
      time: book.at,
      middle_usd: book.middleUsd === null ? null : price(book.middleUsd),
      reach_pct: percent(book.reachPct, 2),
      sellable: book.sellable.map(({ withinPct, usd }) => ({ within_pct: withinPct, usd: cents(usd) })),
      left_out: book.leftOut,
    })),
    without: {
      collateral_seized_usd: cents(own.seizedUsd),
      bad_debt_usd: cents(own.badDebtUsd),
      final_drop_pct: percent(alone.finalDropPct),
    },
    less: {
      collateral_seized_usd: cents(own.seizedUsd - total.seizedUsd),
      bad_debt_usd: cents(own.badDebtUsd - total.badDebtUsd),
      final_drop_pct: percent(alone.finalDropPct - point.finalDropPct),
    },
  }
}

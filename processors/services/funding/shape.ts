// Cuts a funding answer to the coins, venue and size that were asked for.
import type { Static } from 'typebox'
import { listCoins } from '../../inputs/coins.ts'
import type { extremesAnswer, ratesAnswer, takeExtremes, takeRates } from './schema.ts'

type RatesBody = Omit<Static<typeof ratesAnswer>, 'meta'>
type ExtremesBody = Omit<Static<typeof extremesAnswer>, 'meta'>

export function shapeRates(body: RatesBody, input: Static<(typeof takeRates)['input']>): RatesBody {
  const asked = listCoins(input.coin, body.rates)
  const rates = body.rates
    .filter((row) => asked === undefined || asked.includes(row.coin))
    .filter((row) => row.oi_usd >= (input.min_oi_usd ?? 0))
    .map((row) =>
      input.venue === undefined ? row : { ...row, venues: row.venues.filter((venue) => venue.venue === input.venue) },
    )
    .filter((row) => row.venues.length > 0)
  return { ...body, rates: rates.slice(0, input.limit) }
}

export function shapeExtremes(body: ExtremesBody, input: Static<(typeof takeExtremes)['input']>): ExtremesBody {
  const cut = (rows: ExtremesBody['extremes']['positive']) =>
    rows.filter((row) => row.oi_usd >= (input.min_oi_usd ?? 0)).slice(0, input.limit)
  return { ...body, extremes: { positive: cut(body.extremes.positive), negative: cut(body.extremes.negative) } }
}

// Cuts a funding answer to the coins, venue and size that were asked for.
import type { Static } from 'typebox'
import { TollgateError } from '../../../errors.ts'
import type { extremesAnswer, extremesInput, RatesInput, ratesAnswer } from './schema.ts'

type RatesBody = Omit<Static<typeof ratesAnswer>, 'meta'>
type ExtremesBody = Omit<Static<typeof extremesAnswer>, 'meta'>

export function shapeRates(body: RatesBody, input: RatesInput): RatesBody {
  const asked = input.coin?.toUpperCase().split(',')
  const unknown = asked?.filter((coin) => !body.rates.some((row) => row.coin === coin)) ?? []
  if (unknown.length > 0) throw new TollgateError('input_unusable', `coin: no funding is known for ${unknown.join(', ')}`)
  const rates = body.rates
    .filter((row) => asked === undefined || asked.includes(row.coin))
    .filter((row) => row.oi_usd >= (input.min_oi_usd ?? 0))
    .map((row) =>
      input.venue === undefined ? row : { ...row, venues: row.venues.filter((venue) => venue.venue === input.venue) },
    )
    .filter((row) => row.venues.length > 0)
  return { ...body, rates: rates.slice(0, input.limit) }
}

export function shapeExtremes(body: ExtremesBody, input: Static<typeof extremesInput>): ExtremesBody {
  const cut = (rows: ExtremesBody['extremes']['positive']) =>
    rows.filter((row) => row.oi_usd >= (input.min_oi_usd ?? 0)).slice(0, input.limit)
  return { ...body, extremes: { positive: cut(body.extremes.positive), negative: cut(body.extremes.negative) } }
}

// Cuts a funding answer to the coins, venue and size that were asked for.
import { listCoins } from '../../inputs/coins.ts'
import type { InputOf, Stored } from '../../kit/index.ts'
import type { extremesAnswer, ratesAnswer, takeExtremes, takeRates } from './schema.ts'

type RatesBody = Stored<typeof ratesAnswer>
type ExtremesBody = Stored<typeof extremesAnswer>

export function shapeRates(body: RatesBody, input: InputOf<typeof takeRates>): RatesBody {
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

export function shapeExtremes(body: ExtremesBody, input: InputOf<typeof takeExtremes>): ExtremesBody {
  const cut = (rows: ExtremesBody['extremes']['positive']) =>
    rows.filter((row) => row.oi_usd >= (input.min_oi_usd ?? 0)).slice(0, input.limit)
  return { ...body, extremes: { positive: cut(body.extremes.positive), negative: cut(body.extremes.negative) } }
}

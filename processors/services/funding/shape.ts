// Cuts a funding answer to the coins, venue and size that were asked for.
import { round, weightedMean } from '../../formula/index.ts'
import { listCoins } from '../../inputs/coins.ts'
import type { InputOf, Stored } from '../../kit/index.ts'
import type { extremesAnswer, ratesAnswer, takeExtremes, takeRates } from './schema.ts'
import { verdictOfRate } from './signal.ts'

type RatesBody = Stored<typeof ratesAnswer> & { readonly signal: object }
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
  const shown = { ...body, rates: rates.slice(0, input.limit) }
  return asked === undefined || rates.length === 0
    ? shown
    : { ...shown, signal: { ...body.signal, ...verdictOf(rates, input.venue) } }
}

/** Of the coins that were named; the market section stays that of all. */
function verdictOf(rates: RatesBody['rates'], venue: string | undefined) {
  const aprOf = (row: RatesBody['rates'][number]) => (venue === undefined ? row.apr_pct : row.venues[0]!.apr_pct)
  const apr = weightedMean(rates.map((row) => ({ value: aprOf(row), weight: row.oi_usd }))) ?? 0
  const { score, label } = verdictOfRate(apr / 100)
  const names = rates.map(({ coin }) => coin).join(', ')
  const summary = `Funding of ${names.slice(0, 120)} costs longs ${round(apr, 2)} % a year${venue === undefined ? ' by open interest' : ` on ${venue}`} (baseline 10.95 %): ${label.replace('_', ' ')}.`
  return { score: round(score, 1), label, summary }
}

export function shapeExtremes(body: ExtremesBody, input: InputOf<typeof takeExtremes>): ExtremesBody {
  const cut = (rows: ExtremesBody['extremes']['positive']) =>
    rows.filter((row) => row.oi_usd >= (input.min_oi_usd ?? 0)).slice(0, input.limit)
  return { ...body, extremes: { positive: cut(body.extremes.positive), negative: cut(body.extremes.negative) } }
}

// The funding answers, field by field, and the filters a buyer may put on them.
import Type from 'typebox'
import { answerSchema, signalSchema } from '../../answer.ts'
import { defineLimit, defineMoney } from '../../inputs/amounts.ts'
import { defineChoice } from '../../inputs/choice.ts'
import { coin, coins } from '../../inputs/coins.ts'
import { defineNumberChoice } from '../../inputs/number-choice.ts'
import { optional, takeInputs } from '../../inputs/take.ts'
import { extremeLabels, windows } from './extremes.ts'
import { crowdLabels, rateLabels } from './signal.ts'

const number = (description: string) => Type.Number({ description })
const maybe = (description: string) => Type.Union([Type.Number(), Type.Null()], { description })
const venue = Type.String({ description: 'hyperliquid, binance, bybit, okx or dydx' })
const score = [-100, 100] as const

export const ratesAnswer = answerSchema(signalSchema(rateLabels, score), {
  market: Type.Object({
    oi_weighted_apr_pct: number('mean funding a year, weighted by open interest; positive: longs pay shorts'),
    excess_over_baseline_pct: number('the same minus 10.95, the 0.01 % per 8 h that venues charge when nothing pulls'),
    median_apr_pct: number('percent a year'),
    positive_pct: number('share of coins whose longs pay'),
    dispersion_apr_pct: number('median absolute deviation of the coins, percent a year'),
    coins: Type.Integer(),
    oi_usd: number('open interest of the coins listed'),
  }),
  rates: Type.Array(
    Type.Object({
      coin: Type.String(),
      oi_usd: Type.Number(),
      apr_pct: number('weighted by open interest over the venues that publish it'),
      spread_apr_pct: number('dearest minus cheapest venue'),
      long_venue: venue,
      short_venue: venue,
      venues: Type.Array(
        Type.Object({
          venue,
          rate_pct: number('percent of the notional an interval'),
          interval_h: Type.Number(),
          apr_pct: Type.Number(),
          next_funding_at: Type.Union([Type.String(), Type.Null()]),
          oi_usd: maybe('null where the venue is read through another that does not pass it on'),
        }),
      ),
    }),
    { description: 'at most 100 coins with at least a million dollars of open interest, largest first' },
  ),
})

const extreme = Type.Object({
  coin: Type.String(),
  apr_pct: Type.Number(),
  z: maybe("robust deviations of Hyperliquid's rate from its own paid hours; null below 30 of them"),
  percentile: maybe('among those hours, percent'),
  history_days: number('how far back the paid hours go that it is held against'),
  streak_h: Type.Integer({ description: 'paid hours in a row with the same sign' }),
  oi_usd: Type.Number(),
  price_change_24h_pct: maybe('percent'),
  carry: Type.Object({
    spread_apr_pct: Type.Number(),
    long_venue: venue,
    short_venue: venue,
    breakeven_days: maybe('days until the spread has paid a 0.16 % round trip'),
  }),
})

export const extremesAnswer = answerSchema(signalSchema(extremeLabels, score), {
  window_days: Type.Integer({ description: 'how many days of paid hours a coin is held against' }),
  shares: Type.Object({
    positive_oi_pct: number('share of judged open interest at z of 2 or more'),
    negative_oi_pct: number('share of judged open interest at z of -2 or less'),
    coins_judged: Type.Integer({ description: 'coins with enough history for a z' }),
  }),
  extremes: Type.Object({ positive: Type.Array(extreme), negative: Type.Array(extreme) }),
})

const components = {
  funding_z: maybe('funding against its own month'),
  oi_z: maybe('open interest in coins against its own month'),
  basis_z: maybe('mark over index against the premiums of the month'),
}

export const crowdAnswer = answerSchema(signalSchema(crowdLabels, score), {
  coin: Type.Union([Type.String(), Type.Null()], { description: 'null: the whole market' }),
  components: Type.Object({
    ...components,
    persistence_h: maybe('hours in a row that funding kept its sign'),
    venue_agreement: maybe('share of venues on the same side, 0 to 1'),
  }),
  coins: Type.Array(
    Type.Object({
      coin: Type.String(),
      label: Type.String({ enum: [...crowdLabels] }),
      score: Type.Number(),
      apr_pct: Type.Number(),
      ...components,
      persistence_h: Type.Integer(),
      venue_agreement: Type.Number(),
      oi_usd: Type.Number(),
    }),
  ),
})

const oneVenue = defineChoice('venue', ['hyperliquid', 'binance', 'bybit', 'okx', 'dydx'], { description: 'one venue' })
const leastOi = defineMoney({ most: 1e12, description: 'only coins with at least this open interest in dollars' })
const limit = defineLimit({ most: 100, description: 'how many coins' })

export const takeRates = takeInputs({
  coin: optional(coins),
  venue: optional(oneVenue),
  min_oi_usd: optional(leastOi),
  limit: optional(limit),
})
export const takeExtremes = takeInputs({
  window_days: optional(defineNumberChoice('window_days', windows, { description: 'against how many days; 30 unsaid' })),
  min_oi_usd: optional(leastOi),
  limit: optional(limit),
})
export const takeCrowd = takeInputs({ coin: optional(coin) })

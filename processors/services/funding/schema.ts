// The funding answers, field by field, and the filters a buyer may put on them.
import { defineLimit, defineMoney } from '../../inputs/amounts.ts'
import { defineChoice } from '../../inputs/choice.ts'
import { coin, coins } from '../../inputs/coins.ts'
import { defineNumberChoice } from '../../inputs/number-choice.ts'
import { optional } from '../../inputs/take.ts'
import { count, days, fields, known, list, maybe, number, pct, section, text, usd, word } from '../../kit/index.ts'
import { windows } from './extremes.ts'
import { crowdLabels } from './signal.ts'

const venues = ['hyperliquid', 'binance', 'bybit', 'okx', 'dydx'] as const
const venueNames = 'hyperliquid, binance, bybit, okx or dydx'

export const ratesAnswer = fields({
  market: {
    oi_weighted_apr_pct: known(pct('mean funding a year, weighted by open interest; positive: longs pay shorts', 2)),
    excess_over_baseline_pct: known(pct('the same minus 10.95, the 0.01 % per 8 h that venues charge when nothing pulls', 2)),
    median_apr_pct: known(pct('percent a year', 2)),
    positive_pct: known(pct('share of coins whose longs pay')),
    dispersion_apr_pct: known(pct('median absolute deviation of the coins, percent a year')),
    coins: count(),
    oi_usd: known(usd('open interest of the coins listed', 0)),
    not_weighed: list(text(), 'venues whose rates are told without their open interest: they weigh nothing in the means'),
  },
  rates: list(
    {
      coin: text(),
      oi_usd: known(usd(undefined, 0)),
      apr_pct: known(pct('weighted by open interest over the venues that publish it', 2)),
      spread_apr_pct: pct('dearest minus cheapest venue of those with a million dollars; null where there are not two', 2),
      long_venue: maybe(text(venueNames)),
      short_venue: maybe(text(venueNames)),
      venues: list({
        venue: text(venueNames),
        rate_pct: known(pct('percent of the notional an interval', 6)),
        interval_h: known(number()),
        apr_pct: known(pct(undefined, 2)),
        next_funding_at: maybe(text()),
        oi_usd: usd('null where the venue is read through another that does not pass it on', 0),
      }),
    },
    'at most 100 coins with at least a million dollars of open interest, largest first',
  ),
})

const extreme = {
  coin: text(),
  apr_pct: known(pct(undefined, 2)),
  z: number("robust deviations of Hyperliquid's rate from its own paid hours; null below 30 of them", 2),
  percentile: number('among those hours, percent'),
  history_days: known(days('how far back the paid hours go that it is held against')),
  streak_h: count('paid hours in a row with the same sign'),
  oi_usd: known(usd(undefined, 0)),
  price_change_24h_pct: pct('percent', 2),
  carry: maybe(
    section({
      spread_apr_pct: known(pct(undefined, 2)),
      long_venue: text(venueNames),
      short_venue: text(venueNames),
      breakeven_days: days('days until the spread has paid a 0.16 % round trip'),
      unsized: list(text(), 'of the two those whose own open interest is not published to us'),
    }),
    'between venues with a million dollars of it; null where there are not two',
  ),
}

export const extremesAnswer = fields({
  window_days: count('how many days of paid hours a coin is held against', { unit: 'days' }),
  shares: {
    positive_oi_pct: known(pct('share of judged open interest at z of 2 or more', 1)),
    negative_oi_pct: known(pct('share of judged open interest at z of -2 or less', 1)),
    coins_judged: count('coins with enough history for a z'),
  },
  extremes: {
    positive: list(extreme),
    negative: list(extreme),
  },
})

const components = {
  funding_z: number('funding against its own month', 2),
  oi_z: number('open interest in coins against its own month', 2),
  basis_z: number('mark over index against the premiums of the month', 2),
}

export const crowdAnswer = fields({
  coin: maybe(text('null: the whole market')),
  components: {
    ...components,
    persistence_h: number('hours in a row that funding kept its sign'),
    venue_agreement: number('share of venues on the same side, 0 to 1', 2),
  },
  coins: list({
    coin: text(),
    label: word(crowdLabels),
    score: known(number(undefined, 1)),
    apr_pct: known(pct(undefined, 2)),
    ...components,
    persistence_h: count(),
    venue_agreement: known(number(undefined, 2)),
    oi_usd: known(usd(undefined, 0)),
  }),
})

const oneVenue = defineChoice('venue', venues, { description: 'one venue' })
const leastOi = defineMoney({ most: 1e12, description: 'only coins with at least this open interest in dollars' })
const limit = defineLimit({ most: 100, description: 'how many coins' })

export const takeRates = {
  coin: optional(coins),
  venue: optional(oneVenue),
  min_oi_usd: optional(leastOi),
  limit: optional(limit),
}
export const takeExtremes = {
  window_days: optional(defineNumberChoice('window_days', windows, { description: 'against how many days; 30 unsaid' })),
  min_oi_usd: optional(leastOi),
  limit: optional(limit),
}
export const takeCrowd = { coin: optional(coin) }

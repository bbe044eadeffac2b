// The open-interest answers, field by field, and the filters a buyer may put on them.
import { defineLimit, defineMoney } from '../../inputs/amounts.ts'
import { defineChoice } from '../../inputs/choice.ts'
import { coin as coinInput, coins } from '../../inputs/coins.ts'
import { optional } from '../../inputs/take.ts'
import { count, days, fields, flag, known, list, maybe, number, pct, section, text, usd, word } from '../../kit/index.ts'
import { horizonKeys, horizonNames } from './coins.ts'
import { flowLabels } from './signal.ts'

const spans = horizonKeys.map((key) => horizonNames[key]) as ['1h', '4h', '24h', '7d']
const toMcap = number('open interest over the worth of all coins of it; null where that is not known')
const toVolume = number('open interest over 24-hour volume')
export const trendAnswer = fields({
  total_usd: known(usd('open interest in dollars over the venues read, of the coins that are asked for')),
  change: section(
    { h1_pct: pct('1 hour'), h4_pct: pct('4 hours'), h24_pct: pct('24 hours'), d7_pct: pct('7 days') },
    'change of open interest in coins, so that a price move alone is none; null without history',
  ),
  horizon: word(spans, 'the span that changes are judged over'),
  change_z: number('change over the horizon against its own month, robust deviations weighted by open interest', 2),
  oi_to_mcap: toMcap,
  by_venue: list({
    venue: text(),
    oi_usd: known(usd()),
    coins: count(),
    share_pct: known(pct('of what is read, not of the market')),
  }),
  market: section(
    { seen: list(text()), not_seen: list(text()) },
    'large venues whose open interest is in these sums, and those that most of the market lies on and that are not read',
  ),
  coins: list({
    coin: text(),
    oi_usd: known(usd('open interest in dollars over the venues read')),
    oi_coins: known(number(undefined, 2)),
    change: section(
      { h1_pct: pct('1 hour'), h4_pct: pct('4 hours'), h24_pct: pct('24 hours'), d7_pct: pct('7 days') },
      'change of open interest in coins, so that a price move alone is none; null without history',
    ),
    change_z: number('change over the horizon, robust deviations', 2),
    oi_to_mcap: toMcap,
    oi_to_volume: toVolume,
    venues: list({ venue: text(), oi_usd: known(usd()), oi_coins: known(number(undefined, 2)) }),
    history_venue: maybe(text()),
    history_days: known(days('how far back the history goes that this coin is judged by')),
  }),
})

export const extremesAnswer = fields({
  horizon: word(spans, 'the span that changes are judged over'),
  counts: {
    judged: count(),
    at_or_above_95th: count(),
    at_or_below_5th: count(),
    at_cap: maybe(count()),
  },
  oi_to_mcap: toMcap,
  rows: list({
    coin: text(),
    oi_usd: known(usd('open interest in dollars over the venues read')),
    z_change: number('change in coins over the horizon, robust deviations', 2),
    z_level: number('level in coins, robust deviations', 2),
    percentile: known(number('of the level in coins among the hours of the month', 1)),
    oi_to_mcap: toMcap,
    at_cap: maybe(flag('its market on Hyperliquid takes no more; null: not known')),
    oi_to_volume: toVolume,
    venues: list(text()),
    funding_apr_pct: known(pct(undefined, 2)),
    history_days: known(days('how far back the history goes that this coin is judged by')),
  }),
})

const components = {
  price_z: number('24-hour return against its own month, robust deviations', 2),
  oi_z: number('24-hour change of open interest in coins, likewise', 2),
  funding_z: number('funding against its own month, likewise', 2),
}

export const flowAnswer = fields({
  coin: maybe(text('null: the whole market')),
  components: section(components),
  by_horizon: list(
    {
      horizon: word(spans, 'the span that changes are judged over'),
      label: maybe(word(flowLabels)),
      score: number('as the signal, without what funding takes off', 1),
      price_z: number('return over the horizon, robust deviations', 2),
      oi_z: number('change of open interest in coins over the horizon, likewise', 2),
    },
    'the same question over an hour, four, a day and a week',
  ),
  coins: list({
    coin: text(),
    label: word(flowLabels),
    score: known(number(undefined, 1)),
    ...components,
    oi_change_24h_pct: pct('percent, in coins'),
    oi_usd: known(usd('open interest in dollars over the venues read')),
  }),
})

export const takeList = {
  coin: optional(coins),
  venue: optional(defineChoice('venue', ['hyperliquid', 'okx', 'dydx'], { description: 'only coins of one venue' })),
  horizon: optional(defineChoice('horizon', spans, { description: 'the span that changes are judged over; 24h unsaid' })),
  min_oi_usd: optional(defineMoney({ most: 1e12, description: 'only coins with at least this open interest in dollars' })),
  limit: optional(defineLimit({ most: 100, description: 'how many coins' })),
}
export const takeFlow = { coin: optional(coinInput) }

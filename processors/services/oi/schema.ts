// The open-interest answers, field by field, and the filters a buyer may put on them.
import Type, { type Static } from 'typebox'
import { answerSchema, signalSchema } from '../../answer.ts'
import { defineLimit, defineMoney } from '../../inputs/amounts.ts'
import { coin as coinInput, coins, listCoins } from '../../inputs/coins.ts'
import { optional, takeInputs } from '../../inputs/take.ts'
import { extremeLabels, flowLabels, trendLabels } from './signal.ts'

const maybe = (description: string) => Type.Union([Type.Number(), Type.Null()], { description })

const change = Type.Object(
  { h1_pct: maybe('1 hour'), h4_pct: maybe('4 hours'), h24_pct: maybe('24 hours'), d7_pct: maybe('7 days') },
  { description: 'change of open interest in coins, so that a price move alone is none; null without history' },
)
const coin = Type.String()
const usd = Type.Number({ description: 'open interest in dollars over the venues read' })
const toVolume = maybe('open interest over 24-hour volume')
const days = Type.Number({ description: 'how far back the history goes that this coin is judged by' })

export const trendAnswer = answerSchema(signalSchema(trendLabels, [-100, 100]), {
  total_usd: usd,
  change,
  change_z_24h: maybe('24-hour change against its own month, robust deviations weighted by open interest'),
  by_venue: Type.Array(
    Type.Object({ venue: Type.String(), oi_usd: Type.Number(), coins: Type.Integer(), share_pct: Type.Number() }),
  ),
  coins: Type.Array(
    Type.Object({
      coin,
      oi_usd: usd,
      oi_coins: Type.Number(),
      change,
      oi_to_volume: toVolume,
      history_venue: Type.Union([Type.String(), Type.Null()]),
      history_days: days,
    }),
  ),
})

export const extremesAnswer = answerSchema(signalSchema(extremeLabels, [0, 100]), {
  counts: Type.Object({ judged: Type.Integer(), at_or_above_95th: Type.Integer(), at_or_below_5th: Type.Integer() }),
  rows: Type.Array(
    Type.Object({
      coin,
      oi_usd: usd,
      z_change: maybe('24-hour change in coins, robust deviations'),
      z_level: maybe('level in coins, robust deviations'),
      percentile: Type.Number({ description: 'of the level in coins among the hours of the month' }),
      oi_to_volume: toVolume,
      funding_apr_pct: Type.Number(),
      history_days: days,
    }),
  ),
})

const components = {
  price_z: maybe('24-hour return against its own month, robust deviations'),
  oi_z: maybe('24-hour change of open interest in coins, likewise'),
  funding_z: maybe('funding against its own month, likewise'),
}

export const flowAnswer = answerSchema(signalSchema(flowLabels, [-100, 100]), {
  coin: Type.Union([coin, Type.Null()], { description: 'null: the whole market' }),
  components: Type.Object(components),
  coins: Type.Array(
    Type.Object({
      coin,
      label: Type.String({ enum: [...flowLabels] }),
      score: Type.Number(),
      ...components,
      oi_change_24h_pct: maybe('percent, in coins'),
      oi_usd: usd,
    }),
  ),
})

export const takeList = takeInputs({
  coin: optional(coins),
  min_oi_usd: optional(defineMoney({ most: 1e12, description: 'only coins with at least this open interest in dollars' })),
  limit: optional(defineLimit({ most: 100, description: 'how many coins' })),
})
export const takeFlow = takeInputs({ coin: optional(coinInput) })

/** Keeps the coins that were asked for; throws where one of them is not there. */
export function pickCoins<R extends { coin: string; oi_usd: number }>(
  rows: readonly R[],
  input: Static<(typeof takeList)['input']>,
): R[] {
  const asked = listCoins(input.coin, rows)
  return rows
    .filter((row) => (asked === undefined || asked.includes(row.coin)) && row.oi_usd >= (input.min_oi_usd ?? 0))
    .slice(0, input.limit)
}

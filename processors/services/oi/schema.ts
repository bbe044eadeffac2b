// The open-interest answers, field by field, and the filters a buyer may put on them.
import Type, { type Static } from 'typebox'
import { answerSchema, signalSchema } from '../../answer.ts'
import { defineLimit, defineMoney } from '../../inputs/amounts.ts'
import { defineChoice } from '../../inputs/choice.ts'
import { coin as coinInput, coins, listCoins } from '../../inputs/coins.ts'
import { optional, takeInputs } from '../../inputs/take.ts'
import { horizonKeys, horizonNames } from './coins.ts'
import { extremeLabels } from './extremes.ts'
import { flowLabels } from './signal.ts'
import { trendLabels } from './trend.ts'

const maybe = (description: string) => Type.Union([Type.Number(), Type.Null()], { description })

const change = Type.Object(
  { h1_pct: maybe('1 hour'), h4_pct: maybe('4 hours'), h24_pct: maybe('24 hours'), d7_pct: maybe('7 days') },
  { description: 'change of open interest in coins, so that a price move alone is none; null without history' },
)
const spans = horizonKeys.map((key) => horizonNames[key]) as ['1h', '4h', '24h', '7d']
const horizon = Type.String({ enum: [...spans], description: 'the span that changes are judged over' })
const toMcap = maybe('open interest over the worth of all coins of it; null where that is not known')
const atCap = Type.Union([Type.Boolean(), Type.Null()], {
  description: 'its market on Hyperliquid takes no more; null: not known',
})
const coin = Type.String()
const usd = Type.Number({ description: 'open interest in dollars over the venues read' })
const toVolume = maybe('open interest over 24-hour volume')
const days = Type.Number({ description: 'how far back the history goes that this coin is judged by' })

export const trendAnswer = answerSchema(signalSchema(trendLabels, [-100, 100]), {
  total_usd: usd,
  change,
  horizon,
  change_z: maybe('change over the horizon against its own month, robust deviations weighted by open interest'),
  oi_to_mcap: toMcap,
  by_venue: Type.Array(
    Type.Object({ venue: Type.String(), oi_usd: Type.Number(), coins: Type.Integer(), share_pct: Type.Number() }),
  ),
  coins: Type.Array(
    Type.Object({
      coin,
      oi_usd: usd,
      oi_coins: Type.Number(),
      change,
      change_z: maybe('change over the horizon, robust deviations'),
      oi_to_mcap: toMcap,
      oi_to_volume: toVolume,
      venues: Type.Array(Type.Object({ venue: Type.String(), oi_usd: Type.Number(), oi_coins: Type.Number() })),
      history_venue: Type.Union([Type.String(), Type.Null()]),
      history_days: days,
    }),
  ),
})

export const extremesAnswer = answerSchema(signalSchema(extremeLabels, [0, 100]), {
  horizon,
  counts: Type.Object({
    judged: Type.Integer(),
    at_or_above_95th: Type.Integer(),
    at_or_below_5th: Type.Integer(),
    at_cap: Type.Union([Type.Integer(), Type.Null()]),
  }),
  oi_to_mcap: toMcap,
  rows: Type.Array(
    Type.Object({
      coin,
      oi_usd: usd,
      z_change: maybe('change in coins over the horizon, robust deviations'),
      z_level: maybe('level in coins, robust deviations'),
      percentile: Type.Number({ description: 'of the level in coins among the hours of the month' }),
      oi_to_mcap: toMcap,
      at_cap: atCap,
      oi_to_volume: toVolume,
      venues: Type.Array(Type.String()),
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
  by_horizon: Type.Array(
    Type.Object({
      horizon,
      label: Type.Union([Type.String({ enum: [...flowLabels] }), Type.Null()]),
      score: maybe('as the signal, without what funding takes off'),
      price_z: maybe('return over the horizon, robust deviations'),
      oi_z: maybe('change of open interest in coins over the horizon, likewise'),
    }),
    { description: 'the same question over an hour, four, a day and a week' },
  ),
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
  venue: optional(defineChoice('venue', ['hyperliquid', 'okx', 'dydx'], { description: 'only coins of one venue' })),
  horizon: optional(defineChoice('horizon', spans, { description: 'the span that changes are judged over; 24h unsaid' })),
  min_oi_usd: optional(defineMoney({ most: 1e12, description: 'only coins with at least this open interest in dollars' })),
  limit: optional(defineLimit({ most: 100, description: 'how many coins' })),
})
export const takeFlow = takeInputs({ coin: optional(coinInput) })

type Input = Static<(typeof takeList)['input']>

/** Keeps the coins that were asked for; throws where one of them is not there. */
function pickCoins<R extends { coin: string; oi_usd: number }>(
  rows: readonly R[],
  input: Input,
  venuesOf: (row: R) => string[],
): R[] {
  const asked = listCoins(input.coin, rows)
  return rows
    .filter((row) => asked === undefined || asked.includes(row.coin))
    .filter((row) => input.venue === undefined || venuesOf(row).includes(input.venue))
    .filter((row) => row.oi_usd >= (input.min_oi_usd ?? 0))
    .slice(0, input.limit)
}

type TrendBody = Omit<Static<typeof trendAnswer>, 'meta'>
type ExtremesBody = Omit<Static<typeof extremesAnswer>, 'meta'>

/** Of one venue only what lies there is shown; totals and changes stay those of the market. */
export function shapeTrend(body: TrendBody, input: Input): TrendBody {
  const { venue } = input
  const picked = pickCoins(body.coins, input, (row) => row.venues.map((one) => one.venue))
  if (venue === undefined) return { ...body, coins: picked }
  const isAsked = (one: { venue: string }) => one.venue === venue
  const there = picked.map((row) => ({ ...row, venues: row.venues.filter(isAsked) }))
  return { ...body, by_venue: body.by_venue.filter(isAsked), coins: there }
}

export const shapeExtremes = (body: ExtremesBody, input: Input): ExtremesBody => ({
  ...body,
  rows: pickCoins(body.rows, input, (row) => row.venues),
})

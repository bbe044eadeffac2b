// Cuts an answer on open interest to the coins, venue and size that were asked for.
import { round, roundOrNull, weightedMean } from '../../formula/index.ts'
import { listCoins } from '../../inputs/coins.ts'
import type { InputOf, Stored } from '../../kit/index.ts'
import { mostSummary } from '../../kit/signal-head.ts'
import { tellChanges } from './changes.ts'
import { horizonKeys, horizonNames } from './coins.ts'
import { verdictOfLevels } from './extremes.ts'
import type { extremesAnswer, takeList, trendAnswer } from './schema.ts'
import { byVenue, ofItsMonth, verdictOfTrend } from './trend.ts'

type Input = InputOf<typeof takeList>

/** Keeps the coins that were asked for; throws where one of them is not there. */
function pickCoins<R extends { coin: string; oi_usd: number }>(
  rows: readonly R[],
  input: Input,
  venuesOf: (row: R) => readonly string[],
): R[] {
  const asked = listCoins(input.coin, rows)
  return rows
    .filter((row) => asked === undefined || asked.includes(row.coin))
    .filter((row) => input.venue === undefined || venuesOf(row).includes(input.venue))
    .filter((row) => row.oi_usd >= (input.min_oi_usd ?? 0))
}

type Signal = { readonly as_of: string; readonly confidence: number }
type TrendBody = { readonly signal: Signal } & Stored<typeof trendAnswer>
type ExtremesBody = { readonly signal: Signal } & Stored<typeof extremesAnswer>

/** Where coins are named, verdict, totals and changes are theirs, however many are listed; of a venue only what lies there is listed. */
export function shapeTrend(market: TrendBody, input: Input): TrendBody {
  const { venue } = input
  const picked = pickCoins(market.coins, input, (row) => row.venues.map((one) => one.venue))
  const body = input.coin === undefined || picked.length === 0 ? market : { ...market, ...tellCoins(picked, market) }
  const coins = picked.slice(0, input.limit)
  if (venue === undefined) return { ...body, coins }
  const isAsked = (one: { venue: string }) => one.venue === venue
  const there = coins.map((row) => ({ ...row, venues: row.venues.filter(isAsked) }))
  return { ...body, by_venue: body.by_venue.filter(isAsked), coins: there }
}

/** Without a month to be judged by there is a level and no verdict on it. */
const confidenceOfLevel = 0.3

/** Of rows that have it, by open interest. */
function weighed<R extends { readonly oi_usd: number }>(rows: readonly R[], read: (row: R) => number | null): number | null {
  return weightedMean(
    rows.flatMap((row) => {
      const value = read(row)
      return value === null ? [] : [{ value, weight: row.oi_usd }]
    }),
  )
}

function tellCoins(coins: TrendBody['coins'], { signal, horizon, market }: TrendBody) {
  const moved = (span: keyof TrendBody['change']) => {
    const mean = weighed(coins, (row) => row.change[span])
    return roundOrNull(mean, 2)
  }
  const z = weighed(coins, (row) => row.change_z)
  const worth = weighed(coins, (row) => row.oi_to_mcap)
  const { score, label } = verdictOfTrend(z)
  const usd = coins.reduce((sum, row) => sum + row.oi_usd, 0)
  const change = { h1_pct: moved('h1_pct'), h4_pct: moved('h4_pct'), h24_pct: moved('h24_pct'), d7_pct: moved('d7_pct') }
  const asked = horizonKeys.find((key) => horizonNames[key] === horizon)!
  const summary =
    `Perpetual open interest of ${namesOf(coins)} is ${(usd / 1e9).toFixed(2)} bn USD and ${label} over ${horizon} ${ofItsMonth(z)}: in coins ` +
    `${tellChanges(asked, change)}` +
    `${market.not_seen.length === 0 ? '' : `; not in it: ${market.not_seen.join(', ')}`}.`
  const confidence = z === null ? Math.min(confidenceOfLevel, signal.confidence) : signal.confidence
  const verdict = { score: round(score ?? 0, 1), label, confidence, summary: summary.slice(0, mostSummary) }
  return {
    signal: { ...signal, ...verdict },
    total_usd: usd,
    change,
    change_z: roundOrNull(z, 2),
    oi_to_mcap: roundOrNull(worth, 4),
    by_venue: byVenue(
      coins.flatMap((row) => row.venues.map(({ venue, oi_usd }) => ({ venue, usd: oi_usd }))),
      usd,
    ),
  }
}

const namesOf = (rows: readonly { readonly coin: string }[]): string =>
  rows
    .map(({ coin }) => coin)
    .join(', ')
    .slice(0, 60)

export function shapeExtremes(body: ExtremesBody, input: Input): ExtremesBody {
  const picked = pickCoins(body.rows, input, (row) => row.venues)
  const rows = picked.slice(0, input.limit)
  if (input.coin === undefined || picked.length === 0) return { ...body, rows }
  const score = weighed(picked, (row) => row.percentile) ?? 50
  const worth = weighed(picked, (row) => row.oi_to_mcap)
  const { high, low, label } = verdictOfLevels(
    score,
    picked.map((row) => row.percentile),
  )
  const summary = `Leverage of ${namesOf(picked)} is at percentile ${round(score, 0)} of its month; furthest out is ${picked[0]!.coin} at z ${picked[0]!.z_level ?? 'unknown'}.`
  const verdict = { score: round(score, 1), label, summary }
  return {
    ...body,
    signal: { ...body.signal, ...verdict },
    counts: {
      judged: picked.length,
      at_or_above_95th: high,
      at_or_below_5th: low,
      at_cap: body.counts.at_cap === null ? null : picked.filter((row) => row.at_cap === true).length,
    },
    oi_to_mcap: roundOrNull(worth, 4),
    rows,
  }
}

// Cuts an answer on open interest to the coins, venue and size that were asked for.
import { round, weightedMean } from '../../formula/index.ts'
import { listCoins } from '../../inputs/coins.ts'
import type { InputOf, Stored } from '../../kit/index.ts'
import { mostSummary } from '../../kit/signal-head.ts'
import { tellChanges } from './changes.ts'
import { horizonKeys, horizonNames } from './coins.ts'
import { verdictOfLevels } from './extremes.ts'
import type { extremesAnswer, takeList, trendAnswer } from './schema.ts'
import { ofItsMonth, verdictOfTrend } from './trend.ts'

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
    .slice(0, input.limit)
}

type Signal = { readonly as_of: string; readonly confidence: number }
type TrendBody = { readonly signal: Signal } & Stored<typeof trendAnswer>
type ExtremesBody = { readonly signal: Signal } & Stored<typeof extremesAnswer>

/** Of one venue only what lies there is shown; totals and changes stay those of the market, and the verdict is of the coins that are named. */
export function shapeTrend(body: TrendBody, input: Input): TrendBody {
  const { venue } = input
  const picked = pickCoins(body.coins, input, (row) => row.venues.map((one) => one.venue))
  const signal =
    input.coin === undefined || picked.length === 0 ? body.signal : { ...body.signal, ...verdictOfCoins(picked, body) }
  if (venue === undefined) return { ...body, signal, coins: picked }
  const isAsked = (one: { venue: string }) => one.venue === venue
  const there = picked.map((row) => ({ ...row, venues: row.venues.filter(isAsked) }))
  return { ...body, signal, by_venue: body.by_venue.filter(isAsked), coins: there }
}

/** Without a month to be judged by there is a level and no verdict on it. */
const confidenceOfLevel = 0.3

function verdictOfCoins(coins: TrendBody['coins'], { signal, horizon, market }: TrendBody) {
  const mean = (read: (row: TrendBody['coins'][number]) => number | null) =>
    weightedMean(
      coins.flatMap((row) => {
        const value = read(row)
        return value === null ? [] : [{ value, weight: row.oi_usd }]
      }),
    )
  const z = mean((row) => row.change_z)
  const { score, label } = verdictOfTrend(z)
  const usd = coins.reduce((sum, row) => sum + row.oi_usd, 0)
  const changes = {
    h1_pct: mean((row) => row.change.h1_pct),
    h4_pct: mean((row) => row.change.h4_pct),
    h24_pct: mean((row) => row.change.h24_pct),
    d7_pct: mean((row) => row.change.d7_pct),
  }
  const asked = horizonKeys.find((key) => horizonNames[key] === horizon)!
  const summary =
    `Perpetual open interest of ${namesOf(coins)} is ${(usd / 1e9).toFixed(2)} bn USD and ${label} over ${horizon} ${ofItsMonth(z)}: in coins ` +
    `${tellChanges(asked, changes)}` +
    `${market.not_seen.length === 0 ? '' : `; not in it: ${market.not_seen.join(', ')}`}.`
  const confidence = z === null ? Math.min(confidenceOfLevel, signal.confidence) : signal.confidence
  return { score: round(score ?? 0, 1), label, confidence, summary: summary.slice(0, mostSummary) }
}

const namesOf = (rows: readonly { readonly coin: string }[]): string =>
  rows
    .map(({ coin }) => coin)
    .join(', ')
    .slice(0, 60)

export function shapeExtremes(body: ExtremesBody, input: Input): ExtremesBody {
  const rows = pickCoins(body.rows, input, (row) => row.venues)
  if (input.coin === undefined || rows.length === 0) return { ...body, rows }
  const score = weightedMean(rows.map((row) => ({ value: row.percentile, weight: row.oi_usd }))) ?? 50
  const { label } = verdictOfLevels(
    score,
    rows.map((row) => row.percentile),
  )
  const summary = `Leverage of ${namesOf(rows)} is at percentile ${round(score, 0)} of its month; furthest out is ${rows[0]!.coin} at z ${rows[0]!.z_level ?? 'unknown'}.`
  const verdict = { score: round(score, 1), label, summary }
  return { ...body, signal: { ...body.signal, ...verdict }, rows }
}

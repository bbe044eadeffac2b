// Where funding is extreme against a coin's own week, month or quarter, and what a carry between venues would earn.
import { median, percentile, robustZ, round, roundOrNull } from '../../formula/index.ts'
import {
  aprFloor,
  type CoinRate,
  type FundingHour,
  type FundingInputs,
  lastHours,
  mergeCoins,
  mixOfVenues,
  streakHours,
} from './signal.ts'

export const extremeLabels = ['extreme_positive', 'extreme_negative', 'mixed', 'calm'] as const

/** Both legs in and out at 4 bp each: what a carry must earn back. */
export const roundTripCost = 0.0016
/** A window is full when most coins have nearly all of it. */
const fullShare = 0.8

export const windows = [7, 30, 90] as const
export type Window = (typeof windows)[number]
export const monthWindow = 30

export function computeExtremes(inputs: FundingInputs, now: Date, windowDays: Window = monthWindow) {
  const coins = mergeCoins(inputs.rates)
  const rows = coins.map((coin) => extremeRow(coin, inputs.history.get(coin.coin) ?? [], windowDays))
  const judged = rows.filter((row) => row.z !== null)
  const share = (picked: typeof rows) => weight(picked) / Math.max(1, weight(judged))
  const positive = share(judged.filter((row) => row.z! >= 2))
  const negative = share(judged.filter((row) => row.z! <= -2))
  const score = 100 * Math.tanh(1.5 * (positive - negative))
  const label =
    score >= 20
      ? extremeLabels[0]
      : score <= -20
        ? extremeLabels[1]
        : positive > 0 && negative > 0
          ? extremeLabels[2]
          : extremeLabels[3]
  return {
    score,
    label,
    mix: mixOfVenues(inputs, coins, now),
    window_days: windowDays,
    isWindowFull: judged.length > 0 && median(judged.map((row) => row.history_days)) >= fullShare * windowDays,
    shares: { positive_oi_pct: round(positive * 100, 1), negative_oi_pct: round(negative * 100, 1), coins_judged: judged.length },
    extremes: { positive: side(rows, 1), negative: side(rows, -1) },
  }
}

const weight = (rows: readonly { oi_usd: number }[]): number => rows.reduce((sum, row) => sum + row.oi_usd, 0)

// Judged coins first, by how far they are from their own month; then those too young to judge, by the rate alone.
function side(rows: readonly ReturnType<typeof extremeRow>[], sign: 1 | -1) {
  return rows
    .filter((row) => (row.z ?? row.apr_pct) * sign > 0)
    .sort((a, b) => rank(b, sign) - rank(a, sign) || (a.coin < b.coin ? -1 : 1))
    .slice(0, 15)
}

const rank = (row: ReturnType<typeof extremeRow>, sign: number): number =>
  row.z === null ? row.apr_pct * sign * 1e-6 : row.z * sign

function extremeRow(coin: CoinRate, whole: readonly FundingHour[], windowDays: Window) {
  const history = lastHours(whole, windowDays * 24)
  // The history is one venue's, so that venue's rate is what is held against it.
  const own = coin.venues.find((venue) => venue.venue === 'hyperliquid')?.apr ?? coin.apr
  const past = history.map((hour) => hour.apr)
  const z = robustZ(own, past, aprFloor)
  return {
    coin: coin.coin,
    apr_pct: round(coin.apr * 100, 2),
    z: roundOrNull(z, 2),
    percentile: z === null ? null : round(percentile(own, past), 1),
    history_days: history.length === 0 ? 0 : round((history.at(-1)!.hour - history[0]!.hour + 1) / 24, 1),
    streak_h: streakHours(own, whole),
    oi_usd: Math.round(coin.oiUsd),
    price_change_24h_pct: roundOrNull(coin.venues.find((venue) => venue.change24hPct !== null)?.change24hPct ?? null, 2),
    carry:
      coin.carry === null
        ? null
        : {
            spread_apr_pct: round(coin.carry.spread * 100, 2),
            long_venue: coin.carry.cheapest.venue,
            short_venue: coin.carry.dearest.venue,
            breakeven_days: coin.carry.spread <= 0 ? null : round(roundTripCost / (coin.carry.spread / 365), 1),
            unsized: coin.carry.unsized.map(({ venue }) => venue),
          },
  }
}

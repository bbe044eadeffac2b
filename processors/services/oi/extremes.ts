// Where leverage is stretched against its own month.
import { round, roundOrNull } from '../../formula/index.ts'
import { type Horizon, historyDays, horizonNames, type InterestInputs, mergeCoins, over, toMcap } from './coins.ts'
import { mixOf } from './mix.ts'

export const extremeLabels = ['leverage_high', 'leverage_low', 'mixed', 'normal'] as const

export function computeExtremes(inputs: InterestInputs, now: Date, horizon: Horizon = 'h24', coins = mergeCoins(inputs)) {
  const score = over(coins, (coin) => coin.level)
  const { high, low, label } = verdictOfLevels(
    score,
    coins.map((coin) => coin.level ?? 50),
  )
  const rows = coins
    .filter((coin) => coin.level !== null)
    .map((coin) => ({
      coin: coin.coin,
      oi_usd: Math.round(coin.usd),
      z_change: roundOrNull(coin.moves[horizon].oi_z, 2),
      z_level: roundOrNull(coin.level_z, 2),
      percentile: round(coin.level!, 1),
      oi_to_mcap: toMcap(coin),
      at_cap: coin.isAtCap,
      oi_to_volume: roundOrNull(coin.toVolume, 3),
      venues: coin.venues.map(({ venue }) => venue),
      funding_apr_pct: round(coin.apr * 100, 2),
      history_days: historyDays(coin.line),
    }))
    .sort((a, b) => Math.abs(b.z_level ?? 0) - Math.abs(a.z_level ?? 0) || (a.coin < b.coin ? -1 : 1))
  return {
    score,
    label,
    mix: mixOf(inputs, { open_interest_history: score === null ? null : (score - 50) / 25 }, now, [
      'market_caps',
      'open_interest_caps',
    ]),
    horizon: horizonNames[horizon],
    counts: {
      judged: rows.length,
      at_or_above_95th: high,
      at_or_below_5th: low,
      at_cap: inputs.capped === null ? null : coins.filter((coin) => coin.isAtCap).length,
    },
    oi_to_mcap: roundOrNull(over(coins, toMcap), 4),
    rows,
  }
}

/** Of percentiles, and of their mean by open interest. */
export function verdictOfLevels(score: number | null, levels: readonly number[]) {
  const high = levels.filter((level) => level >= 95).length
  const low = levels.filter((level) => level <= 5).length
  return { high, low, label: score === null ? extremeLabels[3] : nameLevel(score, high, low) }
}

const nameLevel = (score: number, high: number, low: number) =>
  score >= 75 ? extremeLabels[0] : score <= 25 ? extremeLabels[1] : high > 0 && low > 0 ? extremeLabels[2] : extremeLabels[3]

// Is leverage growing, in coins, over an hour, four, a day or a week.
import { round, roundOrNull } from '../../formula/index.ts'
import { mostFirst } from '../../formula/lists.ts'
import { changeSection, type Horizon, historyDays, horizonNames, type InterestInputs, mergeCoins, over, toMcap } from './coins.ts'
import { mixOf } from './mix.ts'

/** Those that most open interest lies on; what is not read of them is not in any sum. */
const largeVenues = ['binance', 'bybit', 'okx', 'bitget', 'gate', 'hyperliquid'] as const

export const trendLabels = ['expanding', 'stable', 'contracting'] as const

export function verdictOfTrend(z: number | null) {
  const score = z === null ? null : 100 * Math.tanh(z / 2)
  return { score, label: score === null || Math.abs(score) < 20 ? trendLabels[1] : score > 0 ? trendLabels[0] : trendLabels[2] }
}

/** What growing and shrinking is measured by: a rise that is smaller than usual is a contraction. */
export const ofItsMonth = (z: number | null): string => `(z ${z === null ? 'unknown' : round(z, 1)} of its month)`

/** What lies on each venue, a coin at a time, and its share of all of it. */
export const byVenue = (lying: readonly { readonly venue: string; readonly usd: number }[], total: number) =>
  [...Map.groupBy(lying, (one) => one.venue)]
    .map(([venue, list]) => ({ venue, oi_usd: Math.round(list.reduce((sum, one) => sum + one.usd, 0)), coins: list.length }))
    .map((row) => ({ ...row, share_pct: total === 0 ? 0 : round((100 * row.oi_usd) / total, 1) }))
    .sort(mostFirst('oi_usd', 'venue'))

export function computeTrend(inputs: InterestInputs, now: Date, horizon: Horizon = 'h24', coins = mergeCoins(inputs)) {
  const z = over(coins, (coin) => coin.moves[horizon].oi_z)
  const total = coins.reduce((sum, coin) => sum + coin.usd, 0)
  const kept = new Set(coins.map((coin) => coin.coin))
  const seen = [...new Set(inputs.interest.map(({ venue }) => venue))].sort()
  return {
    ...verdictOfTrend(z),
    mix: mixOf(inputs, { open_interest_history: z }, now, ['market_caps']),
    total_usd: Math.round(total),
    change: changeSection((span) => over(coins, (coin) => coin.changes[span])),
    horizon: horizonNames[horizon],
    change_z: roundOrNull(z, 2),
    oi_to_mcap: roundOrNull(over(coins, toMcap), 4),
    by_venue: byVenue(
      inputs.interest.filter((one) => kept.has(one.coin)),
      total,
    ),
    market: { seen, not_seen: largeVenues.filter((venue) => !seen.includes(venue)) },
    coins: coins.map((coin) => ({
      coin: coin.coin,
      oi_usd: Math.round(coin.usd),
      oi_coins: round(coin.coins, 2),
      change: changeSection((span) => coin.changes[span]),
      change_z: roundOrNull(coin.moves[horizon].oi_z, 2),
      oi_to_mcap: toMcap(coin),
      oi_to_volume: roundOrNull(coin.toVolume, 3),
      venues: coin.venues,
      history_venue: coin.line.venue,
      history_days: historyDays(coin.line),
    })),
  }
}

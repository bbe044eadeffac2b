// Which tokens the crowd trades right now, and how hot that is.
import { band, clip, composite, mean, median, round, roundOrNull, zScore } from '../../formula/index.ts'
import { mostFirst } from '../../formula/lists.ts'

export const heatLabels = ['hot', 'active', 'quiet'] as const

export interface Pool {
  readonly chain: string
  readonly token: string
  readonly name: string
  readonly symbol: string
  readonly createdAt: string | null
  readonly change24hPct: number | null
  readonly volumeUsd: number
  readonly liquidityUsd: number
  readonly buyersH1: number
  readonly buyersH24: number
  readonly sellersH1: number
  readonly reports: number | null
}

export interface TrendInputs {
  readonly pools: readonly Pool[]
  readonly observedAt: Date
  /** Tokens somebody pays to promote, by address in lower case; null when that list is missing. */
  readonly promoted: ReadonlySet<string> | null
}

const leastLiquidityUsd = 20_000

export function computeTrending({ pools, promoted, observedAt }: TrendInputs, now: Date) {
  const deep = pools.filter((pool) => pool.liquidityUsd >= leastLiquidityUsd && pool.volumeUsd > 0)
  const turnover = deep.map((pool) => Math.log(pool.volumeUsd / pool.liquidityUsd))
  const growth = deep.map((pool) => Math.log((24 * pool.buyersH1 + 1) / (pool.buyersH24 + 1)))
  const moves = deep.map((pool) => pool.change24hPct ?? 0)
  const tokens = deep.map((pool, i) => {
    const isPromoted = promoted?.has(pool.token.toLowerCase()) ?? false
    const lists = ['geckoterminal_trending', ...(isPromoted ? ['dexscreener_boosts'] : [])]
    const raw =
      0.35 * zScore(turnover[i]!, turnover) +
      0.25 * zScore(growth[i]!, growth) +
      0.2 * zScore(moves[i]!, moves) +
      0.2 * (lists.length - 1)
    // What is paid for is not news.
    const heat = 100 * Math.tanh(raw) * (isPromoted ? 0.7 : 1)
    return {
      name: pool.name,
      symbol: pool.symbol,
      address: pool.token,
      chain: pool.chain,
      heat: round(heat, 1),
      price_change_24h_pct: roundOrNull(pool.change24hPct, 2),
      volume_24h_usd: Math.round(pool.volumeUsd),
      liquidity_usd: Math.round(pool.liquidityUsd),
      buyers_h1: pool.buyersH1,
      lists,
      promoted: isPromoted,
      age_h: pool.createdAt === null ? null : round((now.getTime() - Date.parse(pool.createdAt)) / 3_600_000, 1),
      flags: flagsOf(pool, now),
    }
  })
  // Absolute, so that a dull day does not look hot: half a pool's depth traded is 0, five times it is 100.
  const score = deep.length === 0 ? null : band(Math.log10(Math.exp(median(turnover))), Math.log10(0.5), Math.log10(5))
  return {
    score,
    label: score === null || score < 33 ? heatLabels[2] : score < 66 ? heatLabels[1] : heatLabels[0],
    mix: composite(
      [
        { id: 'trending_pools', weight: 0.8, score, observedAt, maxAgeDays: 1 / 24 },
        { id: 'paid_boosts', weight: 0.2, score: promoted === null ? null : score },
      ],
      now,
    ),
    market: {
      pools: deep.length,
      left_out_for_liquidity: pools.length - deep.length,
      median_turnover_ratio: deep.length === 0 ? 0 : round(Math.exp(median(turnover)), 2),
      mean_change_24h_pct: deep.length === 0 ? 0 : round(mean(moves.map((move) => clip(move, -100, 500))), 2),
    },
    tokens: tokens.sort(mostFirst('heat', 'address')),
  }
}

type TokenFlag = 'young' | 'reported_by_users' | 'wash_like_turnover' | 'few_sellers'

function flagsOf(pool: Pool, now: Date): TokenFlag[] {
  const ageHours = pool.createdAt === null ? null : (now.getTime() - Date.parse(pool.createdAt)) / 3_600_000
  return [
    ...(ageHours !== null && ageHours < 72 ? (['young'] as const) : []),
    ...((pool.reports ?? 0) >= 5 ? (['reported_by_users'] as const) : []),
    ...(pool.volumeUsd > 20 * pool.liquidityUsd ? (['wash_like_turnover'] as const) : []),
    ...(pool.buyersH1 > 0 && pool.sellersH1 < pool.buyersH1 * 0.1 ? (['few_sellers'] as const) : []),
  ]
}

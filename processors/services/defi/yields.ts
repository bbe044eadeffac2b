// Which pools pay best for the risk.
import { band, clip, composite, median, round, roundOrNull } from '../../formula/index.ts'
import { mostFirst } from '../../formula/lists.ts'

export const yieldLabels = ['rich', 'normal', 'compressed'] as const

export interface PoolFacts {
  readonly pool: string
  readonly project: string
  readonly chain: string
  readonly symbol: string
  readonly tvlUsd: number
  readonly apy: number
  readonly apyBase: number | null
  readonly apyReward: number | null
  readonly apyMean30d: number | null
  readonly sigma: number | null
  readonly count: number | null
  readonly stable: boolean
  readonly ilRisk: boolean
  readonly single: boolean
  readonly outlier: boolean
}

const believableApy = 200
const mostPools = 300

/** What can be believed: the lower of today's and the month's base, and half of the rewards, which are paid in a falling token. */
export function effectiveApy(pool: PoolFacts): number {
  const base = pool.apyBase ?? pool.apy - (pool.apyReward ?? 0)
  return Math.min(base, pool.apyMean30d ?? base) + 0.5 * (pool.apyReward ?? 0)
}

export function poolScore(pool: PoolFacts): number {
  if (pool.outlier) return 0
  const depth = clip(Math.log10(pool.tvlUsd / 1e5) / 3, 0, 1)
  const calm = 1 - clip(pool.sigma ?? 0.5, 0, 1)
  const record = clip((pool.count ?? 0) / 180, 0, 1)
  return effectiveApy(pool) * depth * calm * record * (pool.ilRisk ? 0.6 : 1)
}

export function computeYields(pools: readonly PoolFacts[], tbillPct: number | null, observedAt: Date, now: Date) {
  const usable = pools.filter((pool) => pool.apy > 0 && pool.apy <= believableApy)
  const settled = usable.filter((pool) => pool.single && !pool.outlier && (pool.count ?? 0) >= 30 && pool.tvlUsd >= 1e7)
  const middle = (list: readonly PoolFacts[]) => (list.length < 3 ? null : median(list.map(effectiveApy)))
  const stableMedian = middle(settled.filter((pool) => pool.stable))
  const etherMedian = middle(settled.filter((pool) => !pool.stable && /^(w|st|wst|r|cb|we|e)?eth$/i.test(pool.symbol)))
  const excess = stableMedian === null || tbillPct === null ? null : stableMedian - tbillPct
  // Two points below the bill is as poor as it gets, four above it as rich.
  const score = excess === null ? null : band(excess, -2, 4)
  const rows = usable.map((pool) => ({
    pool: pool.pool,
    project: pool.project,
    chain: pool.chain,
    symbol: pool.symbol,
    stable: pool.stable,
    exposure: pool.single ? ('single' as const) : ('multi' as const),
    tvl_usd: Math.round(pool.tvlUsd),
    apy_pct: round(pool.apy, 2),
    apy_base_pct: roundOrNull(pool.apyBase, 2),
    apy_reward_pct: roundOrNull(pool.apyReward, 2),
    apy_mean_30d_pct: roundOrNull(pool.apyMean30d, 2),
    sigma: roundOrNull(pool.sigma, 3),
    il_risk: pool.ilRisk,
    risk_adjusted_apy_pct: round(effectiveApy(pool) * (1 - clip(pool.sigma ?? 0.5, 0, 1)) * (pool.ilRisk ? 0.6 : 1), 2),
    score: round(poolScore(pool), 2),
    flags: [
      ...(pool.outlier ? (['outlier'] as const) : []),
      ...((pool.count ?? 0) < 30 ? (['young'] as const) : []),
      ...((pool.apyReward ?? 0) > (pool.apyBase ?? 0) ? (['mostly_rewards'] as const) : []),
      ...(pool.apyMean30d !== null && pool.apy > 2 * pool.apyMean30d ? (['spike'] as const) : []),
    ],
  }))
  return {
    score,
    label: score === null ? yieldLabels[1] : score >= 66 ? yieldLabels[0] : score >= 33 ? yieldLabels[1] : yieldLabels[2],
    mix: composite(
      [
        { id: 'pools', weight: 0.7, score: stableMedian === null ? null : 50, observedAt, maxAgeDays: 0.125 },
        { id: 'tbill_3m', weight: 0.3, score: tbillPct === null ? null : 50 },
      ],
      now,
    ),
    benchmark: {
      stable_median_pct: roundOrNull(stableMedian, 2),
      eth_median_pct: roundOrNull(etherMedian, 2),
      tbill_3m_pct: tbillPct,
      excess_over_tbill_pct: roundOrNull(excess, 2),
    },
    pools: rows.sort(mostFirst('score', 'pool')).slice(0, mostPools),
  }
}

// How risky a protocol is by what is published of it, and which pools pay best for the risk.
import { band, clip, composite, median, round, roundOrNull } from '../../stats.ts'

export interface ProtocolFacts {
  readonly category: string | null
  readonly tvlUsd: number
  readonly chainTvls: readonly { readonly chain: string; readonly usd: number }[]
  readonly change7dPct: number | null
  readonly mcapUsd: number | null
  readonly audits: number | null
  readonly oracles: readonly string[]
  readonly forkedFrom: readonly string[]
  readonly listedAt: Date | null
  readonly observedAt: Date
}

export const riskLabels = ['low', 'moderate', 'elevated', 'high', 'critical'] as const
export const yieldLabels = ['rich', 'normal', 'compressed'] as const

const dayMs = 86_400_000
const priors: readonly [RegExp, number][] = [
  [/bridge/i, 80],
  [/aggregator/i, 60],
  [/cdp|basis/i, 50],
  [/lending|leverage|rwa/i, 45],
  [/liquid.*staking|restaking/i, 30],
  [/dex|derivatives|options/i, 35],
]

/** A category nobody has a prior for is taken to be in the middle. */
export const categoryPrior = (category: string): number => priors.find(([pattern]) => pattern.test(category))?.[1] ?? 50

interface Subscore {
  readonly id: string
  readonly weight: number
  readonly score: number | null
  readonly evidence: string
}

export function subscoresOf(facts: ProtocolFacts, now: Date): Subscore[] {
  const ageDays = facts.listedAt === null ? null : (now.getTime() - facts.listedAt.getTime()) / dayMs
  const largest = facts.chainTvls.reduce((max, chain) => Math.max(max, chain.usd), 0)
  // A chain in the red holds nothing of it.
  const total = facts.chainTvls.reduce((sum, chain) => sum + Math.max(0, chain.usd), 0)
  const part = (id: string, weight: number, score: number | null, evidence: string): Subscore => ({ id, weight, score, evidence })
  const { change7dPct, audits, category, mcapUsd, tvlUsd, oracles } = facts
  return [
    part('size', 0.15, band(Math.log10(Math.max(1, tvlUsd)), 10, 6), `${Math.round(tvlUsd / 1e6)} million USD locked`),
    part(
      'momentum',
      0.15,
      change7dPct === null ? null : 100 * clip(-change7dPct / 50, 0, 1),
      change7dPct === null ? 'unknown' : `${round(change7dPct, 1)} % in 7 days, in dollars`,
    ),
    part(
      'age',
      0.1,
      ageDays === null ? null : band(ageDays, 3 * 365, 90),
      ageDays === null ? 'unknown' : `listed ${Math.round(ageDays)} days ago`,
    ),
    part(
      'audits',
      0.1,
      audits === null ? null : audits === 0 ? 100 : audits === 1 ? 50 : 20,
      audits === null ? 'unknown' : `${audits} audits as reported by the protocol`,
    ),
    part('category', 0.1, category === null ? null : categoryPrior(category), category ?? 'unknown'),
    part(
      'concentration',
      0.05,
      total === 0 ? null : 100 * (largest / total),
      total === 0 ? 'unknown' : `${Math.round((100 * largest) / total)} % on one chain`,
    ),
    part('backing', 0.1, null, 'the share held in its own token is not read yet'),
    part(
      'economics',
      0.1,
      mcapUsd === null || tvlUsd === 0 ? null : 100 * (1 - clip(mcapUsd / tvlUsd / 0.5, 0, 1)),
      mcapUsd === null ? 'no token price known' : `token worth ${round(mcapUsd / Math.max(1, tvlUsd), 3)} of what it guards`,
    ),
    part('admin', 0.1, null, 'who may change the contracts is not read yet'),
    part(
      'oracle',
      0.05,
      oracles.length === 0 ? null : oracles.length >= 2 || /chainlink/i.test(oracles[0]!) ? 20 : 50,
      oracles.length === 0 ? 'none listed' : oracles.slice(0, 3).join(', '),
    ),
  ]
}

export function computeRisk(facts: ProtocolFacts, now: Date) {
  const parts = subscoresOf(facts, now)
  // Direction plays no part in a sum of risks, so agreement is not asked of it.
  const mix = composite(
    parts.map(({ id, weight, score }) => ({
      id,
      weight,
      score,
      ...(score === null ? {} : { observedAt: facts.observedAt, maxAgeDays: 0.5 }),
    })),
    now,
  )
  const level = Math.min(4, Math.floor(mix.score / 20))
  // A label better than elevated needs most of the weight to be known.
  const label = riskLabels[mix.availableWeight < 0.6 ? Math.max(2, level) : level]!
  return { score: mix.score, label, mix, parts, redFlags: redFlagsOf(facts, now) }
}

function redFlagsOf(facts: ProtocolFacts, now: Date): string[] {
  const ageDays = facts.listedAt === null ? null : (now.getTime() - facts.listedAt.getTime()) / dayMs
  return [
    ...(facts.change7dPct !== null && facts.change7dPct <= -25
      ? [`value locked fell ${round(-facts.change7dPct, 0)} % in 7 days`]
      : []),
    ...(ageDays !== null && ageDays < 90 ? ['listed less than 90 days ago'] : []),
    ...(facts.audits === 0 ? ['no audit reported'] : []),
    ...(facts.forkedFrom.length > 0 ? [`fork of ${facts.forkedFrom.slice(0, 2).join(', ')}`] : []),
    ...(facts.category !== null && /bridge/i.test(facts.category) ? ['bridge'] : []),
  ]
}

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
      ...(pool.outlier ? ['outlier'] : []),
      ...((pool.count ?? 0) < 30 ? ['young'] : []),
      ...((pool.apyReward ?? 0) > (pool.apyBase ?? 0) ? ['mostly_rewards'] : []),
      ...(pool.apyMean30d !== null && pool.apy > 2 * pool.apyMean30d ? ['spike'] : []),
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
    pools: rows.sort((a, b) => b.score - a.score || (a.pool < b.pool ? -1 : 1)).slice(0, mostPools),
  }
}

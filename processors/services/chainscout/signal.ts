// Where value goes: into which chains, and which tokens the crowd trades right now.
import { band, clip, composite, deviation, mean, median, round, roundOrNull, zScore } from '../../stats.ts'

export interface ChainHistory {
  readonly chain: string
  readonly days: readonly { readonly day: number; readonly usd: number }[]
}

export interface TvlInputs {
  readonly total: ChainHistory
  readonly chains: readonly ChainHistory[]
  readonly observedAt: Date
  readonly stables: ReadonlyMap<string, number>
}

export const tvlLabels = ['inflow', 'outflow', 'rotation', 'flat'] as const
export const heatLabels = ['hot', 'active', 'quiet'] as const

const weekDays = 7
const windowDays = 180
const fewestWeeks = 30
/** Chains that swap this share of all value in a week are a rotation even when the total stands still. */
const rotationShare = 0.015

export function changeOver({ days }: ChainHistory, back: number): number | null {
  const last = days.at(-1)
  const before = last === undefined ? undefined : days.find((point) => point.day === last.day - back)
  return last === undefined || before === undefined || before.usd === 0 ? null : last.usd / before.usd - 1
}

function weeklyChanges({ days }: ChainHistory): number[] {
  const byDay = new Map(days.map((point) => [point.day, point.usd]))
  return days.slice(-windowDays).flatMap(({ day, usd }) => {
    const before = byDay.get(day - weekDays)
    return before === undefined || before === 0 ? [] : [usd / before - 1]
  })
}

const pct = (x: number | null): number | null => (x === null ? null : round(x * 100, 2))
const usdOf = (history: ChainHistory, back = 0): number | null => {
  const last = history.days.at(-1)
  return history.days.find((point) => point.day === (last?.day ?? 0) - back)?.usd ?? null
}

/** Half of the sum of what each chain's share of the listed total has moved in a week. */
export function shareMoved(chains: readonly ChainHistory[]): number | null {
  const pairs = chains.flatMap((chain) => {
    const [now, before] = [usdOf(chain), usdOf(chain, weekDays)]
    return now === null || before === null ? [] : [{ now, before }]
  })
  const [nowTotal, beforeTotal] = [pairs.reduce((s, p) => s + p.now, 0), pairs.reduce((s, p) => s + p.before, 0)]
  if (nowTotal === 0 || beforeTotal === 0) return null
  return pairs.reduce((sum, pair) => sum + Math.abs(pair.now / nowTotal - pair.before / beforeTotal), 0) / 2
}

export function computeTvl(inputs: TvlInputs, now: Date) {
  const weeks = weeklyChanges(inputs.total)
  const week = changeOver(inputs.total, weekDays)
  const spread = weeks.length < fewestWeeks ? 0 : deviation(weeks)
  const score = week === null || spread === 0 ? null : 100 * Math.tanh(week / spread)
  const moved = shareMoved(inputs.chains)
  const total = usdOf(inputs.total) ?? 0
  const label =
    score !== null && Math.abs(score) >= 20
      ? tvlLabels[score > 0 ? 0 : 1]
      : (moved ?? 0) >= rotationShare
        ? tvlLabels[2]
        : tvlLabels[3]
  const dated = { observedAt: inputs.observedAt, maxAgeDays: 2 }
  const mix = composite(
    [
      { id: 'tvl_history', weight: 0.6, score, ...dated },
      { id: 'stablecoins', weight: 0.1, score: inputs.stables.size === 0 ? null : 0 },
      { id: 'token_price_adjustment', weight: 0.3, score: null },
    ],
    now,
  )
  return {
    score,
    label,
    mix,
    total_usd: Math.round(total),
    change: { d1_pct: pct(changeOver(inputs.total, 1)), d7_pct: pct(week), d30_pct: pct(changeOver(inputs.total, 30)) },
    share_moved_7d_pct: pct(moved),
    chains: inputs.chains
      .map((chain) => ({
        name: chain.chain,
        tvl_usd: Math.round(usdOf(chain) ?? 0),
        share_pct: total === 0 ? 0 : round((100 * (usdOf(chain) ?? 0)) / total, 2),
        d1_pct: pct(changeOver(chain, 1)),
        d7_pct: pct(changeOver(chain, weekDays)),
        d30_pct: pct(changeOver(chain, 30)),
        d7_z: weekZ(chain),
        stables_usd: roundOrNull(inputs.stables.get(chain.chain) ?? null, 0),
      }))
      .sort((a, b) => b.tvl_usd - a.tvl_usd || (a.name < b.name ? -1 : 1)),
  }
}

function weekZ(chain: ChainHistory): number | null {
  const weeks = weeklyChanges(chain)
  return weeks.length < fewestWeeks ? null : round(zScore(weeks.at(-1)!, weeks), 2)
}

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
  readonly reports: number
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
    tokens: tokens.sort((a, b) => b.heat - a.heat || (a.address < b.address ? -1 : 1)),
  }
}

function flagsOf(pool: Pool, now: Date): string[] {
  const ageHours = pool.createdAt === null ? null : (now.getTime() - Date.parse(pool.createdAt)) / 3_600_000
  return [
    ...(ageHours !== null && ageHours < 72 ? ['young'] : []),
    ...(pool.reports >= 5 ? ['reported_by_users'] : []),
    ...(pool.volumeUsd > 20 * pool.liquidityUsd ? ['wash_like_turnover'] : []),
    ...(pool.buyersH1 > 0 && pool.sellersH1 < pool.buyersH1 * 0.1 ? ['few_sellers'] : []),
  ]
}

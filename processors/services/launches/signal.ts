// What was launched on a chain in the last hours, how it was taken up, and how much of it looks like a trap.
import { clip, composite, median, say } from '../../formula/index.ts'

export const moods = ['opportunity_rich', 'normal', 'toxic', 'quiet'] as const
export const launchFlags = ['nobody_sells', 'reported_by_users', 'next_to_nothing_in_it', 'wash_like_turnover'] as const
type Flag = (typeof launchFlags)[number]

export interface Launch {
  readonly token: string
  readonly pool: string
  readonly name: string
  readonly symbol: string
  readonly platform?: string | null
  readonly createdAt: Date
  readonly liquidityUsd: number
  readonly volumeUsd: number
  readonly changePct: number | null
  readonly buyers: number
  readonly sellers: number
  readonly reports: number | null
  /** When the list last told of it; what became of it since is not known. */
  readonly readAt?: Date
}

const dayMs = 86_400_000
const nothingUsd = 1_000
const withLiquidityUsd = 5_000
const fewestForMood = 5
const goodScore = 60
const halved = -50
const newsMs = 3 * 3_600_000
const sat = (x: number): number => clip(x, 0, 1)

export function flagsOf({ buyers, sellers, reports, liquidityUsd, volumeUsd }: Launch): Flag[] {
  return [
    // Many could buy and none has sold: they may not be able to.
    ...(buyers >= 20 && sellers === 0 ? (['nobody_sells'] as const) : []),
    ...((reports ?? 0) >= 5 ? (['reported_by_users'] as const) : []),
    ...(liquidityUsd < nothingUsd ? (['next_to_nothing_in_it'] as const) : []),
    ...(volumeUsd > 50 * Math.max(1, liquidityUsd) ? (['wash_like_turnover'] as const) : []),
  ]
}

/** Of 60 points that the list can say, as 100; what only the chain can say (code, locks, bundles) is left out. */
export function earlyScore(launch: Launch): number {
  const { liquidityUsd, buyers, sellers } = launch
  const balance = buyers === 0 ? 0 : sellers / buyers
  const points =
    25 * sat(Math.log10(Math.max(1, liquidityUsd / 1e3)) / 2) +
    20 * sat(buyers / 100) +
    15 * (balance >= 0.3 && balance <= 1 ? 1 : 0)
  const caps = flagsOf(launch).map((flag) => (flag === 'nobody_sells' ? 10 : flag === 'reported_by_users' ? 25 : 30))
  return Math.min((100 * points) / 60, ...caps)
}

/** A high score counts for the mood while it is news: without a flag, not fallen by half, and listed within the last hours. */
const isGood = ({ launch, score, flags }: { launch: Launch; score: number; flags: readonly Flag[] }, now: Date): boolean =>
  score >= goodScore &&
  flags.length === 0 &&
  (launch.changePct ?? 0) > halved &&
  now.getTime() - (launch.readAt ?? now).getTime() <= newsMs

export function computeLaunches(all: readonly Launch[], observedAt: Date, now: Date, chain: string) {
  const recent = all.filter(({ createdAt }) => now.getTime() - createdAt.getTime() <= dayMs)
  const rows = recent
    .map((launch) => ({ launch, score: earlyScore(launch), flags: flagsOf(launch) }))
    .sort((a, b) => b.score - a.score || (a.launch.token < b.launch.token ? -1 : 1))
  const deep = recent.filter(({ liquidityUsd }) => liquidityUsd >= withLiquidityUsd)
  const toxic = rows.filter(
    ({ flags }) =>
      flags.includes('nobody_sells') || flags.includes('reported_by_users') || flags.includes('next_to_nothing_in_it'),
  )
  const toxicShare = rows.length === 0 ? null : toxic.length / rows.length
  const good = rows.filter((row) => isGood(row, now)).length
  const label: (typeof moods)[number] =
    deep.length < fewestForMood
      ? 'quiet'
      : toxicShare! >= 0.5
        ? 'toxic'
        : good >= fewestForMood && good > toxic.length
          ? 'opportunity_rich'
          : 'normal'
  const score = toxicShare === null ? null : 100 * (1 - toxicShare)
  const mix = composite(
    [
      { id: 'new_pools', weight: 0.6, score, observedAt, maxAgeDays: 1 / 96 },
      // No sale is tried, no code compared, no lock looked for.
      { id: 'checks_on_chain', weight: 0.4, score: null },
    ],
    now,
  )
  return {
    mix,
    label,
    direction: 'none' as const,
    stats: {
      listed: recent.length,
      with_liquidity: deep.length,
      suspicious: toxic.length,
      median_liquidity_usd: recent.length === 0 ? null : median(recent.map(({ liquidityUsd }) => liquidityUsd)),
      oldest_listed_min:
        recent.length === 0 ? null : Math.max(...recent.map(({ createdAt }) => (now.getTime() - createdAt.getTime()) / 60_000)),
    },
    launches: rows.map(({ launch, score, flags }) => ({
      token: launch.token,
      symbol: launch.symbol,
      name: launch.name,
      pool: launch.pool,
      platform: launch.platform ?? null,
      created_at: launch.createdAt,
      age_min: (now.getTime() - launch.createdAt.getTime()) / 60_000,
      read_at: launch.readAt ?? observedAt,
      liquidity_usd: launch.liquidityUsd,
      volume_usd: launch.volumeUsd,
      price_change_pct: launch.changePct,
      buyers: launch.buyers,
      sellers: launch.sellers,
      early_score: score,
      flags,
      checks: 'none' as const,
    })),
    summary:
      `Launches on ${chain}: ${label.replace('_', ' ')}; ${recent.length} pools of a day listed, ${deep.length} with 5,000 USD or more, ${toxic.length} suspicious ` +
      `(${say(toxicShare === null ? null : 100 * toxicShare, 0, ' %')}), ${good} well taken up of the last hours. No sale was tried: see token/report.`,
  }
}

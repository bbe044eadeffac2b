// Which kinds of protocol gain: value locked and fees by category against the other categories.
import { composite, ratio, round, zScore } from '../../formula/index.ts'

export interface Listed {
  readonly name: string
  readonly category: string
  readonly tvlUsd: number
  readonly change1dPct: number | null
  readonly change7dPct: number | null
  readonly mcapUsd: number | null
  readonly fees30dUsd: number | null
}

const leastUsd = 20e6
const leads = 40
/** A week's move that is one, and how far apart the weights lie: a day's is less by the root of seven. */
export const narrativeWindows = {
  '7d': { moves: 2, full: 8, said: '7 days', week: 0.6, day: 0.2 },
  '24h': { moves: 2 / Math.sqrt(7), full: 8 / Math.sqrt(7), said: '24 hours', week: 0.2, day: 0.6 },
} as const
export type NarrativeWindow = keyof typeof narrativeWindows

/** A list that holds others' money, or counts the same money twice, tells of no use. */
const noNarrative = new Set(['CEX', 'Chain'])

const before = (one: Listed, change: number | null) =>
  change === null || change <= -100 ? null : one.tvlUsd / (1 + change / 100)

function changeOf(list: readonly Listed[], read: (one: Listed) => number | null): number | null {
  const known = list.flatMap((one) => {
    const then = before(one, read(one))
    return then === null ? [] : [{ now: one.tvlUsd, then }]
  })
  const change = ratio(
    known.reduce((sum, { now }) => sum + now, 0),
    known.reduce((sum, { then }) => sum + then, 0),
  )
  return change === null ? null : 100 * (change - 1)
}

export function computeNarrative(listed: readonly Listed[], observedAt: Date | null, now: Date, window: NarrativeWindow = '7d') {
  const { moves, full, said, ...weights } = narrativeWindows[window]
  const protocols = listed.filter(({ category }) => !noNarrative.has(category))
  const rows = [...Map.groupBy(protocols, ({ category }) => category)]
    .map(([name, list]) => ({ name, list, tvl: list.reduce((sum, { tvlUsd }) => sum + tvlUsd, 0) }))
    .filter(({ tvl }) => tvl >= leastUsd)
    .map(({ name, list, tvl }) => {
      const sum = (read: (one: Listed) => number | null) => list.reduce((total, one) => total + (read(one) ?? 0), 0)
      return {
        name,
        list,
        tvl,
        week: changeOf(list, ({ change7dPct }) => change7dPct),
        day: changeOf(list, ({ change1dPct }) => change1dPct),
        // Of none of them known is not nothing.
        fees: list.every(({ fees30dUsd }) => fees30dUsd === null) ? null : sum(({ fees30dUsd }) => fees30dUsd),
        mcap: sum(({ mcapUsd }) => mcapUsd),
      }
    })
  const known = (read: (row: (typeof rows)[number]) => number | null) =>
    rows.map(read).filter((one): one is number => one !== null)
  const [weeks, days, yields] = [known(({ week }) => week), known(({ day }) => day), known(({ fees, tvl }) => ratio(fees, tvl))]
  const narratives = rows
    .map((row) => {
      const z = (x: number | null, window: readonly number[]) => (x === null || window.length < 3 ? 0 : zScore(x, window))
      const raw = weights.week * z(row.week, weeks) + weights.day * z(row.day, days) + 0.2 * z(ratio(row.fees, row.tvl), yields)
      return {
        slug: row.name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'),
        name: row.name,
        momentum: 100 * Math.tanh(raw),
        tvl_usd: row.tvl,
        tvl_change_1d_pct: row.day,
        tvl_change_7d_pct: row.week,
        fees_30d_usd: row.fees,
        protocols: row.list.length,
        leaders: row.list
          .filter(({ change7dPct, tvlUsd }) => change7dPct !== null && tvlUsd >= leastUsd / 10)
          .sort((a, b) => b.change7dPct! - a.change7dPct! || (a.name < b.name ? -1 : 1))
          .slice(0, 3)
          .map(({ name, change7dPct }) => ({ name, tvl_change_7d_pct: change7dPct })),
      }
    })
    .sort((a, b) => b.momentum - a.momentum || (a.name < b.name ? -1 : 1))
  const week = changeOf(protocols, ({ change7dPct }) => change7dPct)
  const day = changeOf(protocols, ({ change1dPct }) => change1dPct)
  const all = window === '7d' ? week : day
  const grown = (row: { readonly tvl_change_1d_pct: number | null; readonly tvl_change_7d_pct: number | null }) =>
    window === '7d' ? row.tvl_change_7d_pct : row.tvl_change_1d_pct
  // The best of kinds that all stand still leads nowhere: a leader itself moves ahead of the whole.
  const leader = narratives.find((row) => row.momentum >= leads && (grown(row) ?? 0) >= Math.max(0, all ?? 0) + moves)
  const isLed = leader !== undefined
  const first = leader ?? narratives[0]
  const label =
    all !== null && all >= moves
      ? 'broad_risk_on'
      : all !== null && all <= -moves
        ? 'broad_risk_off'
        : isLed
          ? 'rotation'
          : 'no_leader'
  const score = all === null ? null : 100 * Math.tanh(all / full)
  const mix = composite(
    [
      { id: 'protocol_categories', weight: 0.6, score, ...(observedAt === null ? {} : { observedAt, maxAgeDays: 0.25 }) },
      // Market values by category are not read.
      { id: 'market_values', weight: 0.4, score: null },
    ],
    now,
  )
  return {
    mix,
    label: label as 'broad_risk_on' | 'broad_risk_off' | 'rotation' | 'no_leader',
    leader: leader?.slug ?? null,
    window,
    tvl_change_1d_pct: day,
    tvl_change_7d_pct: week,
    narratives,
    summary:
      `Value in protocols ${all === null ? 'unknown' : `${round(all, 1)} %`} in ${said} (${label.replaceAll('_', ' ')}); ` +
      `strongest kind ${first === undefined ? 'unknown' : `${first.name} ${grown(first) === null ? '' : `${round(grown(first)!, 1)} %`}`}.`,
  }
}

// Which kinds of protocol gain: value locked and fees by category against the other categories.
import { composite, ratio, round, zScore } from '../../formula/index.ts'
import { mostFirst } from '../../formula/lists.ts'

export interface Listed {
  readonly name: string
  readonly category: string
  readonly tvlUsd: number
  readonly changes: Readonly<Record<NarrativeWindow, number | null>>
  readonly mcapUsd: number | null
  readonly fees30dUsd: number | null
}

const leastUsd = 20e6
const leads = 40
const moveOf = (days: number) => ({ moves: 2 * Math.sqrt(days / 7), full: 8 * Math.sqrt(days / 7) })
/** What a move is grows by the root of the time; beside the window itself another one has a say. */
const windows = {
  '7d': { ...moveOf(7), said: '7 days', beside: '24h' },
  '24h': { ...moveOf(1), said: '24 hours', beside: '7d' },
  '30d': { ...moveOf(30), said: '30 days', beside: '7d' },
} as const
export type NarrativeWindow = keyof typeof windows
export const narrativeWindows = ['7d', '24h', '30d'] as const satisfies readonly NarrativeWindow[]

/** A list that holds others' money, or counts the same money twice, tells of no use. */
const noNarrative = new Set(['CEX', 'Chain'])

const before = (one: Listed, change: number | null) =>
  change === null || change <= -100 ? null : one.tvlUsd / (1 + change / 100)

function changeOf(list: readonly Listed[], window: NarrativeWindow): number | null {
  const known = list.flatMap((one) => {
    const then = before(one, one.changes[window])
    return then === null ? [] : [{ now: one.tvlUsd, then }]
  })
  const change = ratio(
    known.reduce((sum, { now }) => sum + now, 0),
    known.reduce((sum, { then }) => sum + then, 0),
  )
  return change === null ? null : 100 * (change - 1)
}

const toldAs = { '24h': 'tvl_change_1d_pct', '7d': 'tvl_change_7d_pct', '30d': 'tvl_change_30d_pct' } as const

const changesOf = (list: readonly Listed[]): Listed['changes'] => ({
  '24h': changeOf(list, '24h'),
  '7d': changeOf(list, '7d'),
  '30d': changeOf(list, '30d'),
})

const toldChanges = (changes: Listed['changes']) => ({
  tvl_change_1d_pct: changes['24h'],
  tvl_change_7d_pct: changes['7d'],
  tvl_change_30d_pct: changes['30d'],
})

export function computeNarrative(listed: readonly Listed[], observedAt: Date | null, now: Date, window: NarrativeWindow = '7d') {
  const { moves, full, said, beside } = windows[window]
  // A day's leaders would be whoever a day's noise favours.
  const ranked = window === '30d' ? '30d' : '7d'
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
        changes: changesOf(list),
        // Of none of them known is not nothing.
        fees: list.every(({ fees30dUsd }) => fees30dUsd === null) ? null : sum(({ fees30dUsd }) => fees30dUsd),
        mcap: sum(({ mcapUsd }) => mcapUsd),
      }
    })
  const known = (read: (row: (typeof rows)[number]) => number | null) =>
    rows.map(read).filter((one): one is number => one !== null)
  const own = known(({ changes }) => changes[window])
  const others = known(({ changes }) => changes[beside])
  const yields = known(({ fees, tvl }) => ratio(fees, tvl))
  const narratives = rows
    .map((row) => {
      const z = (x: number | null, window: readonly number[]) => (x === null || window.length < 3 ? 0 : zScore(x, window))
      const { fees, tvl, changes } = row
      const raw = 0.6 * z(changes[window], own) + 0.2 * z(changes[beside], others) + 0.2 * z(ratio(fees, tvl), yields)
      return {
        slug: row.name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'),
        name: row.name,
        momentum: 100 * Math.tanh(raw),
        tvl_usd: tvl,
        ...toldChanges(changes),
        fees_30d_usd: fees,
        protocols: row.list.length,
        leaders: row.list
          .filter(({ changes, tvlUsd }) => changes[ranked] !== null && tvlUsd >= leastUsd / 10)
          .sort((a, b) => b.changes[ranked]! - a.changes[ranked]! || (a.name < b.name ? -1 : 1))
          .slice(0, 3)
          .map((one) => ({
            name: one.name,
            tvl_change_7d_pct: one.changes['7d'],
            tvl_change_30d_pct: one.changes['30d'],
          })),
      }
    })
    .sort(mostFirst('momentum', 'name'))
  const changes = changesOf(protocols)
  const all = changes[window]
  const grown = (row: ReturnType<typeof toldChanges>) => row[toldAs[window]]
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
    ...toldChanges(changes),
    narratives,
    summary:
      `Value in protocols ${all === null ? 'unknown' : `${round(all, 1)} %`} in ${said} (${label.replaceAll('_', ' ')}); ` +
      `${isLed ? 'led by' : 'strongest kind'} ${first === undefined ? 'unknown' : `${first.name} ${grown(first) === null ? '' : `${round(grown(first)!, 1)} %`}`}.`,
  }
}

// Which lists are loaded, how old they are and what was added to them lately: what any screening rests on.
import { composite, round } from '../../formula/index.ts'

export interface ListState {
  readonly id: string
  readonly records: number
  readonly publishedAt: string | null
  readonly loadedAt: Date | null
  readonly setAside: { readonly entries: number; readonly names: number; readonly identifiers: number; readonly details: number }
  /** The days on which its entries were designated, where it tells. */
  readonly dated: readonly { readonly day: string; readonly programs: readonly string[] }[]
}

export const allLists = ['ofac_sdn', 'ofac_cons', 'us_csl', 'un', 'eu', 'uk'] as const

const dayMs = 86_400_000
const weeks = 104
const mostPrograms = 10

export const ageHours = (loadedAt: string | null, now: Date): number | null =>
  loadedAt === null ? null : round(Math.max(0, now.getTime() - Date.parse(loadedAt)) / 3_600_000, 1)

export function computeLists(lists: readonly ListState[], now: Date) {
  const mix = composite(
    allLists.map((id) => {
      const loaded = lists.find((list) => list.id === id)?.loadedAt ?? null
      return {
        id,
        weight: 1,
        score: loaded === null ? null : 100,
        ...(loaded === null ? {} : { observedAt: loaded, maxAgeDays: 2 }),
      }
    }),
    now,
  )
  const known = allLists.flatMap((id) => lists.find((list) => list.id === id) ?? [])
  const rows = known.map((list) => {
    const within = (days: number) =>
      list.dated.length === 0 ? null : list.dated.filter(({ day }) => daysBefore(day, now) < days).length
    const loaded = list.loadedAt?.toISOString() ?? null
    return {
      id: list.id,
      records: list.records,
      published_at: list.publishedAt,
      loaded_at: loaded,
      age_hours: ageHours(loaded, now),
      added_7d: within(7),
      added_30d: within(30),
      set_aside: list.setAside,
    }
  })
  const sum = (member: 'records' | 'added_7d' | 'added_30d') => rows.reduce((total, row) => total + (row[member] ?? 0), 0)
  return {
    mix,
    rows,
    pulse: pulseOf(
      known.flatMap((list) => list.dated.map(({ day }) => day)),
      now,
    ),
    counts: { records: sum('records'), added_7d: sum('added_7d'), added_30d: sum('added_30d') },
    programs: newestPrograms(known, now),
  }
}

// The day an entry was designated counts whole: at any hour of the seventh day it is a week.
const daysBefore = (day: string, now: Date): number => Math.floor((now.getTime() - Date.parse(day)) / dayMs)

/** Where this week's additions stand among those of two years, 0 to 100; equal weeks count half. */
export function pulseOf(days: readonly string[], now: Date): number {
  const counts = new Array<number>(weeks).fill(0)
  for (const day of days) {
    const week = Math.floor(daysBefore(day, now) / 7)
    if (week >= 0 && week < weeks) counts[week]!++
  }
  const [current = 0, ...before] = counts
  if (current === 0) return 0
  return (100 * before.reduce((sum, count) => sum + (count < current ? 1 : count === current ? 0.5 : 0), 0)) / before.length
}

function newestPrograms(lists: readonly ListState[], now: Date) {
  const counts = new Map<string, { list: string; program: string; added_30d: number }>()
  for (const { id, dated } of lists)
    for (const { day, programs } of dated)
      for (const program of daysBefore(day, now) < 30 ? programs : []) {
        const name = `${id}/${program}`
        counts.set(name, { list: id, program, added_30d: (counts.get(name)?.added_30d ?? 0) + 1 })
      }
  return [...counts]
    .sort(([a, x], [b, y]) => y.added_30d - x.added_30d || (a < b ? -1 : 1))
    .slice(0, mostPrograms)
    .map(([, one]) => one)
}

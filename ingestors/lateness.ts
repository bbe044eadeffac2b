// Green means new: how often a source's series must move, which of them have not, and since when they are too old to sell.

import type { SeriesStatus } from '../db/facts/sources.ts'
import type { Moves, Topic } from '../db/log/topic.ts'
import type { Ingestor } from './define.ts'

const dayMs = 86_400_000
const leastDays = 1 / 8
const mostListed = 60
// A series is told late only once it has moved neither in its time nor in its time again.
const patience = 2
// And it is sold so many times as long.
const soldFactor = 2

type Watched = Pick<Ingestor, 'schedule'> & { readonly topic: Pick<Topic<any>, 'moves'>; readonly openKeys?: unknown }

/** Of a key; null where nobody polls it, or nobody any more. */
export function movesOf({ topic, schedule }: Watched, key: string): Moves | null {
  if (topic.moves !== undefined) return typeof topic.moves === 'function' ? topic.moves(key) : topic.moves
  const gap = gaps.get(schedule) ?? longestGapDays(schedule)
  gaps.set(schedule, gap)
  return gap === null ? null : { days: Math.max(gap, leastDays), of: 'any' }
}

/** The series that will be late first, each with the moments from which it is, and from which it is not sold. */
export function watchSeries(ingestor: Watched, newestByKey: ReadonlyMap<string, Date>): SeriesStatus {
  const entries = [...newestByKey].flatMap(([key, newest]) => {
    const moves = movesOf(ingestor, key)
    return moves === null ? [] : [{ key: moves.of === 'any' ? '*' : key, newest, moves }]
  })
  const groups = Map.groupBy(entries, ({ key }) => key)
  const series = [...groups].map(([key, same]) => {
    const { newest, moves } = same.reduce((a, b) => (b.newest > a.newest ? b : a))
    const lateMs = ((moves.toldAfterDays ?? 0) + patience * moves.days) * dayMs
    const from = (ms: number) => new Date(newest.getTime() + ms).toISOString()
    return { key, newest_at: newest.toISOString(), late_at: from(lateMs), dead_at: from(soldFactor * lateMs) }
  })
  series.sort((a, b) => (a.late_at < b.late_at ? -1 : a.late_at > b.late_at ? 1 : 0))
  return { count: series.length, first: series.slice(0, mostListed) }
}

/** The newest of each key after a poll that gave these values. */
export function mergeNewest(topic: Topic<any>, known: ReadonlyMap<string, Date>, values: readonly unknown[]): Map<string, Date> {
  const newest = new Map(known)
  for (const value of values) {
    const [key, at] = [topic.key(value), topic.observedAt(value)]
    if ((newest.get(key) ?? 0) < at) newest.set(key, at)
  }
  return newest
}

const gaps = new Map<string, number | null>()

const weekMinutes = 7 * 24 * 60

/** Between two runs of a cron line; null where it names days of the year. */
export function longestGapDays(cron: string): number | null {
  const [minute, hour, day, month, weekday] = cron.split(' ') as [string, string, string, string, string]
  if (month !== '*') return null
  if (day !== '*') return 31
  const runs = { minute: fitting(minute, 60), hour: fitting(hour, 24), weekday: fitting(weekday, 7) }
  let longest = 0
  let last: number | null = null
  // A week of minutes, and the next week until the first run again.
  for (let at = 0; at < 2 * weekMinutes; at++) {
    if (!(runs.minute[at % 60] && runs.hour[Math.floor(at / 60) % 24] && runs.weekday[Math.floor(at / 1_440) % 7])) continue
    if (last !== null) longest = Math.max(longest, at - last)
    last = at
  }
  return longest / 1_440
}

/** Of so many values, which a field of the line takes. */
const fitting = (field: string, count: number): boolean[] => Array.from({ length: count }, (_, value) => fits(field, value))

function fits(field: string, value: number): boolean {
  return field.split(',').some((part) => {
    const [range, step = '1'] = part.split('/') as [string, string?]
    const [from, to = from] = range === '*' ? ['0', '59'] : (range.split('-') as [string, string?])
    return value >= Number(from) && value <= Number(to) && (value - Number(from)) % Number(step) === 0
  })
}

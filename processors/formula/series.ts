// Arithmetic on dated values: what was known at a time, how far it moved, and how unusual that is.
import { clip, type Part, percentile, round, squashOrNull, zScore } from './statistics.ts'

export interface Point {
  readonly at: Date
  readonly value: number
}

/** A formula's inputs that are series, by name. */
export type SeriesNamed<N extends string> = { readonly [K in N]: readonly Point[] }

const dayMs = 86_400_000

/** How old what is of that time is now. */
export const ageDays = (at: Date, now: Date): number => (now.getTime() - at.getTime()) / dayMs

/** The position of the newest point at or before a moment; -1 where there is none. Points are oldest first. */
function positionAt(points: readonly Point[], at: number): number {
  let [low, high] = [0, points.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (points[middle]!.at.getTime() <= at) low = middle + 1
    else high = middle
  }
  return low - 1
}

export function pointAt(points: readonly Point[], at: Date): Point | null {
  return points[positionAt(points, at.getTime())] ?? null
}

export const newestValue = (points: readonly Point[]): number | null => points.at(-1)?.value ?? null

export const newestTime = (points: readonly Point[]): Date | null => points.at(-1)?.at ?? null

/** The points of the last days before the newest one, that one included. */
export function lastDays(points: readonly Point[], days: number): readonly Point[] {
  const newest = points.at(-1)
  return newest === undefined ? [] : points.slice(positionAt(points, newest.at.getTime() - days * dayMs) + 1)
}

/** Each value less the one that held so many days before; where the older one is missing for over slackDays, nothing. */
export function changesOver(points: readonly Point[], days: number, slackDays = Math.max(4, days / 3)): Point[] {
  return points.flatMap((point) => {
    const target = point.at.getTime() - days * dayMs
    const before = points[positionAt(points, target)]
    if (before === undefined || target - before.at.getTime() > slackDays * dayMs) return []
    return [{ at: point.at, value: point.value - before.value }]
  })
}

/** The same calendar month so many months earlier, as upstreams date it; a month that was never published has none. */
function earlierMonth(points: readonly Point[], months: number): (point: Point) => Point | undefined {
  const byMonth = new Map(points.map((point) => [monthNumber(point.at), point]))
  return (point) => byMonth.get(monthNumber(point.at) - months)
}

export function differencesOver(points: readonly Point[], months: number): Point[] {
  const earlier = earlierMonth(points, months)
  return points.flatMap((point) => {
    const before = earlier(point)
    return before === undefined ? [] : [{ at: point.at, value: point.value - before.value }]
  })
}

/** Growth over whole months in percent, compounded to a year where asked; levels that are not positive have none. */
export function growthOver(points: readonly Point[], months: number, options: { annualised?: boolean } = {}): Point[] {
  const earlier = earlierMonth(points, months)
  return points.flatMap((point) => {
    const before = earlier(point)
    if (before === undefined || before.value <= 0 || point.value <= 0) return []
    const value = 100 * ((point.value / before.value) ** (options.annualised ? 12 / months : 1) - 1)
    return Number.isFinite(value) ? [{ at: point.at, value }] : []
  })
}

/** What was made of a series at that one's newest time; what it said a month before is no answer for now. */
export function atNewest(source: readonly Point[], made: readonly Point[]): number | null {
  const newest = source.at(-1)
  const own = newest === undefined ? null : pointAt(made, newest.at)
  return own !== null && own.at.getTime() === newest!.at.getTime() ? own.value : null
}

/** The newest value, unless it is older than that. */
export function recentValue(points: readonly Point[], now: Date, mostDays: number): number | null {
  const newest = points.at(-1)
  return newest === undefined || now.getTime() - newest.at.getTime() > mostDays * dayMs ? null : newest.value
}

const monthNumber = (date: Date): number => date.getUTCFullYear() * 12 + date.getUTCMonth()

/** The mean of each month and those before it, so many in all; over a month that was never published there is none. */
export function averageOverMonths(points: readonly Point[], count: number): Point[] {
  return averageOver(points, count).filter((_, i) => {
    const [first, last] = [points[i]!.at, points[i + count - 1]!.at]
    return monthNumber(last) - monthNumber(first) === count - 1
  })
}

/** One value for each month that both series have. */
export function combineMonths(a: readonly Point[], b: readonly Point[], make: (a: number, b: number) => number | null): Point[] {
  const others = new Map(b.map((point) => [monthNumber(point.at), point.value]))
  return a.flatMap((point) => {
    const other = others.get(monthNumber(point.at))
    const value = other === undefined ? null : make(point.value, other)
    return value === null || !Number.isFinite(value) ? [] : [{ at: point.at, value }]
  })
}

/** The mean of each point and those before it, so many in all. */
export function averageOver(points: readonly Point[], count: number): Point[] {
  let sum = 0
  return points.flatMap((point, i) => {
    sum += point.value - (i >= count ? points[i - count]!.value : 0)
    return i < count - 1 ? [] : [{ at: point.at, value: sum / count }]
  })
}

/** One value for each time of the first series, from it and what the second one said then; null leaves the time out. */
export function combine(a: readonly Point[], b: readonly Point[], make: (a: number, b: number) => number | null): Point[] {
  return a.flatMap((point) => {
    const other = pointAt(b, point.at)
    const value = other === null ? null : make(point.value, other.value)
    return value === null || !Number.isFinite(value) ? [] : [{ at: point.at, value }]
  })
}

export const scale = (points: readonly Point[], by: number): Point[] =>
  points.map((point) => ({ at: point.at, value: point.value * by }))

const tenYearsDays = 3_653

/** The newest value's z-score among the last ten years'; null where they are too few to say anything. */
export function zOfNewest(points: readonly Point[], atLeast = 24): number | null {
  const window = lastDays(points, tenYearsDays).map((point) => point.value)
  return window.length < atLeast ? null : clip(zScore(window.at(-1)!, window), -1_000, 1_000)
}

/** Where the newest value lies among the last days' values, in percent. */
export function percentileOfNewest(points: readonly Point[], days: number, atLeast = 24): number | null {
  const window = lastDays(points, days).map((point) => point.value)
  return window.length < atLeast ? null : percentile(window.at(-1)!, window)
}

/** A composite's part whose age is that of its newest point. */
export function partOf(id: string, weight: number, points: readonly Point[], maxAgeDays: number, score: number | null): Part {
  const newest = points.at(-1)
  return newest === undefined
    ? { id, weight, score: null }
    : { id, weight, score: score === null ? null : clip(score, -100, 100), observedAt: newest.at, maxAgeDays }
}

/** a / b, or null where that is no number worth printing. */
export function ratio(a: number | null, b: number | null): number | null {
  if (a === null || b === null || b === 0) return null
  const value = a / b
  return Number.isFinite(value) ? value : null
}

export const minus = (a: number | null, b: number | null): number | null => (a === null || b === null ? null : a - b)

export const isoDay = (point: Point | null | undefined): string | null => point?.at.toISOString().slice(0, 10) ?? null

/** A number in a summary: fixed digits, or a word where there is none. */
export function say(x: number | null, digits: number, unit = ''): string {
  return x === null ? 'unknown' : `${round(x, digits)}${unit}`
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

const mostUnusual = 4

/** Distance from the last ten years' median in robust deviations: one spring of 2020 in a window must not make the rest look calm. */
export function standardise(points: readonly Point[], atLeast = 24): Point[] {
  const window = lastDays(points, tenYearsDays).map((point) => point.value)
  if (window.length < atLeast) return []
  const centre = median(window)
  const largest = window.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  // 1.4826 makes the median distance of a normal sample its standard deviation.
  const spread = 1.4826 * median(window.map((value) => Math.abs(value - centre)))
  if (spread <= 1e-12 * largest) return points.map(({ at }) => ({ at, value: 0 }))
  return points.map(({ at, value }) => ({ at, value: clip((value - centre) / spread, -mostUnusual, mostUnusual) }))
}

/** Where the newest value stands among the last ten years', as a score; turned round where less is more. */
export const scored = (points: readonly Point[], sign: 1 | -1, atLeast = 24): number | null =>
  squashOrNull(newestValue(standardise(points, atLeast)), sign)

/** The mean of several monthly series by month, where at least half of them have a value. */
export function monthlyMean(series: readonly (readonly Point[])[]): Point[] {
  const months = new Map<string, number[]>()
  for (const point of series.flat()) {
    const month = point.at.toISOString().slice(0, 7)
    months.set(month, [...(months.get(month) ?? []), point.value])
  }
  return [...months]
    .filter(([, values]) => values.length * 2 >= series.length)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([month, values]) => ({
      at: new Date(`${month}-01T00:00:00Z`),
      value: values.reduce((sum, value) => sum + value, 0) / values.length,
    }))
}

// A weekly stock against its five-year path: the mean of the same week of five years, and what a week of that season usually adds.
import { mean, type Point, pointAt, round } from './index.ts'

export interface Path {
  readonly at: Date
  readonly value: number
  /** Against the week before. */
  readonly change: number | null
  readonly average_5y: number | null
  readonly vs_5y_pct: number | null
  readonly low_5y: number | null
  readonly high_5y: number | null
  /** What the same week added in the mean of those years. */
  readonly expected_change: number | null
  /** The change less the expected one: a build where stocks usually fall counts whole. */
  readonly surprise: number | null
  readonly years: number
}

const dayMs = 86_400_000
const weekDays = 7
const yearDays = 364.25
const slackDays = 4
const mostYears = 5
const fewestYears = 4

/** null where nothing is known. Points are weeks, oldest first. */
export function fiveYearPath(points: readonly Point[]): Path | null {
  const newest = points.at(-1)
  if (newest === undefined) return null
  const near = (daysBack: number): number | null => {
    const target = newest.at.getTime() - daysBack * dayMs
    const point = pointAt(points, new Date(target + slackDays * dayMs))
    return point === null || Math.abs(point.at.getTime() - target) > slackDays * dayMs ? null : point.value
  }
  const years = Array.from({ length: mostYears }, (_, i) => {
    const back = Math.round((i + 1) * yearDays)
    return { value: near(back), before: near(back + weekDays) }
  })
  const values = years.flatMap(({ value }) => value ?? [])
  const changes = years.flatMap(({ value, before }) => (value === null || before === null ? [] : [value - before]))
  const before = near(weekDays)
  const change = before === null ? null : newest.value - before
  const average = values.length < fewestYears ? null : mean(values)
  const expected = changes.length < fewestYears ? null : mean(changes)
  return {
    at: newest.at,
    value: newest.value,
    change,
    average_5y: average,
    vs_5y_pct: average === null || average === 0 ? null : round(100 * (newest.value / average - 1), 2),
    low_5y: average === null ? null : Math.min(...values),
    high_5y: average === null ? null : Math.max(...values),
    expected_change: expected,
    surprise: change === null || expected === null ? null : change - expected,
    years: values.length,
  }
}

/** Both series by their times; of two for one time the first one's. */
export function mergeSeries(first: readonly Point[], second: readonly Point[]): Point[] {
  const times = new Map([...second, ...first].map((point) => [point.at.getTime(), point]))
  return [...times.values()].sort((a, b) => a.at.getTime() - b.at.getTime())
}

// When a company will announce, by its own habit, and what it will earn a share, by Foster's seasonal random walk with drift (1977).
import { clip, deviation, mean, median, round } from '../../formula/index.ts'

export interface Habit {
  /** Days of announcements, with the end of the quarter each was for. */
  readonly end: string
  readonly at: Date
}

export interface Quarterly {
  readonly end: string
  readonly usd: number
}

export const labels = ['imminent', 'upcoming', 'quiet'] as const
export const imminentDays = 3

const dayMs = 86_400_000
const driftQuarters = 8
const fewestErrors = 4
const sameQuarterDays = 20
const remembered = 4

const toDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10)
const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / dayMs

/** The same quarter's end a year later: the end of the month, or 52 weeks for those who count in weeks. */
export function yearAfter(end: string): string {
  const date = new Date(`${end}T00:00:00Z`)
  const isMonthEnd = new Date(date.getTime() + dayMs).getUTCDate() === 1
  if (!isMonthEnd) return toDay(date.getTime() + 364 * dayMs)
  return toDay(Date.UTC(date.getUTCFullYear() + 1, date.getUTCMonth() + 1, 0))
}

/** The one a year earlier, give or take the weeks of a year. */
function yearBefore<T extends { readonly end: string }>(list: readonly T[], end: string): T | undefined {
  return list.find((other) => Math.abs(daysBetween(other.end, end) - 365) <= sameQuarterDays)
}

const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay()

/** Habits oldest first; null where there is no year of them. */
export function expectAnnouncement(habits: readonly Habit[], dayOf: (at: Date) => string) {
  const last = habits.at(-1)
  if (last === undefined) return null
  const next = habits.map(({ end }) => yearAfter(end)).find((end) => daysBetween(last.end, end) > sameQuarterDays)
  if (next === undefined || daysBetween(last.end, next) > 120) return null
  const same = habits.filter(({ end }) => isSameQuarter(end, next)).slice(-remembered)
  const lags = same.map(({ end, at }) => daysBetween(end, dayOf(at)))
  const lag = median(lags)
  const wanted = weekdayOf(dayOf(same.at(-1)!.at))
  const middle = Date.parse(next) + Math.round(lag) * dayMs
  // The nearest of that weekday: three days away at the most.
  const shift = ((((wanted - new Date(middle).getUTCDay()) % 7) + 10) % 7) - 3
  const spread = median(lags.map((one) => Math.abs(one - lag)))
  return {
    expected: toDay(middle + shift * dayMs),
    windowDays: Math.ceil(Math.max(2, spread)),
    fiscalPeriod: next,
    confidence: round((same.length / remembered) * clip(1 - spread / 14, 0.2, 1), 2),
  }
}

function isSameQuarter(end: string, next: string): boolean {
  const days = daysBetween(end, next) % 365.25
  return days <= sameQuarterDays || days >= 365.25 - sameQuarterDays
}

/** What was expected of each quarter by those before it, and by how many of its usual errors it was surprised. */
export function surprises(quarters: readonly Quarterly[]) {
  const deltas = quarters.flatMap((quarter) => {
    const before = yearBefore(quarters, quarter.end)
    return before === undefined
      ? []
      : [{ end: quarter.end, before: before.usd, usd: quarter.usd, delta: quarter.usd - before.usd }]
  })
  const forecasts = deltas.flatMap(({ end, before, usd }, i) => {
    const earlier = deltas.slice(Math.max(0, i - driftQuarters), i)
    if (earlier.length < fewestErrors) return []
    const expected = before + mean(earlier.map(({ delta }) => delta))
    return [{ end, usd, expected, error: usd - expected }]
  })
  return forecasts.map(({ end, usd, expected, error }, i) => {
    const usual = forecasts.slice(Math.max(0, i - driftQuarters), i).map((one) => one.error)
    const spread = usual.length < fewestErrors ? 0 : deviation(usual)
    // Below a tenth of a cent nothing was ever a surprise, and the next cent would be a huge one.
    return { end, usd, expected, sue: spread < 0.001 ? null : clip(error / spread, -20, 20) }
  })
}

/** The quarter after the newest: the same one's a year before, and the mean of the last eight changes over a year. */
export function expectEps(quarters: readonly Quarterly[], period: string) {
  const yearAgo = yearBefore(quarters, period)?.usd ?? null
  const deltas = quarters.flatMap((quarter) => {
    const before = yearBefore(quarters, quarter.end)
    return before === undefined ? [] : [quarter.usd - before.usd]
  })
  const recent = deltas.slice(-driftQuarters)
  return { yearAgo, expected: yearAgo === null || recent.length < fewestErrors ? null : yearAgo + mean(recent) }
}

/** Two usual errors a quarter, four quarters in a row, are the full scale. */
export function scoreSurprises(sues: readonly (number | null)[]): number | null {
  const known = sues.slice(-remembered).filter((sue) => sue !== null)
  return known.length === 0 ? null : 100 * clip(mean(known) / 2, -1, 1)
}

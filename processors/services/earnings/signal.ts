// When a company will announce, by its own habit, and what it will earn a share, by Foster's seasonal random walk with drift (1977).
import { clip, median, round } from '../../formula/index.ts'

export { expectEps, type Quarterly, scoreSurprises, surprises } from '../../formula/surprises.ts'

export interface Habit {
  /** Days of announcements, with the end of the quarter each was for. */
  readonly end: string
  readonly at: Date
}

export const labels = ['imminent', 'upcoming', 'quiet'] as const
export const imminentDays = 3

const dayMs = 86_400_000
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

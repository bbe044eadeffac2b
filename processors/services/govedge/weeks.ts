// The newest two weeks of what was posted, and how one stands against the other by their working days.
import { plusDays } from '../../../base/calendar/days.ts'
import { isBusinessDay } from '../../../base/calendar/holidays.ts'

export interface Weeks<T> {
  readonly newest: readonly T[]
  readonly before: readonly T[]
  /** Posted in the newest over the week before, a working day each; one is added to both, so that few notices tell little. */
  readonly ratio: number
}

const days = (end: string): string[] => Array.from({ length: 7 }, (_, i) => plusDays(end, -i))

/**
 * Whole days up to the newest that is known. Only two weeks: what was posted earlier may be closed and gone, and a month that lost
 * some makes every newest week look full.
 */
export function newestWeeks<T>(posted: readonly T[], dayOf: (one: T) => string | null, newestDay: string): Weeks<T> {
  const [week, last] = [new Set(days(newestDay)), new Set(days(plusDays(newestDay, -7)))]
  const of = (wanted: ReadonlySet<string>) => posted.filter((one) => wanted.has(dayOf(one) ?? ''))
  const open = (wanted: ReadonlySet<string>) => Math.max(1, [...wanted].filter((day) => isBusinessDay('us-federal', day)).length)
  const [newest, before] = [of(week), of(last)]
  return { newest, before, ratio: (newest.length + 1) / open(week) / ((before.length + 1) / open(last)) }
}

/** The newest whole day that anything was posted on: today is not over. */
export const newestDayOf = (days_: readonly (string | null)[], today: string): string =>
  days_.reduce<string>((newest, day) => (day !== null && day < today && day > newest ? day : newest), '') || today

// The days on which the United States' offices, New York's exchange, the euro's payments and Britain's banks are shut, by their own rules.
import { easterSunday, lastWeekday, nthWeekday, on, plusDays, weekdayOf } from './days.ts'

export type Calendar = 'us-federal' | 'nyse' | 'target' | 'uk'

// Jimmy Carter's funeral: offices and exchanges were shut by order.
const byOrder: Readonly<Record<Calendar, readonly string[]>> = {
  'us-federal': ['2025-01-09'],
  nyse: ['2025-01-09'],
  target: [],
  uk: [],
}

const rules: Readonly<Record<Calendar, (year: number) => readonly string[]>> = {
  'us-federal': (year) => [
    // The New Year's Day of next year may be kept in this one.
    ...[on(year, 1, 1), on(year, 6, 19), on(year, 7, 4), on(year, 11, 11), on(year, 12, 25), on(year + 1, 1, 1)].map(nearest),
    ...[nthWeekday(year, 1, 1, 3), nthWeekday(year, 2, 1, 3), lastWeekday(year, 5, 1), nthWeekday(year, 9, 1, 1)],
    ...[nthWeekday(year, 10, 1, 2), nthWeekday(year, 11, 4, 4)],
  ],
  nyse: (year) => [
    // A New Year's Day on a Saturday is not made up for: the year's books are closed on that Friday.
    ...(weekdayOf(on(year, 1, 1)) === 6 ? [] : [nearest(on(year, 1, 1))]),
    ...[on(year, 6, 19), on(year, 7, 4), on(year, 12, 25)].map(nearest),
    ...[nthWeekday(year, 1, 1, 3), nthWeekday(year, 2, 1, 3), lastWeekday(year, 5, 1), nthWeekday(year, 9, 1, 1)],
    ...[plusDays(easterSunday(year), -2), nthWeekday(year, 11, 4, 4)],
  ],
  // On a weekend they are only a weekend.
  target: (year) => [
    ...[on(year, 1, 1), on(year, 5, 1), on(year, 12, 25), on(year, 12, 26)],
    ...[plusDays(easterSunday(year), -2), plusDays(easterSunday(year), 1)],
  ],
  uk: (year) => [
    ...[nextWeekday(on(year, 1, 1)), plusDays(easterSunday(year), -2), plusDays(easterSunday(year), 1)],
    ...[nthWeekday(year, 5, 1, 1), lastWeekday(year, 5, 1), lastWeekday(year, 8, 1)],
    ...christmasOf(year),
  ],
}

/** Of a year, in order; days that are made up for elsewhere stand where they are kept. */
export function holidaysOf(calendar: Calendar, year: number): string[] {
  const own = rules[calendar](year).filter((day) => day.startsWith(`${year}-`))
  return [...new Set([...own, ...byOrder[calendar].filter((day) => day.startsWith(`${year}-`))])].sort()
}

const known = new Map<string, ReadonlySet<string>>()

export function isBusinessDay(calendar: Calendar, day: string): boolean {
  const year = day.slice(0, 4)
  const name = `${calendar} ${year}`
  const holidays = known.get(name) ?? new Set(holidaysOf(calendar, Number(year)))
  known.set(name, holidays)
  return weekdayOf(day) % 6 !== 0 && !holidays.has(day)
}

/** So many business days after a day; before it where the number is negative. */
export function plusBusinessDays(calendar: Calendar, day: string, count: number): string {
  const step = Math.sign(count)
  let at = day
  for (let left = Math.abs(count); left > 0; ) {
    at = plusDays(at, step)
    if (isBusinessDay(calendar, at)) left--
  }
  return at
}

/** The day itself, or the next business day. */
export const rollForward = (calendar: Calendar, day: string): string =>
  isBusinessDay(calendar, day) ? day : plusBusinessDays(calendar, day, 1)

// Saturday's is kept on Friday, Sunday's on Monday.
function nearest(day: string): string {
  const weekday = weekdayOf(day)
  return weekday === 6 ? plusDays(day, -1) : weekday === 0 ? plusDays(day, 1) : day
}

function nextWeekday(day: string): string {
  const weekday = weekdayOf(day)
  return weekday === 6 ? plusDays(day, 2) : weekday === 0 ? plusDays(day, 1) : day
}

// Where one or both fall on a weekend they are kept on the days after it.
function christmasOf(year: number): string[] {
  const first = on(year, 12, 25)
  const offsets = { 0: [1, 2], 5: [0, 3], 6: [2, 3] }[weekdayOf(first)] ?? [0, 1]
  return offsets.map((days) => plusDays(first, days))
}

// When the United States' statistics come out: the agencies' own calendars, and beyond them the rule by which they are made.
import { isoDay, on, plusDays, weekdayOf } from './days.ts'
import { isBusinessDay, plusBusinessDays } from './holidays.ts'

export type DueRelease = {
  readonly name: string
  readonly expected_date: string
  /** Whether the agency has said so, or its rule says so. */
  readonly basis: 'calendar' | 'rule'
}

// As they were in the end: no report of October 2025 stands alone, and those of January 2026 came late.
const published = {
  employment_situation: days(`
    2025 01-10 02-07 03-07 04-04 05-02 06-06 07-03 08-01 09-05 11-20 12-16
    2026 01-09 02-11 03-06 04-03 05-08 06-05 07-02 08-07 09-04 10-02 11-06 12-04`),
  consumer_prices: days(`
    2025 01-15 02-12 03-12 04-10 05-13 06-11 07-15 08-12 09-11 10-24 12-18
    2026 01-13 02-13 03-11 04-10 05-12 06-10 07-14 08-12 09-11 10-14 11-10 12-10`),
} as const

function days(text: string): string[] {
  let year = ''
  return text
    .trim()
    .split(/\s+/)
    .flatMap((word) => {
      if (word.length === 4) year = word
      return word.length === 4 ? [] : [`${year}-${word}`]
    })
}

const newYork = (at: Date): string => isoDay(new Date(at.getTime() - 5 * 3_600_000))

/** The next weekly claims, employment report and consumer prices after a moment's day. */
export function nextReleases(now: Date): DueRelease[] {
  const today = newYork(now)
  return [
    { name: 'initial_claims', expected_date: nextClaims(today), basis: 'rule' as const },
    ...nextOf('employment_situation', today, employmentByRule),
    ...nextOf('consumer_prices', today, null),
  ]
}

function nextOf(
  name: keyof typeof published,
  today: string,
  rule: ((year: number, month: number) => string) | null,
): DueRelease[] {
  const known = published[name].find((day) => day > today)
  if (known !== undefined) return [{ name, expected_date: known, basis: 'calendar' }]
  const [year, month] = today.split('-').map(Number) as [number, number]
  const found = rule === null ? undefined : [0, 1, 2].map((ahead) => rule(year, month + ahead)).find((day) => day > today)
  return found === undefined ? [] : [{ name, expected_date: found, basis: 'rule' }]
}

/** Thursdays, or the day before a holiday's. */
function nextClaims(today: string): string {
  for (let ahead = 1; ; ahead++) {
    const day = plusDays(today, ahead)
    const thursday = plusDays(day, (4 - weekdayOf(day) + 7) % 7)
    const released = isBusinessDay('us-federal', thursday) ? thursday : plusBusinessDays('us-federal', thursday, -1)
    if (released > today) return released
  }
}

/** The third Friday after the week with the 12th of the month before; a holiday moves it a day ahead, January's first days a week on. */
export function employmentByRule(year: number, month: number): string {
  const twelfth = on(year, month - 1, 12)
  const saturday = plusDays(twelfth, 6 - weekdayOf(twelfth))
  const friday = plusDays(saturday, 20)
  if (/-01-0[123]$/.test(friday)) return plusDays(friday, 7)
  return isBusinessDay('us-federal', friday) ? friday : plusBusinessDays('us-federal', friday, -1)
}

// Days as YYYY-MM-DD, and the ways in which laws name them.
const dayMs = 86_400_000

export const isoDay = (at: Date): string => at.toISOString().slice(0, 10)

export const on = (year: number, month: number, day: number): string => isoDay(new Date(Date.UTC(year, month - 1, day)))

export const plusDays = (day: string, days: number): string => isoDay(new Date(Date.parse(day) + days * dayMs))

/** 0 is a Sunday. */
export const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay()

/** The third Monday of January: (year, 1, 1, 3). */
export function nthWeekday(year: number, month: number, weekday: number, n: number): string {
  const first = on(year, month, 1)
  return plusDays(first, ((weekday - weekdayOf(first) + 7) % 7) + 7 * (n - 1))
}

export function lastWeekday(year: number, month: number, weekday: number): string {
  const last = on(year, month + 1, 0)
  return plusDays(last, -((weekdayOf(last) - weekday + 7) % 7))
}

/** By the Gregorian computus. */
export function easterSunday(year: number): string {
  const century = Math.floor(year / 100)
  const golden = year % 19
  const correction = (8 * century + 13) / 25
  const epact = (19 * golden + century - Math.floor(century / 4) - Math.floor(correction) + 15) % 30
  const moon = epact - Math.floor(epact / 28) * (1 - Math.floor(29 / (epact + 1)) * Math.floor((21 - golden) / 11))
  const sunday = moon - ((year + Math.floor(year / 4) + moon + 2 - century + Math.floor(century / 4)) % 7)
  const month = 3 + Math.floor((sunday + 40) / 44)
  return on(year, month, sunday + 28 - 31 * Math.floor(month / 4))
}

// A month as statistical offices write it, and the day its figures are filed under.
import { TollgateError } from '../../base/errors.ts'

/** "2026-10" or "2026M10" as the first day of the month; what is no month is refused. */
export function firstDayOf(text: string | undefined, what: string): string {
  const [, year, month] = /^(\d{4})[-M](0[1-9]|1[0-2])$/.exec((text ?? '').trim()) ?? []
  if (year === undefined)
    throw new TollgateError('upstream_changed', `${what}: ${JSON.stringify(text?.slice(0, 20))} is no month`)
  return `${year}-${month}-01`
}

/** The last day of a quarter of 1 to 4. */
export const lastDayOfQuarter = (year: number, quarter: number): string =>
  new Date(Date.UTC(year, 3 * quarter, 0)).toISOString().slice(0, 10)

/** "2023:Q2" as its last day; what is no quarter is refused. */
export function quarterEnd(text: string): string {
  const [, year, quarter] = /^(\d{4}):Q([1-4])$/.exec(text) ?? []
  if (year === undefined) throw new TollgateError('upstream_changed', `${text.slice(0, 20)} is no quarter`)
  return lastDayOfQuarter(Number(year), Number(quarter))
}

const named = 'JANFEBMARAPRMAYJUNJULAUGSEPOCTNOVDEC'

/** 1 for any writing of "Jan"; null where it is none. */
export function monthNumber(name: string): number | null {
  const at = name.length === 3 ? named.indexOf(name.toUpperCase()) : -1
  return at < 0 || at % 3 !== 0 ? null : at / 3 + 1
}

/** "JAN1973" as the first day of the month; null where a month is not written so. */
export function firstDayOfNamed(text: string): string | null {
  const [, name, year] = /^([A-Z]{3})-?(\d{4})$/i.exec(text.trim()) ?? []
  const month = monthNumber(name ?? '')
  return month === null ? null : `${year}-${String(month).padStart(2, '0')}-01`
}

/** The month so many years before a moment, as "2016-01". */
export const januaryBefore = (at: Date, years: number): string => `${at.getUTCFullYear() - years}-01`

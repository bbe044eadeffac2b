// A calendar day; today and tomorrow stay words until the route knows whose clock they are told by.
import { isDate } from '../../base/usual-dates.ts'
import { defineText, malformed } from './kind.ts'

const wanted = 'a day as YYYY-MM-DD, or today or tomorrow'
const dayMs = 86_400_000

export const day = defineText({
  kind: 'date',
  wanted,
  pattern: '^(\\d{4}-\\d{2}-\\d{2}|[Tt][Oo][Dd][Aa][Yy]|[Tt][Oo][Mm][Oo][Rr][Rr][Oo][Ww])$',
  mostLength: 10,
  example: 'tomorrow',
  description: 'YYYY-MM-DD, today or tomorrow, by the place’s own clock',
  otherNames: ['day'],
  canonical(text, asked) {
    if (!/^\d/.test(text)) return text.toLowerCase()
    if (!isDate(text)) throw malformed(asked, wanted)
    return text
  },
})

export const addDays = (isoDay: string, days: number): string =>
  new Date(Date.parse(`${isoDay}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)

/** The ISO day a moment falls on in a time zone. */
export function localDay(at: Date, timeZone: string): string {
  let format = formats.get(timeZone)
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
    formats.set(timeZone, format)
  }
  return format.format(at)
}

// Making one costs a hundred times as much as using it; there are as many as time zones.
const formats = new Map<string, Intl.DateTimeFormat>()

export function resolveDay(named: string, now: Date, timeZone: string): string {
  const today = localDay(now, timeZone)
  return named === 'today' ? today : named === 'tomorrow' ? addDays(today, 1) : named
}

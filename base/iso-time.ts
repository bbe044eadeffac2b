// Reads the times that people type. Date alone reads "batch 7" as July 2001, and a time without a zone by the machine's own.
import { isDate } from './usual-dates.ts'

const shape = /^(\d{4}-\d{2}(?:-\d{2})?)(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}:\d{2})?)?$/

/** A month, a day or a moment, in UTC where no zone stands; null for what is none or is in no calendar. */
export function readIsoTime(text: string): Date | null {
  const [, day, clock, zone = 'Z'] = shape.exec(text) ?? []
  if (day === undefined || (day.length === 10 && !isDate(day)) || (day.length === 7 && clock !== undefined)) return null
  const time = new Date(clock === undefined ? day : `${day}T${clock}${zone}`)
  return Number.isNaN(time.getTime()) ? null : time
}

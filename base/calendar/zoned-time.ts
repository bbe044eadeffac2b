// The moment that a clock on a wall in some time zone shows; of the hour that clocks repeat in autumn the first one.
import { TollgateError } from '../errors.ts'

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known !== undefined) return known
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  formats.set(timeZone, format)
  return format
}

/** "2026-11-20 18:30:00" as that zone's clocks show it. */
export const wallClock = (at: Date, timeZone: string): string => formatOf(timeZone).format(at)

/** From a day YYYY-MM-DD and a time HH:MM. */
export function momentOf(day: string, time: string, timeZone: string): number {
  const wanted = Date.parse(`${day}T${time}:00Z`)
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || !/^\d{2}:\d{2}$/.test(time) || Number.isNaN(wanted))
    throw new TollgateError('upstream_changed', `${JSON.stringify(`${day} ${time}`.slice(0, 30))} is not a time`)
  const offsetAt = (epoch: number) => Date.parse(`${wallClock(new Date(epoch), timeZone).replace(' ', 'T')}Z`) - epoch
  // The offset a day before is the summer's in the repeated hour, so that the first of the two is meant.
  const early = wanted - offsetAt(wanted - 86_400_000)
  return early + offsetAt(early) === wanted ? early : wanted - offsetAt(early)
}

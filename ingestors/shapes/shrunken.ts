// Lists that lose little from one poll to the next: one that lost more was cut off, and what is there stands.
import { TollgateError } from '../../base/errors.ts'

const mostLost = 0.1

/** Of short lists one entry is too large a part to say anything. */
export function refuseShrunken(what: string, before: number, now: number, leastCounted: number): void {
  if (before >= leastCounted && now < before * (1 - mostLost))
    throw new TollgateError('upstream_changed', `${what} shrank from ${before} to ${now}: held back`)
}

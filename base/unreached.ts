// What is said of a host that did not answer: told by who asks it, known again by who explains why there is nothing to sell.
import { causeOf, messageOf } from './errors.ts'

export function whyUnreached(host: string, error: unknown): string {
  if (error instanceof DOMException && error.name === 'TimeoutError') return `${host} did not answer in time`
  return `${host} could not be read: ${messageOf(causeOf(error))}`
}

/** Whether that was said, and not that the host answered with something else than it should. */
export const isUnreached = (reason: string): boolean => / (did not answer in time$|could not be read: )/.test(reason)

/** Of a table of our own that other sources fill and have not yet: whatever is searched for, nothing is found. */
export const unfilled = (table: string): string => `${table} holds nothing of the last hours`
export const isUnfilled = (reason: string): boolean => reason.endsWith(unfilled(''))

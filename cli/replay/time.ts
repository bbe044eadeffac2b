// Reads the times that analysts type.
import { isDate } from '../../base/usual-dates.ts'
import { UsageError } from '../command.ts'

export function readTime(text: string | boolean | undefined, flag: string): Date | null {
  if (text === undefined) return null
  const time = typeof text === 'string' && /^\d{4}-\d{2}/.test(text) ? new Date(text) : new Date(Number.NaN)
  // The 30th of February would be read as the 2nd of March.
  const day = String(text).slice(0, 10)
  if (Number.isNaN(time.getTime()) || (/^\d{4}-\d{2}-\d{2}$/.test(day) && !isDate(day)))
    throw new UsageError(`--${flag} ${text} is not an ISO time such as 2026-11-01T00:00Z`)
  return time
}

// Reads the times that analysts type.
import { UsageError } from '../command.ts'

export function readTime(text: string | boolean | undefined, flag: string): Date | null {
  if (text === undefined) return null
  const time = typeof text === 'string' && /^\d{4}-\d{2}/.test(text) ? new Date(text) : new Date(Number.NaN)
  if (Number.isNaN(time.getTime())) throw new UsageError(`--${flag} ${text} is not an ISO time such as 2026-11-01T00:00Z`)
  return time
}

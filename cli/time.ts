// Reads the times that a command is given.
import { readIsoTime } from '../base/iso-time.ts'
import { UsageError } from './command.ts'

export function readTime(text: string | boolean | undefined, flag: string): Date | null {
  if (text === undefined) return null
  const time = readIsoTime(String(text))
  if (time === null) throw new UsageError(`--${flag} ${text} is not an ISO time such as 2026-11-01T00:00Z`)
  return time
}

// The moments an analyst asks about: --as-of <from>..<to> --step <so long>.
import { UsageError } from '../command.ts'
import { readTime } from '../time.ts'

const unitMs: Readonly<Record<string, number>> = { h: 3_600_000, d: 86_400_000, w: 604_800_000 }
const mostMoments = 200_000

export function readRange(range: unknown, step: unknown, now: Date): { moments: Date[]; stepMs: number } {
  const words = typeof range === 'string' ? range.split('..') : []
  if (words.length !== 2 || words.includes(''))
    throw new UsageError(`--as-of ${range} is not <from>..<to>, such as 2006-01-01..2026-01-01`)
  const [from, to] = words.map((word) => readTime(word, 'as-of')!) as [Date, Date]
  if (from > to) throw new UsageError(`--as-of ${range} ends before it begins; turn it round: ${words[1]}..${words[0]}`)
  if (to > now)
    throw new UsageError(`--as-of ${range} ends after now (${now.toISOString()}); what will be known then nobody can say`)
  const stepMs = readSpan(step ?? '1d', 'step')
  const count = Math.floor((to.getTime() - from.getTime()) / stepMs) + 1
  if (count > mostMoments) throw new UsageError(`that is ${count} moments, more than ${mostMoments}; take a longer --step`)
  return { moments: Array.from({ length: count }, (_, i) => new Date(from.getTime() + i * stepMs)), stepMs }
}

export function readSpan(text: unknown, flag: string): number {
  const [, count, unit] = /^([1-9]\d{0,4})([hdw])$/.exec(String(text)) ?? []
  if (count === undefined)
    throw new UsageError(`--${flag} ${text} is not a number of hours, days or weeks, such as 12h, 1d or 2w`)
  return Number(count) * unitMs[unit!]!
}

// Deals the steps of a forecast out to the local days they fall on, and says whether an alert holds on one; what is over midnight counts for both.
import { localDay } from '../../inputs/day.ts'
import type { DayStep, Step } from './signal.ts'

const hourMs = 3_600_000

export function dealOut(steps: readonly Step[], timeZone: string): Map<string, DayStep[]> {
  const days = new Map<string, DayStep[]>()
  for (const step of steps) {
    const shares = new Map<string, number>()
    for (let hour = 0; hour < step.hours; hour++) {
      const day = localDay(new Date(step.at.getTime() + hour * hourMs), timeZone)
      shares.set(day, (shares.get(day) ?? 0) + 1)
    }
    const begins = localDay(step.at, timeZone)
    for (const [day, share] of shares) days.set(day, [...(days.get(day) ?? []), { ...step, share, isBegunHere: day === begins }])
  }
  return days
}

interface Span {
  readonly effective_at: string
  readonly onset_at: string | null
  readonly ends_at: string | null
  readonly expires_at: string | null
}

/** From when to when: the weather's own times, and the message's where those are not given. */
export const spanOf = ({ effective_at, onset_at, ends_at, expires_at }: Span) => ({
  from: onset_at ?? effective_at,
  to: ends_at ?? expires_at,
})

/** One without any end holds until somebody says otherwise. */
export function isOnDay(alert: Span, date: string, timeZone: string): boolean {
  const { from, to } = spanOf(alert)
  return localDay(new Date(from), timeZone) <= date && (to === null || localDay(new Date(to), timeZone) >= date)
}

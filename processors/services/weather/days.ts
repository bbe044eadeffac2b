// Deals the steps of a forecast out to the local days they fall on; a step over midnight counts for both by its hours.
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
    for (const [day, share] of shares) days.set(day, [...(days.get(day) ?? []), { ...step, share }])
  }
  return days
}

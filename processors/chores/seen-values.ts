// Forgets which values were put on the log once their upstream has long stopped giving them.
import type { Database } from '../../db/client.ts'
import { forgetSeen } from '../../db/facts/sources.ts'
import type { Chore } from './define.ts'

const dayMs = 86_400_000
const rowsAtOnce = 2_000
// Longer than any upstream lets a value rest that it gives again.
const givenWithinDays = 60
// A yearly figure's newest is what its source asks on from.
const newestWithinDays = 800

export function seenValuesChore({ pool }: Database): Chore {
  return {
    name: 'seen values',
    everyMinutes: 360,
    batch(now) {
      const before = (days: number) => new Date(now.getTime() - days * dayMs)
      return forgetSeen(pool, { givenBefore: before(givenWithinDays), newestGivenBefore: before(newestWithinDays) }, rowsAtOnce)
    },
  }
}

// Forgets what streams were paid for: soon after all of it was used, and after half a year in any case.
import type { Database } from '../../db/client.ts'
import { dropCredits } from '../../db/payments/stream-credits.ts'
import type { Chore } from './define.ts'

const dayMs = 86_400_000
const rowsAtOnce = 500
// An update that was lost is sent again for nothing meanwhile.
const usedUpDays = 7
const anyDays = 180

export function streamCreditsChore({ pool }: Database): Chore {
  return {
    name: 'stream credits',
    everyMinutes: 60,
    batch(now) {
      const before = (days: number) => new Date(now.getTime() - days * dayMs)
      return dropCredits(pool, { usedUp: before(usedUpDays), any: before(anyDays) }, rowsAtOnce)
    },
  }
}

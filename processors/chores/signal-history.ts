// Makes the months of signal history before they begin and drops those past their retention, each as a whole.
import type { Database } from '../../db/client.ts'
import { createHistoryMonths, dropOldHistoryMonth } from '../../db/rows/history-months.ts'
import type { Chore } from './define.ts'

export function signalHistoryChore({ pool }: Database, monthsKept: number): Chore {
  return {
    name: 'signal history',
    everyMinutes: 60,
    async batch(now) {
      await createHistoryMonths(pool, now)
      return (await dropOldHistoryMonth(pool, now, monthsKept)) ? 1 : 0
    },
  }
}

// Lets go of what asking for open keys leaves behind: keys nobody asks for any more, full allowances, rows nobody is sold.
import type { Database } from '../../db/client.ts'
import { forgetDemands } from '../../db/facts/demand.ts'
import { forgetAllowances } from '../../db/facts/demand-allowance.ts'
import { dropStaleRows } from '../../db/rows/signals.ts'
import type { Service } from '../kit/define.ts'
import type { Chore } from './define.ts'

const everyMinutes = 60
const rowsAtOnce = 500
const hourMs = 3_600_000
const dayMs = 24 * hourMs
const askedWithinDays = 30
// The slowest bucket is full again after minutes.
const allowanceHours = 24
const unsoldDays = 7

export function askedKeysChores({ pool }: Database, services: readonly Service[]): Chore[] {
  const routes = services.flatMap(({ label, routes }) =>
    routes
      .filter(({ demand }) => demand !== undefined)
      .map(({ path, maxAgeSeconds, hardMaxAgeSeconds }) => ({
        service: label,
        route: path,
        // A row is stale at the first age and sold until the second.
        soldWhileStaleMs: (hardMaxAgeSeconds - maxAgeSeconds) * 1_000,
      })),
  )
  return [
    {
      name: 'asked keys',
      everyMinutes,
      batch: (now) => forgetDemands(pool, new Date(now.getTime() - askedWithinDays * dayMs), rowsAtOnce),
    },
    {
      name: 'allowances',
      everyMinutes,
      batch: (now) => forgetAllowances(pool, new Date(now.getTime() - allowanceHours * hourMs), rowsAtOnce),
    },
    {
      name: 'unsold rows',
      everyMinutes,
      async batch(now) {
        let dropped = 0
        for (const { soldWhileStaleMs, ...route } of routes) {
          const staleBefore = new Date(now.getTime() - soldWhileStaleMs - unsoldDays * dayMs)
          dropped += await dropStaleRows(pool, [route], staleBefore, rowsAtOnce)
        }
        return dropped
      },
    },
  ]
}

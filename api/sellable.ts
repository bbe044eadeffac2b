// Whether there is something to sell, asked before a price is named: nobody is invited to sign for an answer that cannot come.
import type { Clock } from '../base/clock.ts'
import type { Database } from '../db/client.ts'
import { findRowAge } from '../db/rows/signals.ts'
import type { RouteDefinition, Service } from '../processors/kit/define.ts'
import { refuseUnsold } from './answer.ts'
import type { StandingOf } from './standing.ts'
import type { Unmade } from './unmade.ts'

// Most calls without payment ask for the same few rows; an answer that has come is sold a moment later.
const keptMs = 2_000
const keptEmptyMs = 200
const mostKept = 10_000

interface Seen {
  readonly until: number
  readonly row: Awaited<ReturnType<typeof findRowAge>>
}

export type RefuseUnsellable = (
  service: Service,
  route: RouteDefinition<any, any>,
  input: Record<string, unknown>,
) => Promise<void>

/** For routes whose rows are computed beforehand; throws not_ready. */
export function createSellable({
  database,
  clock,
  standingOf,
  unmade,
}: {
  readonly database: Database
  readonly clock: Clock
  readonly standingOf: StandingOf
  readonly unmade: Pick<Unmade, 'whyNoRow'>
}): RefuseUnsellable {
  const seen = new Map<string, Seen>()
  const looking = new Map<string, Promise<Seen>>()
  const look = async (name: string, find: () => ReturnType<typeof findRowAge>): Promise<Seen> => {
    try {
      const row = await find()
      const found = { until: performance.now() + (row === null ? keptEmptyMs : keptMs), row }
      if (seen.size >= mostKept) seen.clear()
      seen.set(name, found)
      return found
    } finally {
      looking.delete(name)
    }
  }
  return async (service, route, input) => {
    const key = route.key(input)
    const name = `${service.label}${route.path} ${key}`
    let known = seen.get(name)
    if (known === undefined || performance.now() > known.until) {
      // Asked for by many at once, it is looked up once.
      const asked = looking.get(name) ?? look(name, () => findRowAge(database.pool, service.label, route.path, key))
      if (!looking.has(name)) looking.set(name, asked)
      known = await asked
    }
    const why = known.row === null ? await unmade.whyNoRow(service, route, key) : null
    if (why !== null) throw why
    refuseUnsold(known.row, route, clock.now(), await standingOf(service, known.row))
  }
}

// Whether there is something to sell, asked before a price is named: nobody is invited to sign for an answer that cannot come.
import type { Clock } from '../clock.ts'
import type { Database } from '../db/client.ts'
import { findObservedAt } from '../db/signals.ts'
import type { RouteDefinition, Service } from '../processors/define.ts'
import { refuseUnsold } from './answer.ts'

// Most calls without payment ask for the same few rows; an answer that has come is sold a moment later.
const keptMs = 2_000
const keptEmptyMs = 200
const mostKept = 10_000

interface Seen {
  readonly at: number
  readonly observedAt: Date | null
}

export type RefuseUnsellable = (
  service: Service,
  route: RouteDefinition<any, any>,
  input: Record<string, unknown>,
) => Promise<void>

/** For routes whose rows are computed beforehand; throws not_ready. */
export function createSellable({ database, clock }: { readonly database: Database; readonly clock: Clock }): RefuseUnsellable {
  const seen = new Map<string, Seen>()
  return async (service, route, input) => {
    const key = route.key(input)
    const name = `${service.label}${route.path} ${key}`
    const at = clock.now().getTime()
    let known = seen.get(name)
    if (known === undefined || at - known.at > (known.observedAt === null ? keptEmptyMs : keptMs)) {
      known = { at, observedAt: await findObservedAt(database.pool, service.label, route.path, key) }
      if (seen.size >= mostKept) seen.clear()
      seen.set(name, known)
    }
    refuseUnsold(known, route, clock.now())
  }
}

// Of what a fetch has brought no answer can be made (a company whose reports lack a year): found out once for each fetch.
import type { Clock } from '../base/clock.ts'
import { TollgateError } from '../base/errors.ts'
import type { Database } from '../db/client.ts'
import type { StoredDemand } from '../db/facts/demand.ts'
import type { RouteDefinition, Service } from '../processors/kit/define.ts'
import { computeRows, loadFacts } from '../processors/runner/compute.ts'
import type { KnownSource } from './unmade.ts'

// What was fetched a moment ago may still be on its way from the log.
const settledMs = 30_000
const mostKept = 10_000

export interface Unmakeable {
  /** null: one can be made, or nobody can say yet. */
  why(service: Service, route: RouteDefinition<any, any>, rowKey: string, known: StoredDemand): Promise<string | null>
}

export function createUnmakeable({
  database,
  clock,
  sources = [],
}: {
  readonly database: Database
  readonly clock: Clock
  readonly sources?: readonly KnownSource[]
}): Unmakeable {
  // Asking costs nothing, and computing does.
  const kept = new Map<string, { readonly finishedAt: number; readonly why: string | null }>()
  return {
    async why(service, route, rowKey, known) {
      const finishedAt = known.finishedAt?.getTime()
      if (known.outcome !== 'done' || finishedAt === undefined || clock.now().getTime() - finishedAt < settledMs) return null
      const name = `${service.label}${route.path} ${rowKey}`
      const there = kept.get(name)
      if (there !== undefined && there.finishedAt === finishedAt) return there.why
      const topics = sources.filter(({ source }) => source === known.source).map(({ topic }) => topic)
      const facts = await loadFacts(database.pool, service, known.key)
      // What the source told has not come to the service: that is a matter of waiting.
      if (!facts.some(({ topic }) => topics.includes(topic))) return null
      const why = tryToMake()
      if (kept.size >= mostKept) kept.clear()
      kept.set(name, { finishedAt, why })
      return why

      function tryToMake(): string | null {
        try {
          const rows = computeRows(service, known.key, facts, clock.now())
          return rows.some((one) => one.route === route.path && one.key === rowKey) ? null : 'it lacks what the answer is made of'
        } catch (error) {
          if (error instanceof TollgateError && error.code === 'not_enough_data') return error.message
          throw error
        }
      }
    },
  }
}

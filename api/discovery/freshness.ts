// How old each route's rows are, and what a buyer would get of them: fresh, stale, or nothing.
import type { Clock } from '../../base/clock.ts'
import type { Database } from '../../db/client.ts'
import { listRowAges } from '../../db/rows/signals.ts'
import type { RouteDefinition, Service } from '../../processors/kit/define.ts'

/** on_request: nothing is there before somebody asks for it. */
export type RouteState = 'fresh' | 'stale' | 'too_old' | 'empty' | 'on_request'

export interface RouteFreshness {
  readonly route: string
  readonly state: RouteState
  readonly rows: number
  readonly newest_observed_at: string | null
  readonly age_seconds: number | null
  readonly max_age_seconds: number
  readonly hard_max_age_seconds: number
}

export type FreshnessByRoute = ReadonlyMap<RouteDefinition<any, any>, RouteFreshness>

// Counting many rows takes a moment, and pages are looked at by many.
const keptMs = 5_000

export function createFreshness(deps: {
  readonly database: Database
  readonly clock: Clock
  readonly services: readonly Service[]
}) {
  let last: { readonly at: number; readonly known: Promise<FreshnessByRoute> } | null = null
  return (): Promise<FreshnessByRoute> => {
    const at = deps.clock.now().getTime()
    if (last === null || at - last.at > keptMs) {
      last = { at, known: measure(deps) }
      last.known.catch(() => {
        last = null
      })
    }
    return last.known
  }
}

async function measure({ database, clock, services }: Parameters<typeof createFreshness>[0]): Promise<FreshnessByRoute> {
  const ages = new Map((await listRowAges(database.pool)).map((age) => [`${age.service} ${age.route}`, age]))
  const now = clock.now().getTime()
  return new Map(
    services.flatMap((service) =>
      service.routes.map((route) => {
        const age = ages.get(`${service.label} ${route.path}`)
        const ageSeconds = age === undefined ? null : Math.max(0, Math.round((now - age.newestObservedAt.getTime()) / 1_000))
        return [
          route,
          {
            route: route.path,
            state: stateOf(route, ageSeconds),
            rows: age?.rows ?? 0,
            newest_observed_at: age?.newestObservedAt.toISOString() ?? null,
            age_seconds: ageSeconds,
            max_age_seconds: route.maxAgeSeconds,
            hard_max_age_seconds: route.hardMaxAgeSeconds,
          },
        ] as const
      }),
    ),
  )
}

function stateOf(route: RouteDefinition<any, any>, ageSeconds: number | null): RouteState {
  if (route.serve !== 'precomputed') return 'on_request'
  if (ageSeconds === null) return 'empty'
  if (ageSeconds > route.hardMaxAgeSeconds) return 'too_old'
  return ageSeconds > route.maxAgeSeconds ? 'stale' : 'fresh'
}

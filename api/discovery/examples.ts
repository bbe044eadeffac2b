// The example answers in the documents: what the routes really answer now, from their rows, with long lists cut short.
import { setInterval } from 'node:timers'
import type { Clock } from '../../clock.ts'
import type { World } from '../../config.ts'
import type { Database } from '../../db/client.ts'
import { findRow } from '../../db/signals.ts'
import { TollgateError } from '../../errors.ts'
import type { Json, RouteDefinition, Service } from '../../processors/define.ts'
import { renderAnswer } from '../answer.ts'
import { createInputReader } from '../inputs.ts'
import type { createKnownKeys } from '../known-keys.ts'
import { createLookup } from '../lookup.ts'
import { shapeRow } from '../routes.ts'

export interface ExampleDependencies {
  readonly services: readonly Service[]
  readonly database: Database
  readonly clock: Clock
  readonly world: World
  readonly knownKeys: ReturnType<typeof createKnownKeys>
  /** Called with an example when there is one for the first time, and when it was made anew. */
  shown(service: Service, route: RouteDefinition<any, any>, output: Json): void
  failed(error: unknown): void
}

export interface Examples {
  of(route: RouteDefinition<any, any>): Json | undefined
  /** Looks for the examples that are missing or old. */
  refresh(): Promise<void>
  start(): void
  stop(): void
}

const lookEveryMs = 30_000
const renewAfterMs = 3_600_000
const mostListed = 3

export function createExamples(deps: ExampleDependencies): Examples {
  const known = new Map<RouteDefinition<any, any>, { readonly at: number; readonly output: Json }>()
  let timer: NodeJS.Timeout | null = null

  async function make(service: Service, route: RouteDefinition<any, any>): Promise<Json | undefined> {
    const now = deps.clock.now()
    const given = route.example.input as Record<string, unknown>
    const input = await readExample(deps, service, route, given, now)
    const row = await findRow(deps.database.pool, service.label, route.path, route.key(input))
    if (row === null) return undefined
    try {
      const shaped = await createLookup(route, deps.database)(shapeRow(row, route, input), input, now)
      return shorten(JSON.parse(renderAnswer(shaped, route, deps.world, now)) as Json)
    } catch (error) {
      // Too old to be sold is too old to be shown.
      if (error instanceof TollgateError) return undefined
      throw error
    }
  }

  const refresh = async (): Promise<void> => {
    for (const service of deps.services) {
      for (const route of service.routes) {
        const at = deps.clock.now().getTime()
        if (route.serve === 'queued' || at - (known.get(route)?.at ?? 0) < renewAfterMs) continue
        // One example that cannot be made keeps no other from being shown.
        const output = await make(service, route).catch((error: unknown) => void deps.failed(error))
        if (output === undefined) continue
        known.set(route, { at, output })
        deps.shown(service, route, output)
      }
    }
  }

  return {
    of: (route) => known.get(route)?.output,
    refresh,
    start() {
      const look = () => void refresh().catch(deps.failed)
      timer = setInterval(look, lookEveryMs).unref()
      look()
    },
    stop() {
      if (timer !== null) clearInterval(timer)
    },
  }
}

async function readExample(
  { knownKeys }: ExampleDependencies,
  service: Service,
  route: RouteDefinition<any, any>,
  given: Record<string, unknown>,
  now: Date,
): Promise<Record<string, unknown>> {
  if (route.readAmong === undefined) return createInputReader(route)({ query: given, params: {}, body: given } as never, now)
  const read = await knownKeys.read(service.label, route, given)
  return ('refused' in read ? given : read.input) as Record<string, unknown>
}

/** A list of many shows its first few; what is left is still what the route answers. */
export function shorten(value: Json): Json {
  if (Array.isArray(value)) return value.slice(0, value.length > 2 * mostListed ? mostListed : value.length).map(shorten)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([member, inner]) => [member, inner === undefined ? null : shorten(inner)]))
}

// Reads rows for an answer of our own that cites them: through the same inputs, demand, ages and formulas as a paid call, without its payment.
import type { World } from '../app/config/index.ts'
import type { Clock } from '../base/clock.ts'
import { TollgateError } from '../base/errors.ts'
import type { Database } from '../db/client.ts'
import type { Log } from '../db/log/port.ts'
import type { StoredSignalRow } from '../db/rows/signals.ts'
import type { RowReader } from '../processors/jobs/define.ts'
import { type RouteDefinition, type Service, serveOf } from '../processors/kit/define.ts'
import { renderAnswer } from './answer.ts'
import { createOnDemand } from './demand.ts'
import { createHotRows } from './hot-rows.ts'
import { createInputReader } from './inputs.ts'
import { createKnownKeys } from './known-keys.ts'
import { createLookup } from './lookup.ts'
import { createOnRequest } from './on-request.ts'
import { readRow, shapeRow } from './routes.ts'
import { createStandings } from './standing.ts'
import { createWakes } from './wakes.ts'

interface RowDependencies {
  readonly services: readonly Service[]
  readonly database: Database
  readonly log: Log
  readonly clock: Clock
  readonly world: World
}

type Asked = Parameters<RowReader['read']>[0]

export async function createRowReader(given: RowDependencies): Promise<RowReader & { close(): Promise<void> }> {
  const closing = new AbortController()
  const wakes = await createWakes(given.database)
  const deps = { ...given, wakes, hotRows: createHotRows({ ...given, wakes }), closing: closing.signal }
  const knownKeys = createKnownKeys(deps.database, deps.clock)
  const onDemand = createOnDemand(deps)
  const onRequest = createOnRequest(deps)
  const standingOf = createStandings(deps)
  const routes = new Map(
    deps.services.flatMap((service) =>
      service.routes.map((route) => {
        const part = { service, route, readInput: createInputReader(route), lookUp: createLookup(route, deps.database) }
        return [`${service.label}${route.path}` as string, part] as const
      }),
    ),
  )

  async function inputOf(service: Service, route: RouteDefinition<any, any>, asked: Asked, now: Date) {
    if (route.readAmong === undefined)
      return routes.get(asked.route)!.readInput({ query: asked.input, params: {}, body: {} }, now)
    const read = await knownKeys.read(service.label, route, asked.input)
    if ('refused' in read) throw new TollgateError('input_unusable', 'Nothing is known of that here.')
    return read.input as Record<string, unknown>
  }

  function rowOf(
    service: Service,
    route: RouteDefinition<any, any>,
    { input, payer, gone }: { input: Record<string, unknown>; payer: string; gone: AbortSignal },
  ): Promise<StoredSignalRow | null> {
    if (route.serve === 'queued') throw new TollgateError('definition_invalid', `${service.label} answers are made for who pays`)
    if (route.onRequest?.(input)) return onRequest.answer(service, route, input)
    if (serveOf(route, input) === 'demand') return onDemand.answer({ service, route, input, payer, gone })
    return readRow(deps, service, route, input)
  }

  return {
    async read(asked, signal) {
      const found = routes.get(asked.route)
      if (found === undefined) throw new TollgateError('route_unknown', `${asked.route} is not sold here.`)
      const { service, route, lookUp } = found
      const input = await inputOf(service, route, asked, deps.clock.now())
      // A value outside its table is refused as it would be to who pays.
      route.key(input)
      if (serveOf(route, input) === 'demand') await onDemand.refuseUnknown(route, input)
      const row = await rowOf(service, route, { input, payer: asked.caller, gone: signal })
      const shown = row && (await lookUp.answer(shapeRow(row, route, input, deps.clock.now()), input, deps.clock.now()))
      const text = renderAnswer(shown, route, deps.world, deps.clock.now(), await standingOf(service, row))
      return { row: row!.id, body: JSON.parse(text) as Awaited<ReturnType<RowReader['read']>>['body'] }
    },
    async close() {
      closing.abort()
      await wakes.close()
    },
  }
}

// Where answers are worth nothing: what a route answers now to its example's inputs, and its scores until now. Elsewhere nothing of it.
import type { World } from '../../app/config/index.ts'
import type { Clock } from '../../base/clock.ts'
import { TollgateError } from '../../base/errors.ts'
import type { Database } from '../../db/client.ts'
import { readScores } from '../../db/rows/history.ts'
import { findRow, listRowKeys } from '../../db/rows/signals.ts'
import type { RouteDefinition, Service } from '../../processors/kit/define.ts'
import { renderAnswer } from '../answer.ts'
import { createInputReader } from '../inputs.ts'
import { shapeRow } from '../routes.ts'
import type { StandingOf } from '../standing.ts'
import type { ScoreAt } from './view/line.ts'
import type { JsonValue } from './view/shapes.ts'

export interface Current {
  readonly body: JsonValue
  /** Oldest first. */
  readonly scores: readonly ScoreAt[]
}

export type CurrentOf = (service: Service, route: RouteDefinition<any, any>) => Promise<Current | null>

interface CurrentDependencies {
  readonly database: Database
  readonly clock: Clock
  readonly world: World
  readonly standingOf: StandingOf
}

const mostVersions = 120

export function createCurrent({ database, clock, world, standingOf }: CurrentDependencies): CurrentOf {
  if (world !== 'demo') return async () => null
  return async (service, route) => {
    const now = clock.now()
    const input = await exampleInput(service, route)
    if (input === null) return null
    const key = route.key(input)
    const row = await findRow(database.pool, service.label, route.path, key)
    if (row === null) return null
    try {
      const text = renderAnswer(shapeRow(row, route, input, now), route, world, now, await standingOf(service, row))
      const scores = await readScores(database.pool, { service: service.label, route: route.path, key }, mostVersions)
      return {
        body: JSON.parse(text) as JsonValue,
        scores: scores.map(({ computedAt, score }) => ({ at: computedAt.toISOString(), score })),
      }
    } catch (error) {
      // Not for sale now: the example stands for it.
      if (error instanceof TollgateError) return null
      throw error
    }
  }

  // What is made for who asks, or searched for in an index, is nobody's current row.
  async function exampleInput(service: Service, route: RouteDefinition<any, any>): Promise<Record<string, unknown> | null> {
    const given = route.example.input as Record<string, unknown>
    if (route.serve !== 'precomputed' || route.lookup !== undefined || route.onRequest?.(given)) return null
    try {
      if (route.readAmong === undefined) return createInputReader(route)({ query: given, params: {}, body: given }, clock.now())
      const read = route.readAmong({ ...given }, await listRowKeys(database.pool, service.label, route.path))
      return 'refused' in read ? null : (read.input as Record<string, unknown>)
    } catch (error) {
      if (error instanceof TollgateError) return null
      throw error
    }
  }
}

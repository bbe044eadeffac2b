// Reads the query of a route that judges it by the rows there are, and answers what it refuses with the route's own document.
import type { FastifyReply } from 'fastify'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/client.ts'
import { listRowKeys } from '../db/signals.ts'
import type { RouteDefinition } from '../processors/define.ts'
import { refuseUnasked } from './inputs.ts'

const keptMs = 2_000

export type KnownKeys = ReturnType<typeof createKnownKeys>

export function createKnownKeys(database: Database, clock: Clock) {
  const known = new Map<string, { readonly at: number; readonly keys: readonly string[] }>()
  async function load(service: string, path: string): Promise<readonly string[]> {
    const keys = await listRowKeys(database.pool, service, path)
    known.set(`${service} ${path}`, { at: clock.now().getTime(), keys })
    return keys
  }
  return {
    async read(service: string, route: RouteDefinition<any, any>, given: object) {
      refuseUnasked(route, given as Readonly<Record<string, unknown>>)
      const last = known.get(`${service} ${route.path}`)
      const isFresh = last !== undefined && clock.now().getTime() - last.at < keptMs
      const read = route.readAmong!({ ...given }, isFresh ? last.keys : await load(service, route.path))
      // A key may have come since; nobody is turned away on an old list.
      return isFresh && 'refused' in read ? route.readAmong!({ ...given }, await load(service, route.path)) : read
    },
  }
}

export function sendDocument(reply: FastifyReply, document: object): FastifyReply {
  return reply.code(422).header('cache-control', 'no-store').type('application/json').send(JSON.stringify(document))
}

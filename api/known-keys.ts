// Reads the query of a route that judges it by the rows there are, and answers what it refuses with the route's own document.
import type { FastifyReply } from 'fastify'
import type { Clock } from '../base/clock.ts'
import type { Database } from '../db/client.ts'
import { listRowKeys } from '../db/rows/signals.ts'
import type { RouteDefinition } from '../processors/kit/define.ts'
import { judgeNames } from './inputs.ts'

const keptMs = 2_000
// So old a list is new enough to say that there is no such key.
const unknownMs = 200

export type KnownKeys = ReturnType<typeof createKnownKeys>

export function createKnownKeys(database: Database, clock: Clock) {
  const known = new Map<string, { readonly at: number; readonly keys: Promise<readonly string[]> }>()
  /** Asked for by many at once, it is read once. */
  function list(service: string, path: string, mostAgeMs = keptMs): Promise<readonly string[]> {
    const name = `${service} ${path}`
    const at = clock.now().getTime()
    const last = known.get(name)
    if (last !== undefined && at - last.at < mostAgeMs) return last.keys
    const fresh = { at, keys: listRowKeys(database.pool, service, path) }
    known.set(name, fresh)
    fresh.keys.catch(() => {
      if (known.get(name) === fresh) known.delete(name)
    })
    return fresh.keys
  }
  return {
    /** Which rows the route has. */
    list: (service: string, path: string) => list(service, path),
    /** Whether there is a row of that key; and which there are. */
    async find(service: string, path: string, key: string) {
      const keys = await list(service, path)
      if (keys.includes(key)) return { isKnown: true, keys }
      const newer = await list(service, path, unknownMs)
      return { isKnown: newer.includes(key), keys: newer }
    },
    async read(service: string, route: RouteDefinition<any, any>, given: object) {
      const { problems, rest } = judgeNames(route, given as Readonly<Record<string, unknown>>)
      if (!problems.isEmpty()) {
        // The names are told whether or not the rows can be asked.
        const keys = await list(service, route.path).catch(() => null)
        if (keys !== null) for (const fault of faultsIn(route.readAmong!(rest, keys))) problems.add(fault)
        problems.throwAny()
      }
      const read = route.readAmong!({ ...given }, await list(service, route.path))
      if (!('refused' in read)) return read
      // A key may have come since; nobody is turned away on an old list.
      return route.readAmong!({ ...given }, await list(service, route.path, unknownMs))
    },
  }
}

/** What a route's own document says of each input, as a sentence. */
function faultsIn(read: object): string[] {
  const { detail = [] } = ((read as { refused?: object }).refused ?? {}) as {
    detail?: readonly { readonly loc: readonly string[]; readonly msg: string }[]
  }
  return detail.map(({ loc, msg }) => `${loc.at(-1)}: ${msg}`)
}

export function sendDocument(reply: FastifyReply, document: object): FastifyReply {
  return reply.code(422).header('cache-control', 'no-store').type('application/json').send(JSON.stringify(document))
}

// Files that are sent for nothing: few at once, and in good time, for each is held in memory until it is answered.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { TollgateError } from '../base/errors.ts'
import { callerOf } from './callers.ts'

export type UploadLimit = {
  readonly perCaller: number
  /** Of all callers together, as their bodies say they will be. */
  readonly bytes: number
  /** For any body, and on top of it what it takes at the least pace. */
  readonly leastMs: number
  readonly bytesPerSecond: number
}

export const freeUploads: UploadLimit = { perCaller: 2, bytes: 268_435_456, leastMs: 15_000, bytesPerSecond: 300_000 }

const retryAfterSeconds = 5

export interface Uploads {
  /** Before the body is read: throws busy where there is no room; cuts a body that comes too slowly. */
  admit(request: FastifyRequest, reply: FastifyReply): void
}

export function createUploads(limit: UploadLimit = freeUploads): Uploads {
  const byCaller = new Map<string, number>()
  let held = 0
  return {
    admit(request, reply) {
      const caller = callerOf(request)
      const bytes = bytesOf(request)
      const here = byCaller.get(caller) ?? 0
      if (here >= limit.perCaller || (held > 0 && held + bytes > limit.bytes))
        throw new TollgateError('busy', 'Files that are sent for nothing are few at once; wait for the one before.', {
          retryAfterSeconds,
        })
      byCaller.set(caller, here + 1)
      held += bytes
      const { socket } = request.raw
      const cut = setTimeout(() => socket.destroy(), limit.leastMs + (bytes / limit.bytesPerSecond) * 1_000)
      request.raw.once('end', () => clearTimeout(cut))
      reply.raw.once('close', () => {
        clearTimeout(cut)
        held -= bytes
        const left = byCaller.get(caller)! - 1
        if (left > 0) byCaller.set(caller, left)
        else byCaller.delete(caller)
      })
    },
  }
}

// In chunks it may be as long as the route takes.
function bytesOf({ headers, routeOptions }: FastifyRequest): number {
  const most = routeOptions.bodyLimit ?? 0
  const said = Number(headers['content-length'] ?? Number.NaN)
  return Number.isNaN(said) ? most : Math.min(said, most)
}

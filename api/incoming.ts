// Bodies that are being sent to us: each is held in memory until it is whole, so their bytes are counted, by caller and in all, and one that
// comes too slowly is cut off.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { TollgateError } from '../base/errors.ts'
import { callerOf } from './callers.ts'

export type IncomingLimit = {
  /** As their bodies say they will be; one alone always goes. */
  readonly perCaller: number
  readonly bytes: number
  /** The last part of it is for small ones, so that large ones cannot keep them out. */
  readonly small: number
  readonly forSmall: number
  /** For any body, and on top of it what it takes at the least pace. */
  readonly leastMs: number
  readonly bytesPerSecond: number
}

const megabyte = 1_048_576
// What the server takes where a route says nothing.
const usualBody = megabyte
export const usualIncoming: IncomingLimit = {
  // Two documents of the largest kind.
  perCaller: 72 * megabyte,
  bytes: 160 * megabyte,
  small: megabyte / 8,
  forSmall: 16 * megabyte,
  leastMs: 15_000,
  bytesPerSecond: 100_000,
}

const retryAfterSeconds = 5
const message =
  'More is being sent to this server than it can hold at once. Send the same request again, with the same payment if it had one.'

export function limitIncoming(app: FastifyInstance, limit: IncomingLimit = usualIncoming): void {
  const byCaller = new Map<string, number>()
  let held = 0
  app.addHook('onRequest', (request, reply, next) => {
    const bytes = request.carrier === null ? bytesOf(request) : 0
    if (bytes === 0) return next()
    const caller = callerOf(request)
    const here = byCaller.get(caller) ?? 0
    const most = bytes > limit.small ? limit.bytes - limit.forSmall : limit.bytes
    if ((here > 0 && here + bytes > limit.perCaller) || (held > 0 && held + bytes > most))
      return next(new TollgateError('busy', message, { retryAfterSeconds }))
    byCaller.set(caller, here + bytes)
    held += bytes
    const { socket } = request.raw
    const cut = setTimeout(() => socket.destroy(), limit.leastMs + (bytes / limit.bytesPerSecond) * 1_000)
    request.raw.once('end', () => clearTimeout(cut))
    reply.raw.once('close', () => {
      clearTimeout(cut)
      held -= bytes
      const left = byCaller.get(caller)! - bytes
      if (left > 0) byCaller.set(caller, left)
      else byCaller.delete(caller)
    })
    next()
  })
}

/** What a body may take here: as it says, or in chunks as long as the route takes; nothing where none is read. */
export function bytesOf({ method, headers, routeOptions }: FastifyRequest): number {
  if (method === 'GET' || method === 'HEAD') return 0
  const isChunked = headers['transfer-encoding'] !== undefined
  const said = Number(headers['content-length'] ?? 0)
  const most = routeOptions.bodyLimit ?? usualBody
  return isChunked || Number.isNaN(said) ? most : Math.min(said, most)
}

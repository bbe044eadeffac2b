// Bodies that are being sent to us: each is held in memory until it is answered, so their bytes are counted, by caller and in all, and one
// that comes too slowly is cut off: at once where another needs its room.
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { TollgateError } from '../base/errors.ts'
import { callerOf } from './callers.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A file is sent here and worked on for nothing. */
    takesFreeFile?: boolean
  }
}

export type IncomingLimit = {
  /** As their bodies say they will be; one alone always goes. */
  readonly perCaller: number
  readonly bytes: number
  /** The last part of it is for small ones, so that large ones cannot keep them out. */
  readonly small: number
  readonly forSmall: number
  /** Of files that are worked on for nothing, a caller's at once. */
  readonly freeFiles: number
  /** For any body, and on top of it what it takes at the least pace. */
  readonly leastMs: number
  readonly bytesPerSecond: number
  /** The least pace of a file for nothing, and of a body whose room another needs, once it has had some time. */
  readonly hurriedBytesPerSecond: number
  readonly unhurriedMs: number
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
  freeFiles: 2,
  leastMs: 15_000,
  bytesPerSecond: 100_000,
  hurriedBytesPerSecond: 300_000,
  unhurriedMs: 3_000,
}

const retryAfterSeconds = 5
const tooMuch =
  'More is being sent to this server than it can hold at once. Send the same request again, with the same payment if it had one.'
const tooManyFree = 'Files that are sent for nothing are few at once; wait for the one before.'

type Body = {
  readonly caller: string
  readonly bytes: number
  readonly isFreeFile: boolean
  readonly since: number
  /** While it comes. */
  socket: Socket | null
  readonly readBefore: number
}

type Held = { bytes: number; freeFiles: number }

export function limitIncoming(app: FastifyInstance, limit: IncomingLimit = usualIncoming): void {
  const bodies = new Set<Body>()
  const byCaller = new Map<string, Held>()
  const all: Held = { bytes: 0, freeFiles: 0 }
  const heldBy = (caller: string) => byCaller.get(caller) ?? { bytes: 0, freeFiles: 0 }
  const count = (body: Body, by: 1 | -1) => {
    const here = heldBy(body.caller)
    for (const held of [all, here]) {
      held.bytes += by * body.bytes
      held.freeFiles += by * Number(body.isFreeFile)
    }
    if (here.bytes > 0) byCaller.set(body.caller, here)
    else byCaller.delete(body.caller)
  }
  const forget = (body: Body) => {
    if (bodies.delete(body)) count(body, -1)
  }
  const fits = ({ caller, bytes }: Body) => {
    const here = heldBy(caller).bytes
    const most = bytes > limit.small ? limit.bytes - limit.forSmall : limit.bytes
    return (here === 0 || here + bytes <= limit.perCaller) && (all.bytes === 0 || all.bytes + bytes <= most)
  }
  const isBehind = ({ socket, since, readBefore }: Body) => {
    const ms = performance.now() - since
    return socket !== null && ms > limit.unhurriedMs && socket.bytesRead - readBefore < (ms / 1_000) * limit.hurriedBytesPerSecond
  }
  const findsRoom = (wanted: Body) => {
    // Whoever holds room and does not use it gives way, the longest there first.
    for (const body of bodies) {
      if (fits(wanted)) return true
      if (!isBehind(body)) continue
      forget(body)
      body.socket?.destroy()
    }
    return fits(wanted)
  }
  app.addHook('onRequest', (request, reply, next) => {
    const bytes = request.carrier === null ? bytesOf(request) : 0
    if (bytes === 0) return next()
    const { socket } = request.raw
    const isFreeFile = request.routeOptions.config.takesFreeFile === true
    const caller = callerOf(request)
    const body: Body = { caller, bytes, isFreeFile, since: performance.now(), socket, readBefore: socket.bytesRead }
    const busy = (message: string) => next(new TollgateError('busy', message, { retryAfterSeconds }))
    if (isFreeFile && heldBy(caller).freeFiles >= limit.freeFiles) return busy(tooManyFree)
    if (!findsRoom(body)) return busy(tooMuch)
    bodies.add(body)
    count(body, 1)
    const pace = isFreeFile ? limit.hurriedBytesPerSecond : limit.bytesPerSecond
    const cut = setTimeout(() => socket.destroy(), limit.leastMs + (bytes / pace) * 1_000)
    const arrived = () => {
      clearTimeout(cut)
      body.socket = null
    }
    request.raw.once('end', arrived)
    reply.raw.once('close', () => {
      arrived()
      forget(body)
    })
    next()
  })
}

/** What a body may take here: as it says, or in chunks as long as the route takes; nothing where none is read. */
function bytesOf({ method, headers, routeOptions }: FastifyRequest): number {
  if (method === 'GET' || method === 'HEAD') return 0
  const isChunked = headers['transfer-encoding'] !== undefined
  const said = Number(headers['content-length'] ?? 0)
  const most = routeOptions.bodyLimit ?? usualBody
  return isChunked || Number.isNaN(said) ? most : Math.min(said, most)
}

// How many paid requests are worked on at once: beyond that a caller is better told to come back than kept waiting for longer and longer.
import type { FastifyInstance, FastifyReply, FastifyRequest, onSendHookHandler } from 'fastify'
import { Counter, Gauge, type Registry } from 'prom-client'
import { createPassing } from '../../../base/passing.ts'
import { carriesPayment } from '../proof/decode.ts'
import { writeRefusal } from '../reply.ts'
import type { Pace } from './pace.ts'

export type CrowdLimit = {
  /** On all routes together; one route may have half of them, so that a slow one leaves room for the others. */
  readonly atOnce: number
  /** Of what settles, which may be far less. */
  readonly pace?: Pace
}

const retryAfterSeconds = 2
const message = 'More paid requests are under way than can be served soon. Repeat the same request with the same payment.'

/** Before the routes are added. */
export function limitCrowd(app: FastifyInstance, { atOnce, pace }: CrowdLimit, registry?: Registry): void {
  const perRoute = Math.ceil(atOnce / 2)
  const byRoute = new Map<string, number>()
  const inside = createPassing<FastifyRequest, () => void>()
  let all = 0
  const refused = exposeCrowd({ count: () => all, room: () => Math.min(atOnce, pace?.limit ?? atOnce) }, registry)
  app.addHook('onRoute', (route) => {
    if (route.config?.paid === undefined) return
    const { url } = route
    const isFull = () => all >= atOnce || (byRoute.get(url) ?? 0) >= perRoute || (pace?.isFull ?? false)
    const refuse = (reply: FastifyReply): void => {
      refused?.inc()
      reply.send(
        writeRefusal(reply, { kind: 'refused', status: 503, code: 'too_many_payments_in_flight', message, retryAfterSeconds }),
      )
    }
    const enter = (request: FastifyRequest, reply: FastifyReply, next: () => void) => {
      if (!carriesPayment(request.headers)) return next()
      if (isFull()) return refuse(reply)
      all++
      byRoute.set(url, (byRoute.get(url) ?? 0) + 1)
      const leave = () => {
        if (!inside.delete(request)) return
        all--
        byRoute.set(url, byRoute.get(url)! - 1)
      }
      inside.set(request, leave)
      reply.raw.once('close', leave)
      next()
    }
    const lookIn = (request: FastifyRequest, reply: FastifyReply, next: () => void) =>
      carriesPayment(request.headers) && isFull() ? refuse(reply) : next()
    const leave: onSendHookHandler<unknown> = (request, _reply, payload, next) => {
      inside.get(request)?.()
      next(null, payload)
    }
    // A body comes as slowly as its sender likes: who is still sending one is not worked on.
    if (takesBody(route.method)) {
      route.onRequest = [lookIn, ...listOf(route.onRequest)]
      route.preValidation = [enter, ...listOf(route.preValidation)]
    } else route.onRequest = [enter, ...listOf(route.onRequest)]
    // Nor who does not read the answer, or one before it on the same connection. It is paid for by then: that hook is the server's own.
    route.onSend = [...listOf(route.onSend), leave]
  })
}

const takesBody = (methods: string | readonly string[]): boolean =>
  [methods].flat().some((method) => method !== 'GET' && method !== 'HEAD')

function listOf<T>(hooks: T | T[] | undefined): T[] {
  return hooks === undefined ? [] : ([hooks].flat() as T[])
}

interface Crowd {
  count(): number
  room(): number
}

export function exposeCrowd({ count, room }: Crowd, registry: Registry | undefined): Counter | null {
  if (registry === undefined) return null
  const registers = [registry]
  new Gauge({
    name: 'tollgate_paid_calls_room',
    help: 'Payments that may be under way at once, by how long settlements take',
    registers,
    collect() {
      this.set(room())
    },
  })
  new Gauge({
    name: 'tollgate_paid_calls',
    help: 'Paid requests that are worked on',
    registers,
    collect() {
      this.set(count())
    },
  })
  return new Counter({ name: 'tollgate_paid_calls_refused_total', help: 'Paid requests refused for too many at once', registers })
}

// How many paid requests are worked on at once: beyond that a caller is better told to come back than kept waiting for longer and longer.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Counter, Gauge, type Registry } from 'prom-client'
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
  let all = 0
  const refused = exposeCrowd({ count: () => all, room: () => Math.min(atOnce, pace?.limit ?? atOnce) }, registry)
  app.addHook('onRoute', (route) => {
    if (route.config?.paid === undefined) return
    const { url } = route
    const limit = (request: FastifyRequest, reply: FastifyReply, next: () => void) => {
      if (!carriesPayment(request.headers)) return next()
      const here = byRoute.get(url) ?? 0
      if (all >= atOnce || here >= perRoute || pace?.isFull) {
        refused?.inc()
        return void reply.send(
          writeRefusal(reply, { kind: 'refused', status: 503, code: 'too_many_payments_in_flight', message, retryAfterSeconds }),
        )
      }
      all++
      byRoute.set(url, here + 1)
      reply.raw.once('close', () => {
        all--
        byRoute.set(url, byRoute.get(url)! - 1)
      })
      next()
    }
    route.onRequest = [limit, ...(route.onRequest === undefined ? [] : [route.onRequest].flat())]
  })
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

// How many paid requests are worked on at once: beyond that a caller is better told to come back than kept waiting for longer and longer.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Counter, Gauge, type Registry } from 'prom-client'
import { carriesPayment } from '../proof/decode.ts'
import { writeRefusal } from '../reply.ts'

export type CrowdLimit = {
  /** On all routes together; one route may have half of them, so that a slow one leaves room for the others. */
  readonly atOnce: number
}

const retryAfterSeconds = 2
const message = 'More paid requests are under way than can be served soon. Repeat the same request with the same payment.'

/** Before the routes are added. */
export function limitCrowd(app: FastifyInstance, { atOnce }: CrowdLimit, registry?: Registry): void {
  const perRoute = Math.ceil(atOnce / 2)
  const byRoute = new Map<string, number>()
  let all = 0
  const refused = exposeCrowd(() => all, registry)
  app.addHook('onRoute', (route) => {
    if (route.config?.paid === undefined) return
    const { url } = route
    const limit = (request: FastifyRequest, reply: FastifyReply, next: () => void) => {
      if (!carriesPayment(request.headers)) return next()
      const here = byRoute.get(url) ?? 0
      if (all >= atOnce || here >= perRoute) {
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

export function exposeCrowd(count: () => number, registry: Registry | undefined): Counter | null {
  if (registry === undefined) return null
  const registers = [registry]
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

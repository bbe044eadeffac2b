// Takes payment for every route that names a price: before its handler runs, and again before its answer leaves.
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onRequestHookHandler,
  onSendHookHandler,
  preHandlerHookHandler,
} from 'fastify'
import { callerOf } from '../callers.ts'
import { isOnOwnHost, pathOf } from '../origin.ts'
import { isVisit } from '../visit.ts'
import type { Gate } from './gate/index.ts'
import type { Demand, Outcome, Refusal, Ticket } from './gate/outcome.ts'
import type { Pace } from './gate/pace.ts'
import { carriesPayment } from './proof/decode.ts'
import type { RequestShape } from './proof/fingerprint.ts'
import type { RateLimiter } from './rate-limit.ts'
import { allowBrowsers, sendPrice, writeAnswer, writeChallenge, writePassed, writePreflight, writeRefusal } from './reply.ts'
import type { PreparedRoute } from './terms/challenge.ts'
import type { PaidRoute } from './terms/route.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Present on a route that is paid for. */
    paid?: PaidRoute
  }
  interface FastifyRequest {
    paymentTicket: Ticket | null
    /** What has gone into its payment so far, in milliseconds. */
    paymentMs: number
  }
}

export type PluginDeps = {
  readonly gate: Gate
  readonly perIp: RateLimiter
  /** A route's challenge on its service's own host, and on the gateway. */
  readonly prepare: (route: PaidRoute) => (ownHost: boolean) => PreparedRoute
  /** The caller's URL for a request, without its query. */
  readonly resourceUrl: (request: FastifyRequest) => string
  /** Seconds for which payments cannot be settled, or not be written down; null where nothing is known against it. */
  readonly blocked?: { unsettled(): number | null; unwritten(): number | null }
  /** Told of every payment that is worked on. */
  readonly pace?: Pace
}

const clientGone = 499
const unpaid: Demand = { kind: 'challenge', reason: 'payment_required' }
const broken: Refusal = {
  kind: 'refused',
  status: 503,
  code: 'settlement_pending',
  message: 'The books cannot be written at the moment. Repeat the same request with the same payment; do not sign another.',
  retryAfterSeconds: 2,
}

// Nobody is invited to sign what cannot be settled, or not be written down.
const unsettleable = (retryAfterSeconds: number): Refusal => ({
  kind: 'refused',
  status: 503,
  code: 'facilitator_unavailable',
  message: 'Payments cannot be settled at the moment, so nothing is sold. Come back later; sign nothing now.',
  retryAfterSeconds,
})

const unwritable = (retryAfterSeconds: number): Refusal => ({
  kind: 'refused',
  status: 503,
  code: 'database_unavailable',
  message: 'Payments cannot be written down at the moment, so nothing is sold. Come back later; sign nothing now.',
  retryAfterSeconds,
})

function whyBlocked(blocked: PluginDeps['blocked']): Refusal | null {
  const [unsettled, unwritten] = [blocked?.unsettled() ?? null, blocked?.unwritten() ?? null]
  if (unwritten !== null) return unwritable(unwritten)
  return unsettled === null ? null : unsettleable(unsettled)
}

export function addPaymentHooks(app: FastifyInstance, deps: PluginDeps): void {
  const { gate, pace } = deps
  const timed = async <T>(request: FastifyRequest, work: Promise<T>): Promise<T> => {
    const startedAt = performance.now()
    try {
      return await work
    } finally {
      request.paymentMs += performance.now() - startedAt
    }
  }
  // What is not proved yet takes no room: forgeries would take all of it.
  const settling = async <T>(work: () => Promise<T>): Promise<T> => {
    const leave = pace?.enter()
    try {
      return await work()
    } finally {
      leave?.()
    }
  }
  const preparedRoutes = new Map<PaidRoute, (ownHost: boolean) => PreparedRoute>()
  const methodsAt = new Map<string, Set<string>>()

  app.decorateRequest('paymentTicket', null)
  app.decorateRequest('paymentMs', 0)
  // On the routes themselves: what a request belongs to need not be asked of every one. The hooks call back instead of returning
  // promises: most requests only ask for the price.
  app.addHook('onRoute', (route) => {
    const paid = route.config?.paid
    if (paid === undefined) return
    const preparedFor = preparedRoutes.get(paid) ?? deps.prepare(paid)
    preparedRoutes.set(paid, preparedFor)
    route.onRequest = [meterAddress, ...listOf(route.onRequest)]
    route.preHandler = [chargeFor(preparedFor), ...listOf(route.preHandler)]
    route.onSend = [letBrowsersRead, ...listOf(route.onSend)]
    const methods = methodsAt.get(route.url) ?? new Set()
    for (const one of [route.method].flat()) if (one !== 'HEAD') methods.add(one)
    if (methodsAt.has(route.url)) return
    methodsAt.set(route.url, methods)
    app.options(route.url, (_request, reply) => writePreflight(reply, [...methods].sort()))
  })

  const meterAddress: onRequestHookHandler = (request, reply, next) => {
    const wait = deps.perIp.take(callerOf(request))
    if (wait === null) return next()
    const message = 'Too many requests from this address.'
    reply.send(writeRefusal(reply, { kind: 'refused', status: 429, code: 'rate_limited', message, retryAfterSeconds: wait }))
  }

  const chargeFor =
    (preparedFor: (ownHost: boolean) => PreparedRoute): preHandlerHookHandler =>
    (request, reply, next) => {
      const prepared = preparedFor(isOnOwnHost(request))
      const resource = deps.resourceUrl(request)
      const { headers } = request
      // HEAD has no body to sell, so it only ever shows the price.
      if (!carriesPayment(headers) || request.method === 'HEAD') {
        const blocked = whyBlocked(deps.blocked)
        if (blocked !== null) return reply.send(writeRefusal(reply, blocked))
        // A server that closes ends its connections with the answer: the slow way knows how, and how a person is told.
        if (app.server.listening && !isVisit(request)) sendPrice(reply, prepared.challenge(unpaid.reason, resource))
        else reply.send(writeChallenge(reply, prepared, resource, unpaid))
        return
      }
      const wanted = { prepared, resource, shape: shapeOf(request), headers, caller: callerOf(request) }
      const settled = timed(request, gate.admit(wanted).catch(noted(request)))
      settled.then((admission) => {
        if (admission.kind !== 'serve') return reply.send(write(reply, prepared, resource, admission))
        request.paymentTicket = admission.ticket
        next()
      }, next)
    }

  app.addHook<unknown>('onSend', (request, reply, payload, next) => {
    const ticket = request.paymentTicket
    if (ticket === null) return next(null, payload)
    request.paymentTicket = null
    const body = typeof payload === 'string' ? payload : Buffer.isBuffer(payload) ? payload.toString('utf8') : null
    const status = reply.raw.destroyed ? clientGone : body === null ? 500 : reply.statusCode
    const type = String(reply.getHeader('content-type') ?? 'application/json; charset=utf-8')
    const answer = { type, body: body ?? '' }
    const finished = timed(
      request,
      settling(() => gate.finish(ticket, { status, answer }).catch(noted(request))),
    )
    finished
      .then((finish) => {
        if (finish.kind === 'answer') pace?.took(request.paymentMs)
        if (finish.kind !== 'pass') {
          reply.removeHeader('content-length')
          const prepared = preparedRoutes.get(request.routeOptions.config.paid!)!(isOnOwnHost(request))
          return write(reply, prepared, deps.resourceUrl(request), finish)
        }
        writePassed(reply, finish.charged)
        return payload
      })
      .then((sent) => next(null, sent), next)
  })
}

const letBrowsersRead: onSendHookHandler<unknown> = (_request, reply, payload, next) => {
  allowBrowsers(reply)
  next(null, payload)
}

function listOf<T>(hooks: T | T[] | undefined): T[] {
  return hooks === undefined ? [] : ([hooks].flat() as T[])
}

function write(reply: FastifyReply, prepared: PreparedRoute, resource: string, outcome: Outcome): string {
  if (outcome.kind === 'challenge') return writeChallenge(reply, prepared, resource, outcome)
  return outcome.kind === 'answer' ? writeAnswer(reply, outcome) : writeRefusal(reply, outcome)
}

function shapeOf(request: FastifyRequest): RequestShape {
  const { method, host, originalUrl, body } = request
  const path = pathOf(request)
  return { method, host, path, query: originalUrl.slice(path.length + 1), body }
}

// Whatever broke, the caller learns only that the same payment is safe to repeat.
function noted(request: FastifyRequest): (error: Error) => Refusal {
  return (error) => {
    request.log.error({ err: error }, 'a payment could not be carried through')
    return broken
  }
}

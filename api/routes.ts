// Every service's routes on fastify, each in the order a caller can rely on: match, validate, pay, read the row, send.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { World } from '../config.ts'
import { findRow, hasRows, type StoredSignalRow } from '../db/signals.ts'
import { TollgateError } from '../errors.ts'
import type { RouteDefinition, Service } from '../processors/define.ts'
import { renderAnswer } from './answer.ts'
import { createOnDemand } from './demand.ts'
import { createInputReader } from './inputs.ts'
import { createKnownKeys, sendDocument } from './known-keys.ts'
import { createLookup } from './lookup.ts'
import { createRateLimiter, type RateLimiter } from './payment/rate-limit.ts'
import { paidRouteOf } from './payment/sold-route.ts'
import { answerQueued, type QueuedDependencies } from './queued.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What is sold here; the payment plugin guards every route that has one with a price. */
    sells?: { readonly service: Service; readonly route: RouteDefinition<any, any> }
  }
  interface FastifyRequest {
    /** The route's inputs, already validated and canonical, before anything is paid. */
    input: Record<string, unknown>
  }
}

export interface RouteDependencies extends QueuedDependencies {
  readonly services: readonly Service[]
  readonly world: World
}

export function registerRoutes(app: FastifyInstance, deps: RouteDependencies): void {
  const freeWork = createRateLimiter(freeWorkLimit, deps.clock)
  const knownKeys = createKnownKeys(deps.database, deps.clock)
  const onDemand = createOnDemand(deps)
  const rowFor = (service: Service, route: RouteDefinition<any, any>, request: FastifyRequest, reply: FastifyReply) => {
    const { input } = request
    if (route.serve === 'queued') return answerQueued(deps, service, route, input, goneSignal(reply))
    if (route.serve === 'precomputed') return readRow(deps, service, route, route.key(input))
    const payer = request.paymentTicket?.payment.payer ?? request.ip
    return onDemand.answer({ service, route, input, payer, gone: goneSignal(reply) })
  }
  app.decorateRequest('input', null as unknown as FastifyRequest['input'])
  for (const service of deps.services) {
    for (const route of service.routes) {
      const readInput = createInputReader(route)
      const lookUp = createLookup(route, deps.database)
      app.route({
        method: route.method,
        url: `/api/${service.label}${route.path.replace(/\{(\w+)\}/g, ':$1')}`,
        config: { sells: { service, route }, ...paidRouteOf(service, route) },
        preValidation: async (request, reply) => {
          if (route.price === 'free' && route.serve === 'queued') refuseTooMany(freeWork, request.ip)
          if (route.readAmong !== undefined) {
            const read = await knownKeys.read(service.label, route, request.query as object)
            if ('refused' in read) return sendDocument(reply, read.refused)
            request.input = read.input as Record<string, unknown>
            return
          }
          request.input = readInput(request, deps.clock.now())
          // A value outside its table is refused here, before the price is even named.
          if (route.serve !== 'queued') route.key(request.input)
          if (route.serve === 'demand') await onDemand.refuseUnknown(route, request.input)
        },
        ...(route.bodyLimitBytes === undefined ? {} : { bodyLimit: route.bodyLimitBytes }),
        handler: async (request, reply) => {
          const row = await rowFor(service, route, request, reply)
          reply.type('application/json')
          return renderAnswer(
            row && (await lookUp(shapeRow(row, route, request.input), request.input, deps.clock.now())),
            route,
            deps.world,
            deps.clock.now(),
          )
        },
      })
    }
  }
}

// Free work is a taste: bounded per address, so that it cannot be had instead of the paid one.
const freeWorkLimit = { burst: 20, perSecond: 20 / 60 }

function refuseTooMany(limiter: RateLimiter, address: string): void {
  const retryAfterSeconds = limiter.take(address)
  if (retryAfterSeconds === null) return
  throw new TollgateError('busy', 'Free conversions are limited per address; wait a little, or buy one.', { retryAfterSeconds })
}

// A caller who hung up waits for nothing; the work they asked for goes on for whoever asks next.
function goneSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort())
  return gone.signal
}

async function readRow(deps: RouteDependencies, service: Service, route: RouteDefinition<any, any>, key: string) {
  const row = await findRow(deps.database.pool, service.label, route.path, key)
  if (row === null && route.closed && (await hasRows(deps.database.pool, service.label, route.path)))
    throw new TollgateError('input_unusable', `nothing is known about ${JSON.stringify(key)}`)
  return row
}

// Without a filter the row's own bytes are sent.
export function shapeRow(
  row: StoredSignalRow,
  route: RouteDefinition<any, any>,
  input: Record<string, unknown>,
): StoredSignalRow {
  if (route.shape === undefined || Object.keys(input).length === 0) return row
  return { ...row, body: JSON.stringify(route.shape(JSON.parse(row.body), input)) }
}

// Every service's routes on fastify, each in the order a caller can rely on: match, validate, pay, read the row, send.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { World } from '../app/config/index.ts'
import { TollgateError } from '../base/errors.ts'
import { traced } from '../base/trace.ts'
import { listRowKeys, type StoredSignalRow } from '../db/rows/signals.ts'
import { nearest } from '../processors/inputs/nearest.ts'
import { createProblems } from '../processors/inputs/problems.ts'
import { type RouteDefinition, type Service, serveOf } from '../processors/kit/define.ts'
import { renderAnswer } from './answer.ts'
import { callerOf } from './callers.ts'
import { createOnDemand } from './demand.ts'
import type { HotRows } from './hot-rows.ts'
import { createInputReader } from './inputs.ts'
import { createKnownKeys, sendDocument } from './known-keys.ts'
import { createLookup, type LookUp } from './lookup.ts'
import { type MetaDetail, takeMetaDetail } from './meta-detail.ts'
import { createOnRequest } from './on-request.ts'
import { carriesPayment } from './payment/proof/decode.ts'
import { createRateLimiter, type RateLimiter } from './payment/rate-limit.ts'
import { paidRouteOf } from './payment/terms/sold-route.ts'
import { type Asker, answerQueued, type QueuedDependencies } from './queued.ts'
import { tellSameWithout } from './same-without.ts'
import { createSellable } from './sellable.ts'
import { type StandingOf, soundStanding } from './standing.ts'
import { createUnmade, type KnownSource } from './unmade.ts'
import { createCallerNames, createWorkAllowance, unpaidWork } from './work-allowance.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What is sold here; the payment plugin guards every route that has one with a price. */
    sells?: { readonly service: Service; readonly route: RouteDefinition<any, any> }
  }
  interface FastifyRequest {
    /** The route's inputs, already validated and canonical, before anything is paid. */
    input: Record<string, unknown>
    /** How much of its meta the answer is asked with. */
    metaDetail: MetaDetail
  }
}

type Input = Record<string, unknown>

export interface RouteDependencies extends QueuedDependencies {
  readonly standingOf: StandingOf
  readonly hotRows: HotRows
  readonly services: readonly Service[]
  /** Named where an answer was never made of them. */
  readonly sources?: readonly KnownSource[]
  readonly world: World
}

export function registerRoutes(app: FastifyInstance, deps: RouteDependencies): void {
  const freeWork = createRateLimiter(freeWorkLimit, deps.clock)
  const knownKeys = createKnownKeys(deps.database, deps.clock)
  const onDemand = createOnDemand(deps)
  const onRequest = createOnRequest(deps)
  const unpaid = createWorkAllowance(unpaidWork, deps.clock)
  const nameOf = createCallerNames()
  const askerOf = (name: string, request: FastifyRequest, reply: FastifyReply): Asker => {
    const payer = request.paymentTicket?.payment.payer
    const caller = payer ?? callerOf(request)
    return { caller: nameOf(caller), ended: unpaid.begin(caller, { name, isPaid: payer !== undefined }), gone: goneSignal(reply) }
  }
  const unmade = createUnmade({ ...deps, sources: deps.sources ?? [] })
  const refuseUnsellable = createSellable({ ...deps, unmade })
  // What is made of a caller's own bytes has no source that could stand still.
  const standingOf = (service: Service, route: RouteDefinition<any, any>, row: StoredSignalRow | null) =>
    route.serve === 'queued' ? soundStanding : deps.standingOf(service, row)
  const rowFor = (service: Service, route: RouteDefinition<any, any>, request: FastifyRequest, reply: FastifyReply) => {
    const { input } = request
    if (route.serve === 'queued') return answerQueued(deps, service, route, input, askerOf(route.key(input), request, reply))
    if (route.onRequest?.(input)) return onRequest.answer(service, route, input)
    if (serveOf(route, input) === 'precomputed') return readRow(deps, service, route, input)
    const payer = request.paymentTicket?.payment.payer ?? callerOf(request)
    return onDemand.answer({ service, route, input, payer, gone: goneSignal(reply) })
  }
  app.decorateRequest('input', null as unknown as FastifyRequest['input'])
  app.decorateRequest('metaDetail', 'full')
  for (const service of deps.services) {
    for (const route of service.routes) {
      const readInput = createInputReader(route)
      const lookUp = createLookup(route, deps.database)
      const isFreeWork = route.price === 'free' && route.serve === 'queued'
      app.route({
        method: route.method,
        url: `/api/${service.label}${route.path.replace(/\{(\w+)\}/g, ':$1')}`,
        config: {
          sells: { service, route },
          takesFreeFile: isFreeWork && route.method === 'POST',
          ...paidRouteOf(service, route),
        },
        onRequest: async (request) => {
          // A file that is sent is work before anything of it is read.
          if (isFreeWork && route.method === 'POST') refuseTooMany(freeWork, callerOf(request))
        },
        preValidation: async (request, reply) => {
          const asked = createProblems()
          request.metaDetail = asked.try(() => takeMetaDetail(request.query)) ?? 'full'
          if (route.readAmong !== undefined) {
            asked.throwAny()
            const read = await knownKeys.read(service.label, route, request.query as object)
            if ('refused' in read) return sendDocument(reply, read.refused)
            request.input = read.input as Record<string, unknown>
            if (!carriesPayment(request.headers)) await refuseUnsellable(service, route, request.input)
            return
          }
          const input = asked.try(() => readInput(request, deps.clock.now()))
          asked.throwAny()
          request.input = input!
          // A question that is wrong is told so, and takes nothing of what is given.
          if (isFreeWork && route.method !== 'POST') refuseTooMany(freeWork, callerOf(request))
          // A value outside its table is refused here, before the price is even named.
          if (route.serve !== 'queued') route.key(request.input)
          const serve = serveOf(route, request.input)
          if (serve === 'demand') await onDemand.refuseUnknown(route, request.input)
          if (carriesPayment(request.headers)) return
          if (route.onRequest?.(request.input)) {
            // Made to see whether it can be: as much of that as of other free work.
            refuseTooMany(freeWork, callerOf(request))
            try {
              return await onRequest.refuseEmpty(service, route, request.input)
            } catch (refused) {
              throw (await unmade.whyNothing(service, route, route.key(request.input))) ?? refused
            }
          }
          if (serve === 'precomputed') await refuseUnlisted(deps, service, route, request.input, lookUp)
          if (serve === 'precomputed') await refuseUnsellable(service, route, request.input)
          if (serve === 'demand') await onDemand.refuseUnsellable(service, route, request.input, unmade)
        },
        ...(route.bodyLimitBytes === undefined ? {} : { bodyLimit: route.bodyLimitBytes }),
        handler: async (request, reply) => {
          const row = await traced('read', { serve: serveOf(route, request.input) }, async () =>
            rowFor(service, route, request, reply),
          )
          reply.type('application/json')
          return renderAnswer(
            row && (await lookUp.answer(shapeRow(row, route, request.input, deps.clock.now()), request.input, deps.clock.now())),
            route,
            deps.world,
            deps.clock.now(),
            await standingOf(service, route, row),
            request.metaDetail,
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
  throw new TollgateError('busy', 'Free work is limited per address; wait a little, or buy one.', { retryAfterSeconds })
}

// A caller who hung up waits for nothing; the work they asked for goes on for whoever asks next.
function goneSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort())
  return gone.signal
}

// What only the rows can tell to be unknown is refused before the price is named; who has paid is refused while reading.
async function refuseUnlisted(
  deps: RouteDependencies,
  service: Service,
  route: RouteDefinition<any, any>,
  input: Input,
  lookUp: LookUp,
) {
  if (Object.keys(input).length === 0) return
  if (route.closed === undefined && route.shape === undefined && route.lookup?.refuse === undefined) return
  const row = await readRow(deps, service, route, input)
  if (row === null) return
  shapeRow(row, route, input, deps.clock.now())
  await lookUp.refuse(row, input, deps.clock.now())
}

export async function readRow(
  deps: Pick<RouteDependencies, 'database' | 'hotRows'>,
  service: Service,
  route: RouteDefinition<any, any>,
  input: Input,
) {
  const { pool } = deps.database
  const row = await deps.hotRows.find(service.label, route.path, route.key(input))
  // Who names nothing asks for nothing unknown, whichever rows were the first to be computed.
  const [named] = Object.entries(input)
  if (row === null && route.closed && named)
    refuseUnknownKey(named, await listRowKeys(pool, service.label, route.path), route, input)
  return row
}

const mostNamed = 30
const mostSplit = 60

// Before there is any row there is nothing to be unknown of.
function refuseUnknownKey(
  [name, given]: [string, unknown],
  keys: readonly string[],
  route: RouteDefinition<any, any>,
  input: Input,
): void {
  if (keys.length === 0) return
  const isSendable = sendableOf(name, route, keys, input)
  const whole = keys.slice(0, mostNamed).filter(isSendable)
  // Of a key that several inputs make together a part is what one of them takes: "h100" of "h100 on_demand".
  const parts = whole.length > 0 ? [] : [...new Set(keys.slice(0, mostSplit).flatMap((key) => key.split(' ')))].filter(isSendable)
  const [shown, all] = whole.length > 0 ? [whole, keys] : [parts.slice(0, mostNamed), parts]
  const more = all.length > mostNamed ? ` and ${all.length - mostNamed} more` : ''
  const known = shown.length === 0 ? '' : `; known: ${shown.join(', ')}${more}`
  const suggestions = nearest(String(given), all, mostNamed).filter(isSendable).slice(0, 3)
  throw new TollgateError('input_unusable', `${name}: nothing is known about ${JSON.stringify(given)}${known}`, { suggestions })
}

/** What this input, beside what else was asked, makes a key of that has a row. */
function sendableOf(name: string, route: RouteDefinition<any, any>, keys: readonly string[], input: Input) {
  const readInput = createInputReader(route)
  const there = new Set(keys)
  const beside = Object.fromEntries(Object.entries(input).map(([other, value]) => [other, String(value)]))
  return (value: string): boolean => {
    try {
      return there.has(route.key(readInput({ query: { ...beside, [name]: value }, params: {}, body: null }, new Date(0))))
    } catch (error) {
      if (error instanceof TollgateError) return false
      throw error
    }
  }
}

// Without a filter, and where time changes nothing, the row's own bytes are sent.
export function shapeRow(
  row: StoredSignalRow,
  route: RouteDefinition<any, any>,
  input: Record<string, unknown>,
  now: Date,
): StoredSignalRow {
  const cuts = route.shape !== undefined && Object.keys(input).length > 0
  if (!cuts && route.age === undefined) return row
  const body: object = JSON.parse(row.body)
  const aged = route.age?.(body, now) ?? body
  return { ...row, body: JSON.stringify(cuts ? tellSameWithout(aged, route.shape!(aged, input), route, input) : aged) }
}

// The HTTP server: fastify with our errors, hosts, routes and the free documents around them.

import type { IncomingMessage } from 'node:http'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import type { Config } from '../app/config/index.ts'
import { loadExamples } from '../processors/kit/examples.ts'
import { readBodies } from './bodies.ts'
import { openToBrowsers } from './browsers.ts'
import { registerClosing } from './closing.ts'
import { limitConnections, usualConnections } from './connections.ts'
import { createFreshness } from './discovery/freshness.ts'
import { deliverDocuments } from './document-delivery.ts'
import { registerDocuments } from './documents.ts'
import { forgetForwardedHost, guardEdge, readTarget, safetyHeaders } from './edge.ts'
import { sendError, toTollgateError } from './errors.ts'
import { createHosts } from './hosts.ts'
import { createHotRows } from './hot-rows.ts'
import { limitIncoming } from './incoming.ts'
import { createKeptDocuments } from './kept-documents.ts'
import { hearOutRefused } from './lingering.ts'
import { registerMcp } from './mcp/index.ts'
import { answerMissing } from './missing.ts'
import { knowCarriers } from './on-behalf.ts'
import { limitCrowd } from './payment/gate/crowd.ts'
import { createPace } from './payment/gate/pace.ts'
import { registerPayments } from './payment/index.ts'
import { registerPaymentDocuments } from './payment/terms/documents.ts'
import { limitPipelined } from './pipelined.ts'
import { registerProbes } from './probes.ts'
import { registerRoutes } from './routes.ts'
import type { ServerDependencies } from './server-dependencies.ts'
import { createStandings } from './standing.ts'
import { acceptWebSockets, registerStream } from './stream/index.ts'
import { defaultStreamLimits } from './stream/limits.ts'
import { traceRequests } from './traced.ts'
import { refuseUnparsed } from './unparsed.ts'
import { createWakes } from './wakes.ts'

export type { ServerDependencies } from './server-dependencies.ts'

// x402 clients echo whole challenges and extensions in one header.
const maxHeaderBytes = 32_768
const maxBodyBytes = 1_048_576
const usualPaidCallsAtOnce = 512

export async function buildServer(deps: ServerDependencies): Promise<FastifyInstance> {
  const { domain, host, publicUrl = null, trustProxy = false, paidCallsAtOnce = usualPaidCallsAtOnce } = deps.config
  const labels = new Set(deps.services.map((service) => service.label))
  const hosts = createHosts({ domain, labels, publicUrl, listens: host })
  const app: FastifyInstance = Fastify({
    loggerInstance: deps.logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: maxBodyBytes,
    routerOptions: { ignoreTrailingSlash: true },
    trustProxy: trustOf(trustProxy),
    rewriteUrl(request) {
      forgetForwardedHost(request)
      readTarget(request)
      return hosts.rewrite(request.headers.host, request.url ?? '/')
    },
    http: { maxHeaderSize: maxHeaderBytes, shouldUpgradeCallback: isStreamOpening },
    requestTimeout: 120_000,
    // Longer than any answer is waited for: who reads nothing for so long does not come back for it.
    connectionTimeout: 180_000,
    clientErrorHandler: (error, socket) => refuseUnparsed(error, socket, maxHeaderBytes),
    // Told as every other refusal is (closing.ts).
    return503OnClosing: false,
    // A path that cannot be decoded meets no route, and so no hook.
    frameworkErrors: (error, _request, reply) => void sendError(reply.headers(safetyHeaders), toTollgateError(error)),
    forceCloseConnections: 'idle',
  }) as unknown as FastifyInstance
  app.setErrorHandler((thrown, request, reply) => {
    const error = toTollgateError(thrown, request.routeOptions.bodyLimit)
    if (error.code === 'internal') request.log.error({ err: thrown, route: request.routeOptions.url }, 'request failed')
    return sendError(reply, error)
  })
  traceRequests(app)
  readBodies(app)
  openToBrowsers(app)
  answerMissing(app)
  deliverDocuments(app, { isFixed: publicUrl !== null })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown'
    const seconds = reply.elapsedTime / 1_000
    deps.metrics.request({ route, status: reply.statusCode, seconds })
    request.log.info(
      { method: request.method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime * 10) / 10 },
      'request',
    )
  })
  const limits = { ...defaultStreamLimits, ...deps.streamLimits }
  await acceptWebSockets(app, limits)
  knowCarriers(app)
  // After those: a socket whose upgrade is refused is theirs to destroy, once they have seen it.
  guardEdge(app, hosts)
  hearOutRefused(app)
  const closing = registerClosing(app, deps.leaveMs)
  limitConnections(app, usualConnections(trustProxy !== false), deps.metrics.registry)
  limitPipelined(app)
  limitIncoming(app)
  const pace = createPace({ most: paidCallsAtOnce })
  limitCrowd(app, { atOnce: paidCallsAtOnce, pace }, deps.metrics.registry)
  const payments = await registerPayments(app, { ...deps, ...deps.payments, pace, registry: deps.metrics.internal })
  app.addHook('onClose', () => payments.close())
  const wakes = await createWakes(deps.database)
  app.addHook('onClose', () => wakes.close())
  const standingOf = createStandings(deps)
  const hotRows = createHotRows({ ...deps, wakes })
  registerRoutes(app, { ...deps, standingOf, hotRows, wakes, closing, world: deps.config.world })
  await registerStream(app, { ...deps, standingOf, payments, world: deps.config.world, limits, events: deps.metrics.stream })
  const examples = loadExamples(deps.services)
  for (const service of deps.services)
    for (const route of service.routes) if (examples.has(route)) payments.showExample(service, route, examples.get(route))
  const freshness = createFreshness(deps)
  registerProbes(app, deps.probes)
  const kept = createKeptDocuments(deps.clock)
  registerDocuments(app, {
    ...deps,
    kept,
    standingOf,
    payments: payments.standing,
    paymentRun: deps.payments.config.run,
    examples,
    freshness,
  })
  registerMcp(app, {
    ...deps,
    world: deps.config.world,
    hosts,
    perIp: deps.payments.config.limits.perIp,
    freshness,
    exampleOf: (route) => examples.get(route),
  })
  registerPaymentDocuments(app, { services: deps.services, config: deps.payments.config, kept })
  return app
}

// So many hops before us, or those at these addresses.
function trustOf(trusted: Config['trustProxy']) {
  if (typeof trusted === 'number') return (_address: string, hop: number) => hop < trusted
  return trusted === false ? false : [...trusted]
}

// Any other upgrade that is offered is not made: Java's client offers one with every request, and a paid route sells no WebSocket. The
// answer is then plain HTTP/1.1, on a connection that goes on.
function isStreamOpening({ headers, url = '' }: IncomingMessage): boolean {
  return /^websocket$/i.test(headers.upgrade ?? '') && /\/stream\/?(?:\?|$)/.test(url)
}

// The free documents: health, metrics and what describes the services to those who would buy.

import type { FastifyInstance, FastifyReply } from 'fastify'
import type { PartitionLag } from '../db/work/lag.ts'
import type { Service } from '../processors/kit/define.ts'
import type { Examples } from '../processors/kit/examples.ts'
import { registerBoards } from './console/boards.ts'
import { createCurrent } from './console/current.ts'
import { faucetPath, registerFaucet } from './console/faucet.ts'
import { registerConsole } from './console/index.ts'
import { registerSpecials, specialPages } from './console/specials.ts'
import { writeAgentCard } from './discovery/agent-card.ts'
import { registerChangelog } from './discovery/changelog.ts'
import type { createFreshness } from './discovery/freshness.ts'
import { registerDiscovery } from './discovery/register.ts'
import { registerSiteMap } from './discovery/site-map.ts'
import { streamCatalog } from './discovery/stream.ts'
import { writeTypescript } from './discovery/typescript-client.ts'
import { sendKept } from './document-delivery.ts'
import { foundOut } from './found-out.ts'
import { checkHealth, lagOf, listSourceHealth } from './health.ts'
import type { KeptDocuments } from './kept-documents.ts'
import { buildOpenApi } from './openapi.ts'
import { isOnOwnHost, originOf } from './origin.ts'
import type { PaymentStanding } from './payment/index.ts'
import { registerProvenance } from './provenance.ts'
import type { ServerDependencies } from './server-dependencies.ts'
import type { StandingOf } from './standing.ts'
import { streamOffer } from './stream/offer.ts'

const gatewayDescription =
  'Pay-per-call data for software agents: one HTTPS question, cents of USDC through x402, one decision-ready JSON answer.'

// A gate with one bar: the mark directories show.
const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path fill="#1d4ed8" d="M2 2h2v12H2zM12 2h2v12h-2zM4 6h8v2H4z"/></svg>'

export interface DocumentDependencies extends Omit<ServerDependencies, 'payments'> {
  readonly payments: () => PaymentStanding
  /** The ledger's run. */
  readonly paymentRun: string
  readonly examples: Examples
  readonly freshness: ReturnType<typeof createFreshness>
  readonly standingOf: StandingOf
  readonly kept: KeptDocuments
}

export function registerDocuments(app: FastifyInstance, deps: DocumentDependencies): void {
  const { services, metrics, examples, kept } = deps
  registerDiscovery(app, { services, examples, kept, world: deps.config.world, description: gatewayDescription })
  const health = foundOut(() => checkHealth(deps))
  registerConsolePages(app, deps, health)
  app.get('/health', async (_request, reply) => sendHealth(reply, await health()))
  // Where there is a port for it, nobody else's.
  if (!deps.config.metricsPort) {
    const refresh = foundOut(() => refreshMetrics({ ...deps, lag: () => lagOf(deps) }))
    app.get('/metrics', async (_request, reply) => {
      await refresh()
      return reply
        .type(metrics.registry.contentType)
        .header('cache-control', 'no-store')
        .send(await metrics.registry.metrics())
    })
  }
  app.get('/openapi.json', async (request, reply) => {
    const write = (origin: string) =>
      buildOpenApi({
        title: 'Tollgate',
        description: gatewayDescription,
        serverUrl: origin,
        llmsUrl: `${origin}/llms.txt`,
        exampleOf: (route) => examples.get(route),
        services,
        prefix: (service) => `/api/${service.label}`,
      })
    return sendKept(reply, 'application/json', kept.json('openapi', originOf(request), write))
  })
  app.get('/client.ts', async (request, reply) => {
    const write = (origin: string) => writeTypescript({ title: 'Tollgate', origin, services, isOnOwnHost: false })
    return sendKept(reply, 'text/plain', kept.text('client', originOf(request), write))
  })
  app.get('/catalog.json', async (request, reply) => {
    const write = (origin: string) => ({
      name: 'Tollgate',
      world: deps.config.world,
      stream: streamCatalog(services, origin),
      mcp: `${origin}/mcp`,
      routes: services.flatMap((service) => listRoutes(service, origin)),
    })
    return sendKept(reply, 'application/json', kept.json('catalog', originOf(request), write))
  })
  app.get('/.well-known/agent-card.json', async (request, reply) => {
    const write = (origin: string) => writeAgentCard({ origin, description: gatewayDescription, services })
    return sendKept(reply, 'application/json', kept.json('agent card', originOf(request), write))
  })
  registerSiteMap(app, services)
  registerChangelog(
    app,
    services.map(({ label }) => label),
  )
  app.get('/favicon.ico', (_request, reply) =>
    reply.type('image/svg+xml').header('cache-control', 'public, max-age=86400').send(icon),
  )
  registerProvenance(app, deps)
  for (const service of services) registerServiceDocuments(app, deps, service)
}

function registerConsolePages(
  app: FastifyInstance,
  deps: DocumentDependencies,
  health: () => ReturnType<typeof checkHealth>,
): void {
  const { services, freshness, examples, clock, faucet } = deps
  const { world } = deps.config
  const isWorthless = faucet !== undefined && world !== 'live'
  if (isWorthless) registerFaucet(app, { give: faucet, clock })
  const faucetAt = isWorthless ? faucetPath : null
  const specials = specialPages(services, faucetAt)
  const { sendPage } = registerConsole(app, {
    clock,
    services,
    freshness,
    examples,
    currentOf: createCurrent({ ...deps, world }),
    world,
    description: gatewayDescription,
    faucet: faucetAt,
    places: [...specials, { label: 'Status', href: '/status' }],
  })
  registerSpecials(app, specials, sendPage)
  const { adminToken = null, adminFrom = 'loopback' } = deps.config
  const { database, metrics, paymentRun: run } = deps
  registerBoards(app, {
    health,
    services,
    database,
    metrics,
    clock,
    run,
    isWorthless,
    operator: { adminToken, adminFrom },
    sendPage,
  })
}

export type RefreshDependencies = Parameters<typeof listSourceHealth>[0] & {
  readonly lag: () => Promise<readonly PartitionLag[]>
}

/** Scraped values that live in the database and the log; without these the rest is still worth scraping. */
export const refreshMetrics = (deps: RefreshDependencies) =>
  Promise.allSettled([deps.lag().then(deps.metrics.lag, () => deps.metrics.lag(null)), listSourceHealth(deps)])

const sendHealth = <T extends { readonly status: string }>(reply: FastifyReply, health: T): FastifyReply =>
  reply
    .code(health.status === 'down' ? 503 : 200)
    .header('cache-control', 'no-store')
    .send(health)

function registerServiceDocuments(app: FastifyInstance, deps: DocumentDependencies, service: Service): void {
  const { kept } = deps
  const prefix = `/api/${service.label}`
  app.get(`${prefix}/favicon.ico`, (_request, reply) => reply.type('image/svg+xml').send(icon))
  const health = foundOut(() => checkHealth({ ...deps, services: [service], isOneService: true }))
  app.get(`${prefix}/health`, async (_request, reply) =>
    sendHealth(reply, { service: service.label, version: '1.0.0', ...(await health()) }),
  )
  app.get(`${prefix}/openapi.json`, async (request, reply) => {
    const path = isOnOwnHost(request) ? '' : prefix
    const write = (origin: string) =>
      buildOpenApi({
        title: service.title,
        description: service.description,
        serverUrl: origin + path,
        llmsUrl: `${origin}${path}/llms.txt`,
        exampleOf: (route) => deps.examples.get(route),
        services: [service],
        prefix: () => '',
      })
    return sendKept(reply, 'application/json', kept.json(`openapi ${service.label} ${path}`, originOf(request), write))
  })
  app.get(`${prefix}/client.ts`, async (request, reply) => {
    const isOwn = isOnOwnHost(request)
    const write = (origin: string) => writeTypescript({ title: service.title, origin, services: [service], isOnOwnHost: isOwn })
    return sendKept(reply, 'text/plain', kept.text(`client ${service.label} ${isOwn}`, originOf(request), write))
  })
}

function listRoutes(service: Service, origin: string) {
  return service.routes.map((route) => ({
    label: service.label,
    method: route.method,
    path: route.path,
    url: `${origin}/api/${service.label}${route.path}`,
    price_usd: route.price === 'free' ? '0' : route.price,
    summary: route.summary,
    tags: route.tags,
    input: route.input,
    max_age_seconds: route.maxAgeSeconds,
    stream: streamOffer(service, route),
  }))
}

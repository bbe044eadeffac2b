// The free documents: health, metrics and what describes the services to those who would buy.
import type { FastifyInstance } from 'fastify'
import type { Service } from '../processors/define.ts'
import type { Examples } from '../processors/examples.ts'
import type { createFreshness } from './discovery/freshness.ts'
import { registerDiscovery } from './discovery/register.ts'
import { streamCatalog } from './discovery/stream.ts'
import { checkHealth, listSourceHealth, measureLag } from './health.ts'
import { buildOpenApi } from './openapi.ts'
import { isOnOwnHost, originOf } from './origin.ts'
import { registerProvenance } from './provenance.ts'
import type { ServerDependencies } from './server.ts'
import { streamOffer } from './stream/offer.ts'

const gatewayDescription =
  'Pay-per-call data for software agents: one HTTPS question, cents of USDC through x402, one decision-ready JSON answer.'

// A gate with one bar: the mark directories show.
const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path fill="#1d4ed8" d="M2 2h2v12H2zM12 2h2v12h-2zM4 6h8v2H4z"/></svg>'

export interface DocumentDependencies extends ServerDependencies {
  readonly examples: Examples
  readonly freshness: ReturnType<typeof createFreshness>
}

export function registerDocuments(app: FastifyInstance, deps: DocumentDependencies): void {
  const { services, metrics, freshness, examples } = deps
  registerDiscovery(app, { services, freshness, world: deps.config.world, description: gatewayDescription })
  app.get('/health', async (_request, reply) => {
    const health = await checkHealth(deps)
    return reply.code(health.status === 'down' ? 503 : 200).send(health)
  })
  app.get('/metrics', async (_request, reply) => {
    // Scraped values that live in the database; without it the rest is still worth scraping.
    await Promise.allSettled([measureLag(deps), listSourceHealth(deps)])
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics())
  })
  app.get('/openapi.json', async (request) =>
    buildOpenApi({
      title: 'Tollgate',
      description: gatewayDescription,
      serverUrl: originOf(request),
      llmsUrl: `${originOf(request)}/llms.txt`,
      exampleOf: (route) => examples.get(route),
      services,
      prefix: (service) => `/api/${service.label}`,
    }),
  )
  app.get('/catalog.json', async (request) => ({
    name: 'Tollgate',
    world: deps.config.world,
    stream: streamCatalog(services, originOf(request)),
    routes: services.flatMap((service) => listRoutes(service, originOf(request))),
  }))
  app.get('/favicon.ico', (_request, reply) =>
    reply.type('image/svg+xml').header('cache-control', 'public, max-age=86400').send(icon),
  )
  registerProvenance(app, deps)
  for (const service of services) registerServiceDocuments(app, deps, service)
}

function registerServiceDocuments(app: FastifyInstance, deps: DocumentDependencies, service: Service): void {
  const prefix = `/api/${service.label}`
  app.get(`${prefix}/favicon.ico`, (_request, reply) => reply.type('image/svg+xml').send(icon))
  app.get(`${prefix}/health`, async (_request, reply) => {
    const health = await checkHealth({ ...deps, services: [service], isOneService: true })
    return reply.code(health.status === 'down' ? 503 : 200).send({ service: service.label, version: '1.0.0', ...health })
  })
  app.get(`${prefix}/openapi.json`, async (request) => {
    const base = isOnOwnHost(request) ? originOf(request) : `${originOf(request)}${prefix}`
    return buildOpenApi({
      title: service.title,
      description: service.description,
      serverUrl: base,
      llmsUrl: `${base}/llms.txt`,
      exampleOf: (route) => deps.examples.get(route),
      services: [service],
      prefix: () => '',
    })
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

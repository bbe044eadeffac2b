// GET /.well-known/x402 on the gateway and on every service's own host: what is sold here, for how much, payable in what.
import type { FastifyInstance } from 'fastify'
import type { Service } from '../../../processors/kit/define.ts'
import { sendKept } from '../../document-delivery.ts'
import type { KeptDocuments } from '../../kept-documents.ts'
import { isOnOwnHost, originOf } from '../../origin.ts'
import type { PaymentConfig } from '../config.ts'
import { type ListedRoute, paymentManifest } from './discovery.ts'
import { pathParameters } from './route.ts'
import { paidRouteOf } from './sold-route.ts'

const wellKnown = ['/.well-known/x402', '/.well-known/x402.json'] as const

export interface PaymentDocuments {
  readonly services: readonly Service[]
  readonly config: PaymentConfig
  readonly kept: KeptDocuments
}

export function registerPaymentDocuments(app: FastifyInstance, { services, config, kept }: PaymentDocuments): void {
  for (const path of wellKnown) {
    app.get(path, async (request, reply) => {
      const write = (origin: string) => {
        const routes = services.flatMap((service) => listRoutes(service, `${origin}/api/${service.label}`, true))
        const description = 'Pay-per-call data for software agents; every answer is bought alone, without account or key.'
        return paymentManifest({ origin, name: 'Tollgate', description, config, routes, documents: documentsAt(origin) })
      }
      return sendKept(reply, 'application/json', kept.json(wellKnown[0], originOf(request), write))
    })
    for (const service of services) {
      const prefix = `/api/${service.label}`
      app.get(prefix + path, async (request, reply) => {
        const ownHost = isOnOwnHost(request)
        const write = (origin: string) => {
          const base = ownHost ? origin : origin + prefix
          const routes = listRoutes(service, base, !ownHost)
          const { title: name, description } = service
          return paymentManifest({ origin, name, description, config, routes, documents: documentsAt(base) })
        }
        return sendKept(reply, 'application/json', kept.json(`${prefix}${wellKnown[0]} ${ownHost}`, originOf(request), write))
      })
    }
  }
}

function listRoutes(service: Service, base: string, withPrefix: boolean): ListedRoute[] {
  return service.routes.flatMap((definition) => {
    const { paid } = paidRouteOf(service, definition)
    if (paid === undefined) return []
    // A pattern is no URL: its parameters are filled from the route's example, so that what is listed can be called.
    const input = definition.example.input as Record<string, unknown>
    const filled = pathParameters(paid.path).reduce(
      (path, name) => path.replace(`{${name}}`, encodeURIComponent(String(input[name]))),
      paid.path,
    )
    return [{ url: base + filled, route: withPrefix ? { ...paid, path: `${paid.prefix}${paid.path}` } : paid }]
  })
}

function documentsAt(base: string) {
  return { openapi: `${base}/openapi.json`, llms: `${base}/llms.txt` }
}

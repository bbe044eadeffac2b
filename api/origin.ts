// The address a caller is told, and whether it came on a service's own host.
import type { FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set for every request that has a host of ours, before anything else looks at it. */
    publicOrigin: string | undefined
  }
}

export function originOf(request: FastifyRequest): string {
  return request.publicOrigin ?? `${request.protocol}://${request.host}`
}

/** The path as the caller sent it, without the query. */
export function pathOf({ originalUrl }: FastifyRequest): string {
  const query = originalUrl.indexOf('?')
  return query < 0 ? originalUrl : originalUrl.slice(0, query)
}

/** What a payment is for: the caller's address without the query. */
export function resourceOf(request: FastifyRequest): string {
  return originOf(request) + pathOf(request)
}

/** A service's own host is rewritten to the gateway's path before routing: only then do the two addresses differ. */
export function isOnOwnHost(request: FastifyRequest): boolean {
  return request.originalUrl !== request.url
}

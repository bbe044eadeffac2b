// Where a caller found us: the origin of the address it used, and whether that was a service's own host.
import type { FastifyRequest } from 'fastify'

export function originOf(request: FastifyRequest): string {
  return `${request.protocol}://${request.host}`
}

/** A service's own host is rewritten to the gateway's path before routing: only then do the two addresses differ. */
export function isOnOwnHost(request: FastifyRequest): boolean {
  return request.originalUrl !== request.url
}

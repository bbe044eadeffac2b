// What to say where there is no such route: what was meant, and where this host lists what there is.
import type { FastifyRequest } from 'fastify'
import { TollgateError } from '../errors.ts'
import type { Service } from '../processors/define.ts'
import { findMeant } from '../processors/nearest.ts'
import { isOnOwnHost, pathOf } from './origin.ts'

export type DescribeUnknown = (request: FastifyRequest) => TollgateError

export function createUnknownRoute(services: readonly Service[]): DescribeUnknown {
  const onGateway = services.flatMap(({ label, routes }) => routes.map(({ path }) => `/api/${label}${path}`))
  return (request) => {
    const asked = pathOf(request).slice(0, 200)
    const label = isOnOwnHost(request) ? (/^\/api\/([^/?]+)/.exec(request.url)?.[1] ?? null) : null
    const own =
      label === null ? null : (services.find((service) => service.label === label)?.routes.map(({ path }) => path) ?? [])
    const meant = findMeant(asked, own ?? onGateway)
    const hint = meant === null ? '' : ` Did you mean ${meant}?`
    // A service's own host has no catalog.
    const listed =
      own === null
        ? '/catalog.json lists what there is'
        : `there are ${own.join(', ')}, and /openapi.json says how they are called`
    return new TollgateError('route_unknown', `No such route; ${listed}.${hint}`, { suggestions: meant === null ? [] : [meant] })
  }
}

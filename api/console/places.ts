// Where each page lies: under the gateway, and the same on a service's own host.
import type { RouteDefinition, Service } from '../../processors/kit/define.ts'

type Route = RouteDefinition<any, any>

const plainPath = ({ path }: Route): string => path.replaceAll(/[{}]/g, '')

/** Two methods on one path have one page each. */
export function pageOf(service: Service, route: Route, isOwnHost: boolean): string {
  const isSecond = service.routes.find(({ path }) => path === route.path) !== route
  return `/console${isOwnHost ? '' : `/${service.label}`}${plainPath(route)}${isSecond ? `-${route.method.toLowerCase()}` : ''}`
}

// A route as a tool: its name, and the routes that can be called at one address.
import type { RouteDefinition, Service } from '../../processors/kit/define.ts'
import { createPathReader } from '../path-template.ts'

export interface SoldTool {
  /** Unlike among all routes, and short enough for every client (64 characters). */
  readonly name: string
  readonly service: Service
  readonly route: RouteDefinition<any, any>
}

export function toolsOf(services: readonly Service[]): SoldTool[] {
  return services.flatMap((service) => service.routes.map((route) => ({ name: nameOf(service, route), service, route })))
}

const nameOf = ({ label }: Service, { path }: RouteDefinition<any, any>): string =>
  `${label}_${path.replace(/\W+/g, '_').replace(/^_|_$/g, '')}`

/** By the tool's name, by `label/path`, or by its URL, with its method before it or not: whichever of them an agent has read. */
export function createFinder(tools: readonly SoldTool[]): (asked: string) => SoldTool | null {
  const byName = new Map<string, SoldTool>()
  for (const tool of tools) {
    const place = `${tool.service.label}${tool.route.path}`
    for (const name of [tool.name, place, `/${place}`, `api/${place}`, `/api/${place}`]) byName.set(name, tool)
  }
  return (asked) => byName.get(asked) ?? placesOf(asked).flatMap((place) => byName.get(place) ?? [])[0] ?? null
}

/** A path with its inputs filled in, as a 402 and a stream name it (`grid/region/ERCOT`): the route, and what stood in the path. */
export function createFilledFinder(tools: readonly SoldTool[]): (asked: string) => { tool: SoldTool; input: object } | null {
  const templates = tools
    .filter(({ route }) => route.path.includes('{'))
    .map((tool) => ({ tool, read: createPathReader(`${tool.service.label}${tool.route.path}`) }))
  return (asked) => {
    for (const place of placesOf(asked)) {
      const said = place.replace(/^\/?(?:api\/)?/, '')
      for (const { tool, read } of templates) {
        const inputs = Object.entries(read(said) ?? {})
        if (inputs.length === 0 || inputs.some(([, part]) => part === '')) continue
        return { tool, input: Object.fromEntries(inputs.map(([name, part]) => [name, decoded(part)])) }
      }
    }
    return null
  }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** A name or a URL as it was asked for, without its method. */
export const placeAsked = (asked: string): string =>
  asked
    .trim()
    .toLowerCase()
    .replace(/^(?:get|post) +/, '')

// Of a URL its path names the route, on a service's own host with the host's first part before it. Letters are often written large.
function placesOf(asked: string): string[] {
  const place = placeAsked(asked)
  if (!URL.canParse(place)) return [place.replace(/\/$/, '')]
  const { hostname, pathname } = new URL(place)
  const path = pathname.replace(/\/$/, '')
  return [path, hostname.split('.')[0] + path]
}

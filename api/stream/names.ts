// What can be subscribed to: "rates/rates" is every row of a route, "cot/cot?market=gold" the one that these inputs name.
import { TollgateError } from '../../errors.ts'
import type { RouteDefinition, Service } from '../../processors/define.ts'
import { createInputReader } from '../inputs.ts'

export interface StreamedRoute {
  readonly service: Service
  readonly route: RouteDefinition<any, any>
}

export interface Subject extends StreamedRoute {
  /** As the subscriber wrote it. */
  readonly name: string
  /** Null: every key of the route. */
  readonly key: string | null
  readonly input: Record<string, unknown>
}

export type ReadSubject = (name: string, now: Date) => Subject

/** The rows of queued work answer one caller's question each and are nobody else's to hear of. */
export function createSubjectReader(services: readonly Service[], label: string | null): ReadSubject {
  const routes = services
    .filter((service) => label === null || service.label === label)
    .flatMap((service) => service.routes.filter(({ serve }) => serve === 'precomputed').map((route) => ({ service, route })))
    .map((streamed) => ({ ...streamed, match: matcherOf(streamed), readInput: createInputReader(streamed.route) }))
  return (name, now) => {
    const [path = '', query] = name.split('?', 2)
    for (const { service, route, match, readInput } of routes) {
      const params = match(path)
      if (params === null) continue
      const wantsOne = query !== undefined || Object.values(params).some((value) => !value.startsWith('{'))
      if (!wantsOne) return { name, service, route, key: null, input: {} }
      const given = Object.fromEntries(new URLSearchParams(query))
      const input = readInput({ query: given, params, body: given } as unknown as Parameters<typeof readInput>[0], now)
      return { name, service, route, key: route.key(input), input }
    }
    throw new TollgateError(
      'route_unknown',
      `There is no stream ${JSON.stringify(name.slice(0, 100))} here; names are <label>/<path>, as in /catalog.json.`,
    )
  }
}

// A parameter is filled ("grid/region/ERCO": one row) or left as it stands ("grid/region/{code}": all of them).
function matcherOf({ service, route }: StreamedRoute): (path: string) => Record<string, string> | null {
  const pattern = `${service.label}${route.path}`.split('/')
  return (path) => {
    const given = path.split('/')
    if (given.length !== pattern.length) return null
    const params: Record<string, string> = {}
    for (const [i, part] of pattern.entries()) {
      const parameter = /^\{(\w+)\}$/.exec(part)?.[1]
      if (parameter === undefined && part !== given[i]) return null
      if (parameter !== undefined) params[parameter] = given[i]!
    }
    return params
  }
}

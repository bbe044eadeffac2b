// The requests every paid route must refuse or take alike, made out of what it declares: nothing to add when a route is added.
import type { RouteDefinition, Service } from '../../processors/kit/define.ts'

export interface Declared {
  readonly name: string
  readonly isRequired: boolean
  readonly isInPath: boolean
  readonly otherNames: readonly string[]
  readonly schema: { readonly type?: string; readonly enum?: readonly unknown[]; readonly description?: string }
}

export interface PaidRoute {
  readonly name: string
  readonly service: Service
  readonly route: RouteDefinition<any, any>
  readonly inputs: readonly Declared[]
}

/** Well-formed, and not to be had, by the name of the input: refused with 422. An input that is not here is only sent malformed. */
const unknownValues: Readonly<Record<string, string>> = {
  ticker: 'ZZZZQ',
  tickers: 'ZZZZQ',
  country: 'Atlantis',
  city: 'Atlantis',
  location: 'Atlantis',
  date: '2199-01-01',
  code: 'ZZZZ',
  market: 'unobtainium',
  protocol: 'no-such-protocol',
  coin: 'NOSUCH',
  asset: 'NOSUCH',
  chain: 'nowhere',
  lang: 'klingon',
  query: 'of the',
  lists: 'mars',
  interval: '7w',
  address: `0x${'0'.repeat(40)}`,
  symbol: 'NOSUCH-USD',
  universe: 'us_large',
}

/** A screening may ask for nobody's address: only what needs one cannot take it. A market that is one of a few words is malformed. */
export function unknownOf({ name, isRequired, schema }: Declared): string | undefined {
  if (name === 'address' && !isRequired) return undefined
  return name === 'market' && 'enum' in schema ? undefined : unknownValues[name]
}

/** One value in two ways of writing it, by the name of the input. */
export const sameValues: Readonly<Record<string, readonly [string, string]>> = {
  ticker: ['brk.b', 'BRK-B'],
  tickers: ['msft, aapl', 'AAPL,MSFT'],
  country: ['germany', 'DEU'],
  city: ['NYC', 'New York'],
  code: ['erco', 'ERCOT'],
  market: ['GOLD', '088691'],
  protocol: ['Aave V3', 'aave-v3'],
  coin: [' btc', '$BTC'],
  chain: ['ETH', 'mainnet'],
  query: ['Oil  Tanker', 'oil tanker'],
  lang: ['English', 'EN'],
  address: ['0x833589fcd6edb6e08f4c7c32d4f71b54bda02913', '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'],
}

/** No kind of input is written with it. */
export const malformed = '\u0000'

export function paidRoutes(services: readonly Service[]): PaidRoute[] {
  return services.flatMap((service) =>
    service.routes
      .filter(({ price }) => price !== 'free')
      .map((route) => ({ name: `${route.method} ${service.label}${route.path}`, service, route, inputs: declaredInputs(route) })),
  )
}

function declaredInputs(route: RouteDefinition<any, any>): Declared[] {
  const { properties = {}, required = [] } = route.input as {
    properties?: Record<string, Declared['schema']>
    required?: string[]
  }
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    schema,
    isRequired: required.includes(name),
    isInPath: route.path.includes(`{${name}}`),
    otherNames: /; also as ([\w, ]+)$/.exec(schema.description ?? '')?.[1]?.split(', ') ?? [],
  }))
}

/** The route's own example with some of it changed; undefined leaves an input out. */
export function withInput({ route }: PaidRoute, changes: Readonly<Record<string, string | undefined>>): Record<string, unknown> {
  const given = { ...(route.example.input as Record<string, unknown>), ...changes }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}

/** The request that says so, on the gateway. */
export function requestOf(
  { service, route }: PaidRoute,
  given: Readonly<Record<string, unknown>>,
): { path: string; init: RequestInit } {
  const inPath = new Set([...route.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!))
  const path = `/api/${service.label}${route.path.replace(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(String(given[name])))}`
  const rest = Object.entries(given).filter(([name]) => !inPath.has(name))
  if (route.method === 'GET') {
    const query = new URLSearchParams(rest.map(([name, value]): [string, string] => [name, String(value)]))
    return { path: rest.length === 0 ? path : `${path}?${query}`, init: {} }
  }
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(Object.fromEntries(rest)) }
  return { path, init }
}

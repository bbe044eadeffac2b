// How one route is called: its URL with the example's inputs, and what it takes, in words.
import type { RouteDefinition } from '../../processors/kit/define.ts'

export interface InputLine {
  readonly name: string
  readonly isRequired: boolean
  readonly description: string
}

/** Where a service's routes are: its own host, or its prefix on the gateway. */
export type BaseOf = (label: string) => string

export function exampleUrl(base: string, route: RouteDefinition<any, any>): string {
  const input = route.example.input as Record<string, unknown>
  const inPath = new Set([...route.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!))
  const path = route.path.replace(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(String(input[name])))
  if (route.method === 'POST') return base + path
  const query = new URLSearchParams(
    Object.entries(input).flatMap(([name, value]) =>
      inPath.has(name) || value === undefined ? [] : [[name, String(value)] as [string, string]],
    ),
  ).toString()
  return base + path + (query === '' ? '' : `?${query}`)
}

/** The example as a command line; paying is the client's part. */
export function exampleCall(base: string, route: RouteDefinition<any, any>): string {
  const url = `'${exampleUrl(base, route)}'`
  if (route.method === 'GET') return `curl -i ${url}`
  return `curl -i -X POST ${url} -H 'content-type: application/json' -d '${JSON.stringify(route.example.input)}'`
}

export function inputLines(route: RouteDefinition<any, any>): InputLine[] {
  const { properties = {}, required = [] } = route.input as {
    properties?: Record<string, { description?: string }>
    required?: string[]
  }
  return Object.entries(properties).map(([name, { description = '' }]) => ({
    name,
    isRequired: required.includes(name),
    description,
  }))
}

export const priceText = (route: RouteDefinition<any, any>): string => (route.price === 'free' ? 'free' : `$${route.price}`)

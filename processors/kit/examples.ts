// The example answers that documents show: made of the sources' samples by the same formulas, before anything is sold.
import { existsSync, readFileSync } from 'node:fs'
import type { Json, RouteDefinition, Service } from './define.ts'

export type Examples = ReadonlyMap<RouteDefinition<any, any>, Json>

const mostListed = 3

export const examplesFile = (label: string): URL => new URL(`../examples/${label}.json`, import.meta.url)

/** None of a service that has no file: what it answers is then left to its schema. */
export function loadExamples(services: readonly Service[]): Examples {
  return new Map(
    services.flatMap((service) => {
      const file = examplesFile(service.label)
      if (!existsSync(file)) return []
      const byPath = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Json>
      return service.routes.flatMap((route) => (byPath[route.path] === undefined ? [] : [[route, byPath[route.path]!] as const]))
    }),
  )
}

/** A list of many shows its first few; what is left is still what the route answers. */
export function shorten(value: Json): Json {
  if (Array.isArray(value)) return value.slice(0, value.length > 2 * mostListed ? mostListed : value.length).map(shorten)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([member, inner]) => [member, inner === undefined ? null : shorten(inner)]))
}

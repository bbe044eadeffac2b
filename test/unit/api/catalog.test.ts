// What is live against what was promised: nothing sold that is not in the table, nothing sold otherwise than the table says.
import { describe, expect, test } from 'vitest'
import { discoverServices } from '../../../processors/index.ts'
import type { RouteDefinition, Service } from '../../../processors/kit/define.ts'
import { promisedRoutes } from '../../support/routes.ts'

interface Live {
  readonly service: Service
  readonly route: RouteDefinition<any, any>
}

const name = (label: string, method: string, path: string) => `${method} ${label}${path}`
const promised = new Map(promisedRoutes.map((route) => [name(route[0], route[1], route[2]), route]))
const live: Live[] = (await discoverServices()).flatMap((service) => service.routes.map((route) => ({ service, route })))
const paid = live.filter(({ route }) => route.price !== 'free')
const labelled = (list: readonly Live[]) =>
  list.map((one) => [name(one.service.label, one.route.method, one.route.path), one] as const)

console.info(
  `catalog: ${paid.length} of ${promised.size} paid routes are live (${new Set(paid.map(({ service }) => service.label)).size} of 71 labels)`,
)

test('the table is the 94 routes on 71 labels', () => {
  expect(promisedRoutes).toHaveLength(94)
  expect(promised.size).toBe(94)
  expect(new Set(promisedRoutes.map(([label]) => label)).size).toBe(71)
  for (const [, , path, price, inputs = []] of promisedRoutes) {
    expect(price).toMatch(/^\d\.\d{2,3}$/)
    for (const [, parameter] of path.matchAll(/\{(\w+)\}/g)) expect(inputs).toContain(parameter)
  }
})

test('something is live, and nothing twice', () => {
  const names = labelled(live).map(([route]) => route)
  expect(paid.length).toBeGreaterThan(0)
  expect(new Set(names).size).toBe(names.length)
})

describe.each(labelled(paid))('%s', (route, { service, route: definition }) => {
  test('is in the table at this price, with these inputs', () => {
    const row = promised.get(route)
    expect(row, `${route} is not one of the promised routes`).toBeDefined()
    const [, , , price, inputs = []] = row!
    expect(definition.price).toBe(price)
    const { properties = {}, required = [] } = definition.input as { properties?: object; required?: string[] }
    expect(Object.keys(properties)).toEqual(expect.arrayContaining([...inputs]))
    // What the path holds cannot be left out.
    for (const [, parameter] of definition.path.matchAll(/\{(\w+)\}/g)) expect(required).toContain(parameter)
  })

  test('says what it is', () => {
    expect(definition.summary.length).toBeGreaterThan(10)
    expect(definition.tags.length).toBeGreaterThan(0)
    expect(service.title).not.toBe('')
    expect(service.description).toMatch(/\.$/)
    expect(definition.hardMaxAgeSeconds).toBeGreaterThanOrEqual(definition.maxAgeSeconds)
    expect(definition.maxAgeSeconds).toBeGreaterThan(0)
  })
})

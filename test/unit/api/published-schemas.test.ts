// What is published of every route, held against what it says it is: JSON Schema 2020-12 within OpenAPI 3.1.
import { Validator as OpenApiValidator } from '@seriousme/openapi-schema-validator'
import { describe, expect, test } from 'vitest'
import { eitherMeta, metaParameter } from '../../../api/meta-detail.ts'
import { buildOpenApi } from '../../../api/openapi.ts'
import { clientMessage, serverMessages } from '../../../api/stream/protocol.ts'
import { discoverServices } from '../../../processors/index.ts'
import type { RouteDefinition } from '../../../processors/kit/define.ts'
import { loadExamples } from '../../../processors/kit/examples.ts'
import { faultsOf, published } from '../../support/json-schema.ts'

const services = await discoverServices()
const examples = loadExamples(services)
// It reads the schema of OpenAPI itself when it is first asked.
const openApi = new OpenApiValidator()
const routes = services.flatMap((service) =>
  service.routes.map((route) => [`${route.method} ${service.label}${route.path}`, route as RouteDefinition<any, any>] as const),
)

type Shown = { readonly examples?: readonly unknown[]; readonly default?: unknown }

describe.each(routes)('%s', (_name, route) => {
  test('its schemas are schemas', () => {
    for (const schema of [route.input, route.output, route.refusal]) if (schema !== undefined) published(schema)
  })

  test('its example answer is one', () => {
    const example = examples.get(route)
    if (example !== undefined) expect(faultsOf(route.output, example)).toEqual([])
  })

  test('what it shows of each input it takes', () => {
    const { properties, required = [] } = route.input as { properties: Record<string, Shown>; required?: string[] }
    const shownOf = (name: string) => properties[name]!.examples?.[0] ?? properties[name]!.default
    const needed = Object.fromEntries(required.map((name) => [name, shownOf(name)]))
    for (const name of Object.keys(properties)) {
      const value = shownOf(name)
      if (value === undefined || route.method === 'POST' || route.read === undefined) continue
      expect(() => route.read!({ ...needed, [name]: value }, new Date()), name).not.toThrow()
    }
  })

  test('no input of its own is called like the one that every route takes', () => {
    expect(Object.keys(route.input.properties)).not.toContain(metaParameter)
  })

  test('what is published takes its example with the whole meta and with the brief one, and not without', () => {
    const example = examples.get(route) as { meta: Record<string, any> } | undefined
    if (example === undefined) return
    const either = eitherMeta(route.output)
    expect(faultsOf(either, example)).toEqual([])
    const { as_of, stale, age_seconds, world, provenance, coverage } = example.meta
    const brief = { as_of, stale, age_seconds, world, provenance: { row: provenance.row }, coverage }
    expect(faultsOf(either, { ...example, meta: brief })).toEqual([])
    expect(faultsOf(route.output, { ...example, meta: brief })).not.toEqual([])
    expect(faultsOf(either, { ...example, meta: { ...brief, age_seconds: undefined } })).not.toEqual([])
  })
})

test('nearly every route made of facts has an example answer', () => {
  const made = routes.filter(([name, { serve }]) => serve !== 'queued' && !name.includes(' cascade/'))
  expect(made.filter(([, route]) => !examples.has(route)).map(([name]) => name)).toEqual([])
})

test('the messages of a stream are described by schemas', () => {
  for (const schema of [clientMessage, ...Object.values(serverMessages)]) published(schema)
})

test('a tuple of an earlier draft would be seen', () => {
  expect(() => published({ type: 'array', items: [{ const: 0 }], additionalItems: false })).toThrow()
})

test.each([
  ['the gateway', services, (label: string) => `/api/${label}`] as const,
  ...services.map((service) => [service.label, [service], () => ''] as const),
])('OpenAPI 3.1 of %s is valid', async (_name, described, prefix) => {
  const document = buildOpenApi({
    title: 'Tollgate',
    description: 'Data.',
    serverUrl: 'https://gate.example',
    services: described,
    exampleOf: (route) => examples.get(route),
    prefix: ({ label }) => prefix(label),
  })
  const { valid, errors } = await openApi.validate(JSON.parse(JSON.stringify(document)))
  expect({ valid, errors }).toMatchObject({ valid: true })
})

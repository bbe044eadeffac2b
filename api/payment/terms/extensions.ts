// What a challenge says beyond its prices: how to call the route (bazaar) and how to retry safely (payment-identifier).
import type { JsonSchema, PaidRoute } from './route.ts'
import { pathParameters } from './route.ts'

const draft = 'https://json-schema.org/draft/2020-12/schema'

export type Detail = 'full' | 'example' | 'brief' | 'least'

/** `detail` trades the answer's schema and example for header bytes. */
export function declareExtensions(route: PaidRoute, detail: Detail): Record<string, unknown> {
  return { bazaar: declareBazaar(route, detail), 'payment-identifier': paymentIdentifier }
}

/** How an answer is made shorter for the same price; the same in both dialects. */
export const metaQuery = {
  meta: { type: 'string', enum: ['brief', 'full'], description: 'meta=brief: a shorter answer, for the same price' },
}

const paymentIdentifier = {
  info: { required: false },
  schema: {
    $schema: draft,
    type: 'object',
    properties: {
      required: { type: 'boolean' },
      id: { type: 'string', minLength: 16, maxLength: 128, pattern: '^[a-zA-Z0-9_-]+$' },
    },
    required: ['required'],
  },
}

function declareBazaar(route: PaidRoute, detail: Detail): Record<string, unknown> {
  const template = route.path.replace(/\{([^{}]+)\}/g, ':$1')
  const inPath = pathParameters(route.path)
  const example = isRecord(route.example?.input) ? route.example.input : {}
  const pathParams = pick(example, (name) => inPath.includes(name))
  const rest = pick(example, (name) => !inPath.includes(name))
  const hasPath = inPath.length > 0
  const posts = route.method === 'POST'
  const carried = posts ? { bodyType: 'json', body: rest } : { queryParams: rest }
  const input = { type: 'http', method: route.method, ...carried, ...(hasPath ? { pathParams } : {}) }
  const output = { type: 'json', ...(detail === 'least' ? {} : { example: exampleOf(route, detail) }) }
  const restSchema: JsonSchema = detail === 'least' ? { type: 'object' } : schemaOf(route, (name) => !inPath.includes(name))
  // Of every route, whatever its method.
  const query = (schema: JsonSchema) => ({ ...schema, properties: { ...(schema.properties as object), ...metaQuery } })
  const carriedSchema = posts
    ? { bodyType: { type: 'string', enum: ['json'] }, body: restSchema, queryParams: query({ type: 'object' }) }
    : { queryParams: query(restSchema) }
  const inputSchema = {
    type: 'object',
    properties: {
      type: { type: 'string', const: 'http' },
      method: { type: 'string', enum: [route.method] },
      ...carriedSchema,
      ...(hasPath ? { pathParams: schemaOf(route, (name) => inPath.includes(name)) } : {}),
    },
    required: posts ? ['type', 'method', 'bodyType', 'body'] : ['type', 'method'],
    additionalProperties: false,
  }
  const answer = detail === 'full' && route.output ? portable(route.output) : { type: 'object' }
  const outputSchema = { type: 'object', properties: { type: { type: 'string' }, example: answer }, required: ['type'] }
  return {
    info: { input, output },
    schema: { $schema: draft, type: 'object', properties: { input: inputSchema, output: outputSchema }, required: ['input'] },
    ...(hasPath ? { routeTemplate: template } : {}),
  }
}

function exampleOf(route: PaidRoute, detail: Detail): unknown {
  const output = route.example?.output
  if (!isRecord(output)) return {}
  return detail === 'brief' ? pick(output, (name) => name === 'signal') : output
}

function schemaOf(route: PaidRoute, wanted: (name: string) => boolean): JsonSchema {
  const properties = isRecord(route.input?.properties) ? pick(route.input.properties, wanted) : {}
  const required = Array.isArray(route.input?.required) ? route.input.required.filter(wanted) : []
  return portable({ type: 'object', properties, ...(required.length > 0 ? { required } : {}) })
}

// Directories refuse schemas that refer outside themselves; symbols and functions of the schema library drop out here too.
function portable(schema: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema, (key, value) => (key === '$id' || key === '$schema' ? undefined : value)))
}

function pick(record: Readonly<Record<string, unknown>>, wanted: (name: string) => boolean): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => wanted(name)))
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

// OpenAPI 3.1 from the service definitions: one document a host, and one for the gateway with gateway paths.

import type { RouteDefinition, Service } from '../processors/kit/define.ts'
import { streamOperation } from './discovery/stream.ts'
import { eitherMeta, metaInput, metaParameter } from './meta-detail.ts'
import { paymentInfo } from './payment/terms/discovery.ts'
import { usd } from './payment/terms/money.ts'

export interface OpenApiOptions {
  readonly title: string
  readonly description: string
  readonly serverUrl: string
  readonly services: readonly Service[]
  /** Where this document's host has its llms.txt. */
  readonly llmsUrl?: string
  /** What a route answered once, of samples. */
  exampleOf?(route: RouteDefinition<any, any>): unknown
  /** '' on a service's own host, /api/{label} on the gateway. */
  prefix(service: Service): string
}

const guidance =
  'Call a paid route without payment: the 402 names its price and accepted tokens (header PAYMENT-REQUIRED for x402 version 2, body ' +
  'for version 1). Repeat the same request with the signed payment in PAYMENT-SIGNATURE or X-PAYMENT. Only a 200 is charged; the ' +
  'receipt is in PAYMENT-RESPONSE. After a 503 or a lost connection repeat the same request with the same payment instead of signing ' +
  'another: it is charged at most once. An answer that has arrived is sent again only to its payer: carry a payment-identifier of at ' +
  'least 128 random bits (the extension in the 402) and repeat it too, or send a fresh SIGN-IN-WITH-X proof.'

export function buildOpenApi(options: OpenApiOptions): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const service of options.services) {
    for (const route of service.routes) {
      const path = `${options.prefix(service)}${route.path}`
      paths[path] = { ...paths[path], [route.method.toLowerCase()]: describeRoute(service, route, options.exampleOf?.(route)) }
    }
  }
  const stream = streamOperation(options.services, options.serverUrl)
  if (stream !== null) paths['/stream'] = { get: stream }
  return {
    openapi: '3.1.0',
    info: {
      title: options.title,
      version: '1.0.0',
      description: options.description,
      contact: { name: 'Tollgate', url: options.serverUrl },
      'x-guidance': guidance,
    },
    ...(options.llmsUrl === undefined ? {} : { 'x-agentcash-guidance': { llmsTxtUrl: options.llmsUrl } }),
    servers: [{ url: options.serverUrl }],
    paths,
  }
}

function describeRoute(service: Service, route: RouteDefinition<any, any>, example: unknown) {
  const errors = {
    400: 'An input is missing, malformed, unknown, empty or given twice',
    422: 'An input is understood but unusable',
    429: 'Too many requests',
    503: 'No answer fresh enough to sell, or payments cannot be settled',
  }
  const paid = route.price !== 'free'
  return {
    operationId: `${service.label}_${route.path.replace(/\W+/g, '_').replace(/^_|_$/g, '')}`,
    summary: route.summary,
    tags: route.tags,
    security: [],
    ...(paid ? { 'x-payment-info': paymentInfo(usd(route.price)) } : {}),
    parameters: [...(route.method === 'POST' ? [] : describeParameters(route)), metaInQuery],
    ...(route.method === 'POST'
      ? {
          requestBody: { required: true, content: { 'application/json': { schema: route.input, example: route.example.input } } },
        }
      : {}),
    responses: {
      200: {
        description: 'The answer',
        content: { 'application/json': { schema: eitherMeta(route.output), ...(example === undefined ? {} : { example }) } },
      },
      ...(paid ? { 402: { description: 'Payment required; nothing was charged' } } : {}),
      ...Object.fromEntries(
        Object.entries(errors).map(([status, description]) => [status, { description: `${description}; nothing was charged` }]),
      ),
      ...(route.refusal === undefined
        ? {}
        : {
            422: {
              description: `${errors[422]}; nothing was charged`,
              content: { 'application/json': { schema: route.refusal } },
            },
          }),
    },
  }
}

const metaInQuery = { name: metaParameter, in: 'query', required: false, schema: metaInput }

function describeParameters(route: RouteDefinition<any, any>) {
  const { properties = {}, required = [] } = route.input as {
    properties?: Record<string, { description?: string }>
    required?: string[]
  }
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: route.path.includes(`{${name}}`) ? 'path' : 'query',
    required: required.includes(name),
    schema,
    ...((route.example.input as Record<string, unknown>)[name] === undefined
      ? {}
      : { example: (route.example.input as Record<string, unknown>)[name] }),
  }))
}

// What an agent is told of a route: as one line of a search, as a tool of its client's list, or whole.
import type { Tool } from '@modelcontextprotocol/sdk/types.js'
import { inputLines } from '../discovery/calls.ts'
import type { RouteFreshness } from '../discovery/freshness.ts'
import { eitherMeta, metaInput, metaParameter } from '../meta-detail.ts'
import { clientSchema } from './client-schema.ts'
import type { SoldTool } from './names.ts'

export interface Telling {
  /** The URL a route is at, for a caller of this host. */
  urlOf(tool: SoldTool): string
  exampleOf(tool: SoldTool): unknown
  freshnessOf(tool: SoldTool): RouteFreshness | undefined
}

export const priceOf = ({ route }: SoldTool): string => (route.price === 'free' ? '0' : route.price)

export function tellShort(tool: SoldTool, telling: Telling) {
  const { service, route } = tool
  return {
    tool: tool.name,
    summary: route.summary,
    price_usd: priceOf(tool),
    inputs: inputLines(route).map(({ name, isRequired, description }) => ({ name, required: isRequired, description })),
    example_input: route.example.input as unknown,
    service: service.title,
    state: telling.freshnessOf(tool)?.state ?? 'unknown',
  }
}

export function tellWhole(tool: SoldTool, telling: Telling) {
  const { route, service } = tool
  return {
    ...tellShort(tool, telling),
    about: service.description,
    method: route.method,
    url: telling.urlOf(tool),
    input_schema: withMeta(route.input),
    output_schema: eitherOf(route),
    example_output: telling.exampleOf(tool) ?? null,
    freshness: telling.freshnessOf(tool) ?? null,
  }
}

/** As an entry of tools/list; a call of it needs no other tool. */
export function listTool(tool: SoldTool, url: string): Tool {
  const { service, route } = tool
  const price = route.price === 'free' ? 'Free.' : `Costs $${route.price} a call, paid by x402 in the call.`
  return {
    name: tool.name,
    title: `${service.title}: ${route.path.slice(1)}`,
    description: `${route.summary.replace(/\.?$/, '.')} ${price}`,
    inputSchema: withMeta(clientSchema(route.input)) as Tool['inputSchema'],
    outputSchema: { type: 'object', anyOf: [clientSchema(eitherOf(route)), demand, refusal] },
    annotations: { readOnlyHint: true, openWorldHint: false, idempotentHint: true },
    _meta: { 'tollgate/price_usd': priceOf(tool), 'tollgate/url': url },
  }
}

// Clients check what an error says by the same schema as an answer.
const demand = { title: 'What it costs', type: 'object', required: ['x402Version', 'accepts'] }
const refusal = { title: 'Why there is no answer', type: 'object', required: ['error'] }

// An argument of the tool, whatever the route's method: over HTTP it stands in the query.
function withMeta(input: object): Record<string, unknown> {
  const { properties = {}, ...rest } = input as { properties?: object }
  return { ...rest, properties: { ...properties, [metaParameter]: metaInput } }
}

// One object for a route: what clients are shown of it is written once.
const either = new WeakMap<object, object>()
function eitherOf({ output }: SoldTool['route']): object {
  const shown = either.get(output) ?? eitherMeta(output)
  either.set(output, shown)
  return shown
}

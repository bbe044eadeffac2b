// The tools that cost nothing: find a route, read all about it, call it, see prices, health and receipts.
import type { Tool } from '@modelcontextprotocol/sdk/types.js'
import Type, { type TObject } from 'typebox'
import { clientSchema } from './client-schema.ts'

export type FreeTool = 'search_catalog' | 'describe_route' | 'call_route' | 'prices' | 'health' | 'receipts'

const closed = { additionalProperties: false }
const route = Type.String({ maxLength: 120, description: 'a tool name that search_catalog gave, such as rates_rates' })
const service = Type.Optional(Type.String({ maxLength: 40, description: 'only this service, such as rates' }))

export const freeInputs: Readonly<Record<FreeTool, TObject>> = {
  search_catalog: Type.Object(
    {
      query: Type.Optional(
        Type.String({ maxLength: 300, description: 'what to know, in a few words; without it every service is listed' }),
      ),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 30, description: 'the most results, 8 where nothing is said' })),
    },
    closed,
  ),
  describe_route: Type.Object({ route }, closed),
  call_route: Type.Object(
    { route, input: Type.Optional(Type.Object({}, { description: "the route's own inputs, by name" })) },
    closed,
  ),
  prices: Type.Object({ service }, closed),
  health: Type.Object({ service }, closed),
  receipts: Type.Object(
    { transaction: Type.String({ maxLength: 100, description: 'the transaction of a payment, as its receipt names it' }) },
    closed,
  ),
}

const told: Readonly<Record<FreeTool, readonly [title: string, description: string]>> = {
  search_catalog: [
    'Search the catalog',
    'Finds paid and free data routes by what they answer: name, price, inputs, how fresh. Free. Start here.',
  ],
  describe_route: ['Describe a route', 'All about one route: input and output schema, an example answer, its age. Free.'],
  call_route: [
    'Call a route',
    'Calls any route by its name with its inputs. Wrong inputs are refused before anything is paid. Without a payment the answer names the ' +
      'price (x402); repeat the call with the signed payment in _meta["x402/payment"]. Only an answer is charged, and once.',
  ],
  prices: ['Prices', 'What every route costs, in US dollars a call. Free.'],
  health: [
    'Health',
    'Whether the gateway, its sources and payments are well: of all services what is not, of one service all. Free.',
  ],
  receipts: ['Receipts', 'What the chain shows of a payment that was made here. Free.'],
}

export function listFreeTool(name: FreeTool): Tool {
  const [title, description] = told[name]
  return {
    name,
    title,
    description,
    inputSchema: clientSchema(freeInputs[name]) as Tool['inputSchema'],
    annotations: { readOnlyHint: true, openWorldHint: false, idempotentHint: true },
  }
}

/** On the gateway all of them; where one service is alone there is nothing to search. */
export const freeToolsAt = (isOneService: boolean): readonly FreeTool[] =>
  isOneService ? ['describe_route', 'prices', 'health'] : (Object.keys(told) as FreeTool[])

// The tools of one address: which are listed, and what a call of each does.
import { type CallToolResult, ErrorCode, type Tool } from '@modelcontextprotocol/sdk/types.js'
import { TollgateError } from '../../base/errors.ts'
import { findMeant, nearest } from '../../processors/inputs/nearest.ts'
import type { RouteDefinition, Service } from '../../processors/kit/define.ts'
import { documentOf } from '../errors.ts'
import { createInputReader } from '../inputs.ts'
import type { InnerAnswer, InnerRequest } from '../on-behalf.ts'
import { tellBriefly } from './brief-health.ts'
import { listTool, priceOf, type Telling, tellShort, tellWhole } from './describe.ts'
import { type FreeTool, freeInputs, freeToolsAt, listFreeTool } from './free-tools.ts'
import { createFilledFinder, createFinder, placeAsked, type SoldTool, toolsOf } from './names.ts'
import { paymentHeaders, toResult } from './payment.ts'
import { protocolError } from './protocol-error.ts'
import { routeRequest } from './route-request.ts'
import { createSearch } from './search.ts'

export interface Place {
  /** What can be called here. */
  readonly services: readonly Service[]
  readonly isOneService: boolean
}

export interface Call {
  /** How old rows are takes a moment to find out: only for who is told. */
  telling(): Promise<Telling>
  /** Where a service's routes begin at the host that was asked. */
  baseOf(label: string): string
  /** Whether a URL names one of our own hosts. */
  isHere(url: URL): boolean
  ask(request: InnerRequest): Promise<InnerAnswer>
}

type Meta = Readonly<Record<string, unknown>> | undefined
type Input = Readonly<Record<string, unknown>>

const usualResults = 8
const longestGuessed = 64

export function createTools({ services, isOneService }: Place) {
  const sold = toolsOf(services)
  const find = createFinder(sold)
  const findFilled = createFilledFinder(sold)
  const search = createSearch(sold)
  const free = freeToolsAt(isOneService)
  const readers = new Map(free.map((name) => [name as string, readerOf(freeInputs[name])]))

  const findRoute = (asked: string, { isHere }: Call): { tool: SoldTool; input: Input } => {
    const plain = find(asked)
    const found = plain === null ? findFilled(asked) : { tool: plain, input: {} }
    refuseForeign(asked, found?.tool ?? null, isHere)
    if (found !== null) return found as { tool: SoldTool; input: Input }
    const names = sold.map(({ name }) => name)
    const isGuessed = asked.length <= longestGuessed
    const meant = isGuessed ? findMeant(asked, names) : null
    const message = `There is no such route.${meant === null ? '' : ` Did you mean ${meant}?`}`
    throw new TollgateError('input_invalid', message, { suggestions: isGuessed ? nearest(asked, names) : [] })
  }
  const expectService = (label: string): string => {
    const labels = services.map((service) => service.label)
    if (labels.includes(label)) return label
    const suggestions = label.length <= longestGuessed ? nearest(label, labels) : []
    const near = suggestions.length === 0 ? '' : ` Near it are ${suggestions.join(', ')}.`
    throw new TollgateError('input_invalid', `There is no such service.${near}`, { suggestions })
  }
  const callRoute = async ({ service, route }: SoldTool, input: Input, meta: Meta, call: Call) => {
    const request = routeRequest(route, call.baseOf(service.label), input)
    return toResult(await call.ask({ ...request, headers: { ...request.headers, ...paymentHeaders(meta) } }), meta)
  }

  const freely: Readonly<Record<FreeTool, (input: any, meta: Meta, call: Call) => object | Promise<object>>> = {
    async search_catalog({ query = '', limit = usualResults }, _meta, call) {
      if (query.trim() === '')
        return { services: services.map(listService), next: 'search again with a few words of what to know' }
      const found = search(query)
      const telling = await call.telling()
      return {
        results: found.slice(0, limit).map((tool) => tellShort(tool, telling)),
        found: found.length,
        next: 'call a tool by its name, or by call_route; describe_route shows the answer first',
      }
    },
    async describe_route({ route }, _meta, call) {
      const { tool } = findRoute(route, call)
      return tellWhole(tool, await call.telling())
    },
    call_route({ route, input = {} }, meta, call) {
      const found = findRoute(route, call)
      return callRoute(found.tool, { ...found.input, ...input }, meta, call)
    },
    prices({ service }) {
      const label = service === undefined ? null : expectService(service)
      const listed = sold.filter((tool) => label === null || tool.service.label === label)
      return { currency: 'USD', prices: listed.map((tool) => ({ tool: tool.name, price_usd: priceOf(tool) })) }
    },
    async health({ service }, _meta, call) {
      const base = isOneService
        ? call.baseOf(services[0]!.label)
        : service === undefined
          ? ''
          : call.baseOf(expectService(service))
      const answer = await call.ask({ method: 'GET', path: `${base}/health` })
      const isOfAll = !isOneService && service === undefined
      return toResult(isOfAll ? { ...answer, text: tellBriefly(answer.text) } : answer)
    },
    async receipts({ transaction }, _meta, call) {
      return toResult(await call.ask({ method: 'GET', path: `/receipts/${encodeURIComponent(transaction)}` }))
    },
  }

  return {
    expectService,
    /** The free ones, and those of the services named. */
    list(labels: readonly string[], urlOf: Telling['urlOf']): Tool[] {
      const named = new Set(labels)
      return [
        ...free.map(listFreeTool),
        ...sold.filter(({ service }) => named.has(service.label)).map((tool) => listTool(tool, urlOf(tool))),
      ]
    },
    /** A route's own tool can be called whether or not it was listed. */
    async call(name: string, given: Input, meta: Meta, call: Call): Promise<CallToolResult> {
      try {
        const read = readers.get(name)
        if (read !== undefined) return asResult(await freely[name as FreeTool](read(given), meta, call))
        const tool = find(name)
        if (tool === null)
          throw protocolError(ErrorCode.InvalidParams, unknownTool(name, [...free, ...sold.map((one) => one.name)]))
        return await callRoute(tool, given, meta, call)
      } catch (error) {
        const document = documentOf(toRefusal(error))
        return { isError: true, content: [{ type: 'text', text: JSON.stringify(document) }], structuredContent: { ...document } }
      }
    },
  }
}

export type Tools = ReturnType<typeof createTools>

function toRefusal(error: unknown): TollgateError {
  if (error instanceof TollgateError) return error
  // Thousands of lists within lists cannot even be written down again.
  if (error instanceof RangeError)
    return new TollgateError('input_invalid', 'The arguments are nested too deeply.', { cause: error })
  throw error
}

const listService = ({ label, title, description, routes }: Service) => ({
  service: label,
  title,
  description,
  tools: toolsOf([{ label, routes } as unknown as Service]).map((tool) => ({ tool: tool.name, price_usd: priceOf(tool) })),
})

// Nothing is asked of another's host, and what it sells is not taken for what is sold here.
function refuseForeign(asked: string, tool: SoldTool | null, isHere: Call['isHere']): void {
  const place = placeAsked(asked)
  if (!URL.canParse(place)) return
  const url = new URL(place)
  if (!url.protocol.startsWith('http') || isHere(url)) return
  const next = tool === null ? 'search_catalog finds the routes there are' : `the route of that name here is ${tool.name}`
  const host = JSON.stringify(url.host.slice(0, longestGuessed))
  throw new TollgateError('input_invalid', `${host} is no host of this gateway, and only its own routes are called; ${next}.`, {
    suggestions: tool === null ? [] : [tool.name],
  })
}

function unknownTool(name: string, names: readonly string[]): string {
  const meant = name.length <= longestGuessed ? findMeant(name, names) : null
  return `There is no such tool; search_catalog finds those there are.${meant === null ? '' : ` Did you mean ${meant}?`}`
}

function asResult(said: object): CallToolResult {
  if ('content' in said && Array.isArray(said.content)) return said as CallToolResult
  return { content: [{ type: 'text', text: JSON.stringify(said) }], structuredContent: { ...said } }
}

// Every problem at once, with what was meant: as of a route's body.
function readerOf(input: (typeof freeInputs)[FreeTool]): (given: Input) => Record<string, unknown> {
  const read = createInputReader({ input, method: 'POST', path: '/' } as unknown as RouteDefinition<any, any>)
  return (given) => read({ query: {}, params: {}, body: { ...given, ...unquoted(given) } } as never, new Date())
}

// Models write an object in an object as text, however its schema reads.
function unquoted({ input }: Input): { readonly input?: object } {
  if (typeof input !== 'string' || !input.trimStart().startsWith('{')) return {}
  try {
    return { input: JSON.parse(input) as object }
  } catch {
    return {} // left as it is, for the reader to refuse
  }
}

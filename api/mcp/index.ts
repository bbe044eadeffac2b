// POST /mcp on the gateway and for every service: the Model Context Protocol over HTTP, one message a request and nothing kept between them.
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import { CallToolRequestSchema, ErrorCode, ListToolsRequestSchema, McpError } from '@modelcontextprotocol/sdk/types.js'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv-provider.js'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { World } from '../../app/config/index.ts'
import type { Clock } from '../../base/clock.ts'
import { TollgateError } from '../../base/errors.ts'
import type { RouteDefinition, Service } from '../../processors/kit/define.ts'
import { callerOf } from '../callers.ts'
import type { createFreshness, FreshnessByRoute } from '../discovery/freshness.ts'
import { worldNote } from '../discovery/text.ts'
import { documentOf, toTollgateError } from '../errors.ts'
import type { Hosts } from '../hosts.ts'
import { askOnBehalf, localAddressOf } from '../on-behalf.ts'
import { isOnOwnHost, originOf } from '../origin.ts'
import type { RateLimit } from '../payment/config.ts'
import { createRateLimiter } from '../payment/rate-limit.ts'
import type { Telling } from './describe.ts'
import { faultOf } from './messages.ts'
import { isWelcome } from './origin.ts'
import { protocolError } from './protocol-error.ts'
import { type Call, createTools, type Tools } from './tools.ts'

export interface McpDependencies {
  readonly services: readonly Service[]
  readonly world: World
  readonly hosts: Pick<Hosts, 'originOf'>
  readonly clock: Clock
  readonly perIp: RateLimit
  readonly freshness: ReturnType<typeof createFreshness>
  exampleOf(route: RouteDefinition<any, any>): unknown
}

const instructions =
  'Tollgate sells data by the call. search_catalog finds routes; call one by its tool name or by call_route. A call without payment answers ' +
  'with an error that names the price (x402): sign one of its "accepts" and repeat the same call with the payment in _meta["x402/payment"]. ' +
  'Only an answer is charged, once, and its receipt is in _meta["x402/payment-response"]. After a lost answer repeat the same call with the ' +
  'same payment; do not sign another. Every route takes meta: "brief" for an answer without long lists in its meta.'

const refused = -32_000
// More tools than that are no help to an agent, and a long list costs everybody else.
const mostListed = 12
const browserHeaders = { 'access-control-allow-origin': '*', 'access-control-expose-headers': 'Retry-After', vary: 'Origin' }
const preflightHeaders = {
  ...browserHeaders,
  'access-control-allow-methods': 'POST',
  'access-control-allow-headers': 'Content-Type, Accept, MCP-Protocol-Version, MCP-Session-Id, Last-Event-ID',
  'access-control-max-age': '86400',
}
// Compiling schemas is the clients' part; one that is never asked to is enough for all.
const jsonSchemaValidator = new AjvJsonSchemaValidator()

export function registerMcp(app: FastifyInstance, deps: McpDependencies): void {
  const limiter = createRateLimiter(deps.perIp, deps.clock)
  const serve = (url: string, services: readonly Service[], label: string | null) => {
    const tools = createTools({ services, isOneService: label !== null })
    app.options(url, (_request, reply) => reply.code(204).headers(preflightHeaders).send())
    app.post<{ Querystring: Readonly<Record<string, unknown>> }>(url, {
      onRequest: async (request, reply) => {
        reply.headers(browserHeaders)
        if (!isWelcome(request.headers.origin, originOf(request)))
          return sendProblem(reply, 403, refused, 'Pages of other machines may not speak to a gateway on this one.')
        const wait = limiter.take(callerOf(request))
        if (wait === null) return
        reply.header('retry-after', String(wait))
        return sendProblem(reply, 429, refused, `Too many requests from this address; wait ${wait} s.`)
      },
      errorHandler: (thrown, request, reply) => {
        const error = toTollgateError(thrown, request.routeOptions.bodyLimit)
        const { status, code } = problemOf(thrown, error)
        if (status === 500) request.log.error({ err: thrown }, 'an MCP message failed')
        return sendProblem(reply, status, code, documentOf(error).error.message)
      },
      handler: async (request, reply) => {
        // Batches left the protocol in 2025; who sends one message at a time is limited by the time it takes.
        if (Array.isArray(request.body))
          return sendProblem(reply, 400, ErrorCode.InvalidRequest, 'Send one message a request: batches are not taken.')
        const fault = faultOf(request.body)
        if (fault !== null) return sendProblem(reply, fault.status, fault.code, fault.message, fault.id)
        const labels = label === null ? labelsOf(request.query.services).map(tools.expectService) : [label]
        return answerMessage(app, { request, reply }, { tools, labels, deps })
      },
    })
  }
  serve('/mcp', deps.services, null)
  for (const service of deps.services) serve(`/api/${service.label}/mcp`, [service], service.label)
}

interface Context {
  readonly tools: Tools
  readonly labels: readonly string[]
  readonly deps: McpDependencies
}

async function answerMessage(
  app: FastifyInstance,
  outer: { request: FastifyRequest; reply: FastifyReply },
  { tools, labels, deps }: Context,
) {
  const { request, reply } = outer
  const note = worldNote(deps.world)
  const server = new Server(
    { name: 'tollgate', title: 'Tollgate', version: '1.0.0' },
    { capabilities: { tools: {} }, instructions: note === null ? instructions : `${note} ${instructions}`, jsonSchemaValidator },
  )
  const baseOf = (label: string) => (isOnOwnHost(request) ? '' : `/api/${label}`)
  const urlOf: Telling['urlOf'] = ({ service, route }) => `${originOf(request)}${baseOf(service.label)}${route.path}`
  const call: Call = {
    async telling() {
      // Without the database it is still known what is sold.
      const ages: FreshnessByRoute = await deps.freshness().catch(() => new Map())
      return { urlOf, exampleOf: ({ route }) => deps.exampleOf(route), freshnessOf: ({ route }) => ages.get(route) }
    },
    baseOf,
    isHere: ({ host, protocol }) =>
      deps.hosts.originOf({ host, protocol: protocol.slice(0, -1), localAddress: localAddressOf(request) }) !== null,
    ask: (inner) => askOnBehalf(app, outer, inner),
  }
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: tools.list(labels, urlOf) }))
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) =>
    tools.call(params.name, params.arguments ?? {}, params._meta, call).catch((error: unknown) => {
      if (error instanceof McpError) throw error
      if (!reply.raw.destroyed) request.log.error({ err: error }, 'an MCP call failed')
      throw protocolError(
        ErrorCode.InternalError,
        'Something failed on our side; repeat the same call, with the same payment if it had one.',
      )
    }),
  )
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  const asked = new Request(originOf(request), { method: 'POST', headers: headersOf(request) })
  const answer = await transport.handleRequest(asked, { parsedBody: request.body }).finally(() => server.close())
  reply.code(answer.status).header('cache-control', 'no-store')
  const type = answer.headers.get('content-type')
  if (type !== null) reply.type(type)
  return reply.send(await answer.text())
}

// Answers are JSON whatever else a client would take: what it says of that need not be judged.
function headersOf({ headers }: FastifyRequest): Record<string, string> {
  const version = headers['mcp-protocol-version']
  return {
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
    ...(typeof version === 'string' ? { 'mcp-protocol-version': version } : {}),
  }
}

function labelsOf(asked: unknown): string[] {
  if (asked === undefined) return []
  if (typeof asked !== 'string') throw new TollgateError('input_invalid', 'services is given once, its names parted by commas.')
  const labels = asked.split(',').filter((label) => label !== '')
  if (labels.length <= mostListed) return labels
  throw new TollgateError(
    'input_invalid',
    `At most ${mostListed} services are listed at once; the others can be called all the same.`,
  )
}

function problemOf(thrown: unknown, { code }: TollgateError): { readonly status: number; readonly code: number } {
  if (code === 'busy') return { status: 429, code: refused }
  if (code === 'body_too_large') return { status: 413, code: ErrorCode.InvalidRequest }
  if (code === 'body_unreadable') return { status: 415, code: ErrorCode.InvalidRequest }
  if (code !== 'input_invalid') return { status: 500, code: ErrorCode.InternalError }
  return { status: 400, code: thrown instanceof TollgateError ? ErrorCode.InvalidParams : ErrorCode.ParseError }
}

function sendProblem(
  reply: FastifyReply,
  status: number,
  code: number,
  message: string,
  id: string | number | null = null,
): FastifyReply {
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/json')
    .send(JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id }))
}

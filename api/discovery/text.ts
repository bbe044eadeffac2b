// What agents read: llms.txt, the list of what there is, and SKILL.md, the manual of how it is called and paid for.
import type { World } from '../../app/config/index.ts'
import type { RouteDefinition, Service } from '../../processors/kit/define.ts'
import { streamOffers, streamUrl } from '../stream/offer.ts'
import { type BaseOf, exampleCall, exampleUrl, inputLines, priceText } from './calls.ts'
import { streamLine, streamManual } from './stream.ts'

export interface TextOptions {
  readonly title: string
  readonly description: string
  readonly origin: string
  readonly world: World
  readonly services: readonly Service[]
  readonly baseOf: BaseOf
  /** Where openapi.json and the other documents of this host lie. */
  readonly documentsAt: string
}

export interface ManualOptions extends TextOptions {
  /** What a route answered once, of samples. */
  exampleOf(route: RouteDefinition<any, any>): unknown
}

/** What a reader must know of this world before anything else; null where answers and payments are real. */
export function worldNote(world: World): string | null {
  const worth = 'payments are in a test token, and both are worth nothing.'
  if (world === 'demo') return `This is a demo world: answers are made of sample data, ${worth}`
  return world === 'recorded'
    ? `This is a recorded world: answers are made of what upstreams sent at another time, ${worth}`
    : null
}

const noteLines = (world: World): string[] => [worldNote(world)].filter((note) => note !== null)

/** Short enough to be read whole: the gateway's names its services, each of whose own names its routes. */
export function writeLlms(o: TextOptions): string {
  return [
    `# ${o.title}`,
    '',
    `> ${o.description}`,
    '',
    ...noteLines(o.world).flatMap((note) => [note, '']),
    'Call a route without payment: the 402 says what it costs and in what (x402 versions 1 and 2). Repeat the call with the signed payment. ' +
      'Only a 200 is charged. No key, no account. `meta=brief` makes any answer shorter.',
    '',
    `- [MCP](${o.documentsAt}/mcp): search, price and pay in the call; streamable HTTP`,
    `- [OpenAPI](${o.documentsAt}/openapi.json): every route with its inputs, answer schema, price and an example`,
    `- [Manual](${o.documentsAt}/SKILL.md): how to call, pay and retry`,
    `- [TypeScript client](${o.documentsAt}/client.ts): every route typed, one file without a dependency`,
    `- [x402 manifest](${o.documentsAt}/.well-known/x402): what is sold, payable in what`,
    `- [Catalog](${o.origin}/catalog.json): all routes of the gateway with their prices`,
    ...streamLine(o.services, o.documentsAt),
    ...(o.services.length > 1 ? listServices(o.services) : o.services.flatMap((service) => listRoutes(service, o))),
    '',
  ].join('\n')
}

function listServices(services: readonly Service[]): string[] {
  const links = services.map(({ label }) => `[${label}](/api/${label}/llms.txt)`)
  return ['', '## Services', '', 'The routes of each, with what they need and cost:', links.join(', ')]
}

function listRoutes(service: Service, o: TextOptions): string[] {
  return [
    '',
    '## Routes',
    '',
    ...service.routes.map((route) => {
      const required = inputLines(route).filter(({ isRequired }) => isRequired)
      const needs = required.length === 0 ? '' : ` Needs ${required.map(({ name }) => name).join(', ')}.`
      return `- [${route.method} ${route.path}](${exampleUrl(o.baseOf(service.label), route)}): ${sentence(route.summary)} ${priceText(route)} a call.${needs}`
    }),
  ]
}

/** Of one service all there is to know; the gateway's is how every service is called, and leads to the manual of each. */
export function writeSkill(o: ManualOptions, name: string): string {
  return [
    '---',
    `name: ${name}`,
    `description: ${JSON.stringify(o.description)}`,
    '---',
    '',
    `# ${o.title}`,
    '',
    o.description,
    ...noteLines(o.world).flatMap((note) => ['', note]),
    '',
    '## Paying',
    '',
    '1. Call the route with every required input and no payment. The answer is 402 with the price: base64 JSON in the header',
    '   `PAYMENT-REQUIRED` (x402 version 2), `accepts` in the body (version 1).',
    '2. Sign the payment with any x402 client and repeat the same request with `PAYMENT-SIGNATURE` (version 2) or `X-PAYMENT` (version 1).',
    '3. A 200 carries the answer, and the receipt in `PAYMENT-RESPONSE`. Nothing else is ever charged.',
    '4. Where no answer came (a lost connection, a 503 after paying), repeat the same request with the same payment; do not sign another: it',
    '   is charged at most once. What was paid stands on the chain for all to read, so an answer that has arrived is sent again only to its',
    '   payer: put a `payment-identifier` of at least 128 random bits into the payment (`extensions["payment-identifier"].info.id` of version 2,',
    '   as the 402 describes it), keep it beside the payment, and repeat both; or send a fresh `SIGN-IN-WITH-X` proof of the paying wallet.',
    '',
    ...mcpManual(o),
    '## Answers',
    '',
    'JSON, `signal` first: `label`, `score` within `score_range`, `confidence` from 0 to 1, `as_of`, and a `summary` of one sentence;',
    '`same_without` names inputs you asked for that cut the sections and not this verdict, which is then of all.',
    'Then the figures behind it, units in their names. `meta` comes last: age, `stale`, sources with their licences, what is missing, and',
    `\`provenance.row\`, by which \`${o.documentsAt}/provenance/{row}\` says what the answer was computed from.`,
    'Every route takes `meta=brief` in its query: `meta` is then `as_of`, `stale`, `age_seconds`, `world`, `provenance.row`, the two counts of',
    '`coverage` and any `disclaimer`; the rest and the price are the same. A payment is for one of the two: repeat it with the same `meta`.',
    '',
    '## Errors',
    '',
    '| Status | Meaning | What to do |',
    '| --- | --- | --- |',
    '| 400 | An input is missing, malformed, unknown, empty or given twice | Mend all that `error.message` names |',
    '| 402 | Not paid, or the payment is refused | `error` and `message` say why; sign again |',
    '| 404, 405 | No such route, or another method | See `/catalog.json` |',
    '| 422 | An input is understood but unusable | Ask for another one |',
    '| 429 | Too many requests | Wait for `Retry-After` |',
    '| 503 | Nothing fresh enough to sell, its source is down, or payments cannot be settled | Repeat the same request after `Retry-After`, with the same payment if you sent one |',
    '',
    'Every error is `{"error": {"code", "message", "retry_after"?, "suggestions"?}}`.',
    ...refusalsOfTheirOwn(o.services),
    ...(o.services.length > 1
      ? indexServices(o)
      : [...streamManual(o.services, o.documentsAt), ...o.services.flatMap((service) => describeService(service, o))]),
    '',
  ].join('\n')
}

// A service that reads its query by the rows there are refuses it with a document of its own.
function refusalsOfTheirOwn(services: readonly Service[]): string[] {
  const labels = services
    .filter(({ routes }) => routes.some(({ readAmong }) => readAmong !== undefined))
    .map(({ label }) => label)
  return labels.length === 0
    ? []
    : [`Inputs that \`${labels.join('`, `')}\` cannot use are 422 \`{"detail": [{"loc", "msg"}]}\`.`]
}

function mcpManual({ documentsAt, services }: TextOptions): string[] {
  const tools =
    services.length > 1
      ? [
          '`search_catalog`, `describe_route`, `prices`, `health` and `receipts` are free, `call_route` calls any route;',
          '`?services=rates,cot` lists the tools of those services as well.',
        ]
      : ['`describe_route`, `prices` and `health` are free, and every route is a tool.']
  return [
    '## Over MCP',
    '',
    `\`${documentsAt}/mcp\` speaks the Model Context Protocol (streamable HTTP, no session).`,
    ...tools,
    'An unpaid call is an error whose `structuredContent` has `accepts`: repeat the call with the payment in `_meta["x402/payment"]`.',
    'The receipt is in `_meta["x402/payment-response"]`. A payment is one and the same over HTTP and MCP: it is charged once.',
    '',
  ]
}

/** What each is about and costs: enough to choose whose manual to read. */
function indexServices({ services, documentsAt }: ManualOptions): string[] {
  const about = ({ label, title, routes }: Service) => `- ${label}: ${title}, ${pricesText(routes)}`
  return [
    '',
    '## Services',
    '',
    `Read \`${documentsAt}/api/{label}/SKILL.md\` before you call a service: its routes, inputs, an example call and answer of each.`,
    ...streamHint(services, documentsAt),
    '',
    ...services.map(about),
  ]
}

const streamHint = (services: readonly Service[], base: string): string[] =>
  streamOffers(services).length === 0
    ? []
    : [`\`${streamUrl(base)}\` pushes what changes, of all of them: their manuals say how.`]

function pricesText(routes: Service['routes']): string {
  const prices = [...new Set(routes.map(({ price }) => (price === 'free' ? 0 : Number(price))))].sort((a, b) => a - b)
  const [least, most] = [prices[0]!, prices.at(-1)!]
  const text = (price: number) => (price === 0 ? 'free' : `$${price}`)
  return least === most ? text(least) : `${text(least)} to ${text(most)}`
}

function describeService(service: Service, o: ManualOptions): string[] {
  return [
    '',
    `## ${service.title}`,
    '',
    service.description,
    ...service.routes.flatMap((route) => describeRoute(service, route, o)),
  ]
}

function describeRoute(service: Service, route: RouteDefinition<any, any>, o: ManualOptions): string[] {
  const inputs = inputLines(route)
  return [
    '',
    `### ${route.method} ${route.path}, ${priceText(route)}`,
    '',
    sentence(route.summary),
    ...(inputs.length === 0 ? ['', 'No inputs.'] : ['', ...inputs.map(describeInput)]),
    '',
    '```',
    exampleCall(o.baseOf(service.label), route),
    '```',
    ...describeExample(o.exampleOf(route)),
  ]
}

const mostOfExample = 1_500

function describeExample(example: unknown): string[] {
  if (example === undefined) return []
  const text = JSON.stringify(example)
  const shown = text.length <= mostOfExample ? text : `${text.slice(0, mostOfExample)} … (whole in openapi.json)`
  return ['', 'An answer, made of samples:', '', '```json', shown, '```']
}

const describeInput = ({ name, isRequired, description }: ReturnType<typeof inputLines>[number]): string =>
  `- \`${name}\`${isRequired ? ' (required)' : ''}: ${description}`

const sentence = (text: string): string => (text.endsWith('.') ? text : `${text}.`)

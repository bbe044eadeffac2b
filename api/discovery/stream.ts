// What the documents say of GET /stream: an operation of OpenAPI, an entry of the catalog, and words for agents.
import type { Service } from '../../processors/kit/define.ts'
import { type StreamOffer, streamOffers, streamUrl, updatesPerPayment } from '../stream/offer.ts'
import { clientMessage, serverMessages } from '../stream/protocol.ts'

/** Null where nothing can be heard: then no document speaks of it. */
export function streamOperation(services: readonly Service[], base: string): object | null {
  const subjects = streamOffers(services)
  if (subjects.length === 0) return null
  return {
    operationId: `${services.length === 1 ? services[0]!.label : 'gateway'}_stream`,
    summary: 'A WebSocket that tells that rows changed, as they change; free, what they say is paid for on it',
    tags: ['stream'],
    security: [],
    parameters: [
      {
        name: 'last_event',
        in: 'query',
        required: false,
        description: 'the last update that arrived before: what came after it is sent first',
        schema: { type: 'integer', minimum: 1 },
      },
    ],
    responses: {
      101: { description: 'The connection is a WebSocket from here on' },
      400: { description: 'last_event is not the number of an update' },
      426: { description: 'Not asked as a WebSocket; nothing was charged' },
      429: { description: 'Enough streams are open from this address' },
    },
    'x-stream': {
      url: streamUrl(base),
      subjects,
      example: { subscribe: [subjects[0]!.subject] },
      send: clientMessage,
      receive: Object.values(serverMessages),
    },
  }
}

export function streamCatalog(services: readonly Service[], base: string): object | null {
  const subjects = streamOffers(services)
  return subjects.length === 0 ? null : { url: streamUrl(base), subjects }
}

export function streamLine(services: readonly Service[], base: string): string[] {
  const subjects = streamOffers(services)
  if (subjects.length === 0) return []
  return [
    `- [Stream](${streamUrl(base)}): a WebSocket that pushes changes; send \`{"subscribe": ["${subjects[0]!.subject}"]}\`, the manual says more`,
  ]
}

export function streamManual(services: readonly Service[], base: string): string[] {
  const subjects = streamOffers(services)
  if (subjects.length === 0) return []
  const name = subjects[0]!.subject
  return [
    '',
    '## Stream',
    '',
    `Connect a WebSocket to \`${streamUrl(base)}\` and send JSON texts:`,
    '',
    `- \`{"subscribe": ["${name}"]}\`: from then on a message per changed row, free: \`{"type": "update", "event", "route", "key", "as_of"}\`.`,
    '  A name alone is every row of the route, and of full bodies each row that changes uses an update; with inputs as in its URL',
    '  (`name?input=value`; `name?` for none) it is the one row they name.',
    '- `{"unsubscribe": […]}` ends it.',
    `- \`{"subscribe": ["${name}"], "full": true}\` asks for full bodies: the answer has their price as a 402 does. The same with \`"payment"\` (the x402 payload)`,
    `  buys the next ${updatesPerPayment} updates of that one name, each with \`body\` and \`updates_left\`; a payment is charged once, however often it is sent.`,
    '  On another connection it goes on with what is left where it carries the `payment-identifier` of the first time; lost bodies are sent again.',
    '- `"last_event"` in a subscription: what changed after that update is sent first.',
    '',
    ...subjects.map((subject) => `- ${describe(subject)}`),
  ]
}

const describe = ({ subject, updates, price_usd }: StreamOffer): string =>
  price_usd === '0' ? `\`${subject}\`: free` : `\`${subject}\`: $${price_usd} for ${updates} full updates`

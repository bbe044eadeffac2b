// x402 over MCP: the payment in a call's _meta, the price in an error with structured content, the receipt in the result's _meta.
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import type { InnerAnswer } from '../on-behalf.ts'

export const paymentKey = 'x402/payment'
const receiptKey = 'x402/payment-response'
// Where older clients look.
const errorKey = 'x402/error'
// As x402-mcp writes them, whose payments are of the legacy dialect and already encoded.
const dotted = { payment: 'x402.payment', receipt: 'x402.payment-response' } as const

type Meta = Readonly<Record<string, unknown>> | undefined

/** The header that says the same over HTTP. A payment of any other kind is sent on as it is, for the gate to refuse in its words. */
export function paymentHeaders(meta: Meta): Record<string, string> {
  const payment = meta?.[paymentKey] ?? meta?.[dotted.payment]
  if (payment === undefined || payment === null) return {}
  const encoded = typeof payment === 'string' ? payment : Buffer.from(JSON.stringify(payment)).toString('base64')
  const isCurrent = (payment as { x402Version?: unknown }).x402Version === 2
  return { [isCurrent ? 'payment-signature' : 'x-payment']: encoded }
}

/** What HTTP answered, as the result of a tool. */
export function toResult(answer: InnerAnswer, asked?: Meta): CallToolResult {
  const receipt = readHeader(answer, 'payment-response')
  const meta =
    receipt === null
      ? {}
      : { [receiptKey]: receipt, ...(asked?.[dotted.payment] === undefined ? {} : { [dotted.receipt]: receipt }) }
  if (answer.status === 402) return demand(answer, meta)
  const structuredContent = parse(answer.text)
  return {
    content: [{ type: 'text', text: answer.text }],
    ...(structuredContent === null ? {} : { structuredContent }),
    ...(answer.status === 200 ? {} : { isError: true }),
    _meta: meta,
  }
}

function demand(answer: InnerAnswer, meta: Record<string, unknown>): CallToolResult {
  const legacy = parse(answer.text)
  const required = readHeader(answer, 'payment-required') ?? legacy ?? {}
  const refused = meta[receiptKey] === undefined ? required : { ...required, [receiptKey]: meta[receiptKey] }
  const price = legacy?.price === undefined ? '' : ` It costs ${legacy.price}.`
  const why = typeof legacy?.message === 'string' ? ` ${legacy.message}` : ''
  const message = `${required.error}.${why} Sign one of data.accepts and repeat the same call with it in _meta["${paymentKey}"].${price}`
  return {
    isError: true,
    structuredContent: refused,
    content: [
      { type: 'text', text: JSON.stringify({ [errorKey]: { code: 402, message, data: refused } }) },
      ...(legacy === null ? [] : [{ type: 'text' as const, text: JSON.stringify(inOldWords(legacy)) }]),
    ],
    _meta: { ...meta, [errorKey]: legacy },
  }
}

/** For models whose client signs the legacy dialect: what they are to hand to it. */
const inOldWords = ({ accepts }: Record<string, unknown>) => ({
  x402Version: 1,
  error: `_meta.${dotted.payment} is required by clients of the legacy dialect`,
  accepts,
})

function readHeader({ headers }: InnerAnswer, name: string): Record<string, unknown> | null {
  const header = headers[name]
  return typeof header === 'string' ? parse(Buffer.from(header, 'base64').toString('utf8')) : null
}

function parse(text: string): Record<string, unknown> | null {
  try {
    const document: unknown = JSON.parse(text)
    return typeof document === 'object' && document !== null && !Array.isArray(document)
      ? (document as Record<string, unknown>)
      : null
  } catch {
    return null // what is no JSON is told as text alone
  }
}

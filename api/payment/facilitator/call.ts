// One request to a facilitator, within a time and a size. Straight from undici's dispatcher: a paid call waits for two of them, and
// a stream and an abort signal cost as much again as the request itself.
import type { Dispatcher } from 'undici'
import { certificateCodes } from '../../../base/certificate.ts'
import { noWayOut } from '../../../base/way-out.ts'

export type Call =
  | { readonly kind: 'answered'; readonly body: unknown }
  /** `isTooMany`: of whoever asked now, for a while. */
  | { readonly kind: 'not-sent'; readonly reason?: string; readonly isTooMany?: true }
  | { readonly kind: 'lost'; readonly reason?: string }

export type CallWish = {
  readonly origin: string
  readonly path: string
  /** Null asks, anything else is posted as JSON. */
  readonly body: unknown
  readonly timeoutMs: number
  readonly headers: Readonly<Record<string, string>>
}

const answerLimitBytes = 262_144
const neverConnected = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  noWayOut,
])
// Nothing is sent before the certificate is taken, and what breaks off before that is told in these words alone. What stood already,
// and broke while it was written to or read from, may have told all.
const brokeOffBefore = 'before secure TLS connection was established'
const wasNotSent = ({ code = '', syscall, message }: NodeJS.ErrnoException): boolean =>
  certificateCodes.test(code) ||
  message.includes(brokeOffBefore) ||
  (neverConnected.has(code) && syscall !== 'read' && syscall !== 'write')
const tooMuch = new Error('A facilitator took too long, or answered at too great a length.')

export function callFacilitator(dispatcher: Dispatcher, { origin, path, body, timeoutMs, headers }: CallWish): Promise<Call> {
  return new Promise((resolve) => {
    let controller: Dispatcher.DispatchController | null = null
    let isOver = false
    let status = 0
    let length = 0
    const parts: Buffer[] = []
    const end = (call: Call) => {
      clearTimeout(timer)
      isOver = true
      resolve(call)
    }
    const cutOff = () => {
      end({ kind: 'lost' })
      controller?.abort(tooMuch)
    }
    const timer = setTimeout(cutOff, timeoutMs)
    const common = { origin, path, headers: { accept: 'application/json', 'content-type': 'application/json', ...headers } }
    const request = body === null ? { method: 'GET' as const } : { method: 'POST' as const, body: JSON.stringify(body) }
    dispatcher.dispatch(
      { ...common, ...request },
      {
        onRequestStart(started) {
          // What waited for a connection until its time was over must not be sent after all.
          if (isOver) started.abort(tooMuch)
          else controller = started
        },
        onResponseStart(_controller, statusCode) {
          status = statusCode
        },
        onResponseData(_controller, chunk) {
          parts.push(chunk)
          length += chunk.length
          if (length > answerLimitBytes && !isOver) cutOff()
        },
        onResponseEnd() {
          if (!isOver) end(readCall(status, Buffer.concat(parts).toString('utf8')))
        },
        onResponseError(_controller, error) {
          const fault = error as NodeJS.ErrnoException
          if (!isOver) end({ kind: wasNotSent(fault) ? 'not-sent' : 'lost', reason: fault.message })
        },
      },
    )
  })
}

// A refusal may come with any status as long as it is x402's JSON; an error page is an outage.
function readCall(status: number, text: string): Call {
  const body = parse(text)
  if (looksLikeAnswer(body)) return { kind: 'answered', body }
  const reason = `HTTP ${status}`
  // Turned away at the door, its own or a proxy's, for want of a key or a right one, or for asking too often: it has not seen the payment.
  if (status === 401 || status === 403 || status === 407) return { kind: 'not-sent', reason }
  if (status === 429) return { kind: 'not-sent', reason, isTooMany: true }
  return status >= 500 ? { kind: 'lost', reason } : { kind: 'answered', body }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null // read as "not an x402 answer" by every caller
  }
}

function looksLikeAnswer(document: unknown): boolean {
  return typeof document === 'object' && document !== null && ('isValid' in document || 'success' in document)
}

// Any x402 facilitator over HTTP, with time limits, one retry where nothing was sent, and a breaker for outages.
import { Agent, request } from 'undici'
import type { Clock } from '../../clock.ts'
import { TollgateError } from '../../errors.ts'
import { createBreaker } from './breaker.ts'
import { type Facilitator, facilitatorRequest, readSettlement, readSupported, readVerification } from './facilitator.ts'

export type HttpFacilitatorOptions = {
  readonly url: string
  readonly clock: Clock
  readonly headers?: Readonly<Record<string, string>>
  readonly verifyTimeoutMs?: number
  readonly settleTimeoutMs?: number
  readonly breaker?: { readonly failures: number; readonly restSeconds: number }
}

type Call = { readonly kind: 'answered'; readonly body: unknown } | { readonly kind: 'not-sent' } | { readonly kind: 'lost' }

const answerLimitBytes = 262_144
const neverConnected = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'UND_ERR_CONNECT_TIMEOUT'])
const retryAfterSeconds = 5

export function createHttpFacilitator(options: HttpFacilitatorOptions): Facilitator {
  const base = options.url.replace(/\/+$/, '')
  const agent = new Agent({ connections: 64, pipelining: 1, connect: { timeout: 3_000 } })
  const breaker = createBreaker({ ...(options.breaker ?? { failures: 5, restSeconds: 10 }), clock: options.clock })
  const call = async (path: string, body: unknown, timeoutMs: number): Promise<Call> => {
    let outcome = await once(agent, base + path, body, timeoutMs, options.headers)
    if (outcome.kind === 'not-sent') outcome = await once(agent, base + path, body, timeoutMs, options.headers)
    if (outcome.kind === 'answered') breaker.succeeded()
    else breaker.failed()
    return outcome
  }
  return {
    async supported() {
      const outcome = await call('/supported', null, options.verifyTimeoutMs ?? 5_000)
      const supported = outcome.kind === 'answered' ? readSupported(outcome.body) : null
      if (supported === null) {
        throw new TollgateError('upstream_unavailable', `The facilitator ${base} does not say what it supports.`, {
          retryable: true,
        })
      }
      return supported
    },
    async verify(payment) {
      const wait = breaker.blockedSeconds()
      if (wait !== null) return { kind: 'unavailable', retryAfterSeconds: wait }
      const outcome = await call('/verify', facilitatorRequest(payment), options.verifyTimeoutMs ?? 5_000)
      if (outcome.kind !== 'answered') return { kind: 'unavailable', retryAfterSeconds }
      return readVerification(outcome.body, payment)
    },
    async settle(payment) {
      const wait = breaker.blockedSeconds()
      if (wait !== null) return { kind: 'unavailable', retryAfterSeconds: wait }
      const outcome = await call('/settle', facilitatorRequest(payment), options.settleTimeoutMs ?? 30_000)
      if (outcome.kind === 'not-sent') return { kind: 'unavailable', retryAfterSeconds }
      if (outcome.kind === 'lost') return { kind: 'unknown', transaction: null }
      return readSettlement(outcome.body, payment)
    },
    close: () => agent.destroy(),
  }
}

async function once(agent: Agent, url: string, body: unknown, timeoutMs: number, extra = {}): Promise<Call> {
  try {
    const response = await request(url, {
      dispatcher: agent,
      method: body === null ? 'GET' : 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json', ...extra },
      body: body === null ? null : JSON.stringify(body),
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      signal: AbortSignal.timeout(timeoutMs),
    })
    const text = await readText(response.body)
    const document = parse(text)
    // A refusal may come with any status as long as it is x402's JSON; an error page is an outage.
    if (response.statusCode >= 500 && !looksLikeAnswer(document)) return { kind: 'lost' }
    return { kind: 'answered', body: document }
  } catch (error) {
    const code = (error as { code?: string }).code ?? ''
    return neverConnected.has(code) ? { kind: 'not-sent' } : { kind: 'lost' }
  }
}

async function readText(body: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = []
  let length = 0
  for await (const part of body) {
    length += part.length
    if (length > answerLimitBytes) throw new TollgateError('upstream_changed', 'A facilitator answered at too great a length.')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
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

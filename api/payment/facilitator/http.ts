// Any x402 facilitator over HTTP, with time limits, one retry where nothing was sent, and a breaker for outages.
import type { Clock } from '../../../base/clock.ts'
import { TollgateError } from '../../../base/errors.ts'
import { shownUrl } from '../../../base/redact.ts'
import { wayOut } from '../../../base/way-out.ts'
import { createBreaker } from '../breaker.ts'
import { type Call, callFacilitator } from './call.ts'
import { type Facilitator, facilitatorRequest, readSettlement, readSupported, readVerification } from './port.ts'

/** Made anew for every request. */
export type RequestHeaders = (method: 'GET' | 'POST', path: string) => Promise<Readonly<Record<string, string>>>

export type HttpFacilitatorOptions = {
  readonly url: string
  readonly clock: Clock
  readonly headers?: RequestHeaders
  readonly verifyTimeoutMs?: number
  readonly settleTimeoutMs?: number
  readonly breaker?: { readonly failures: number; readonly restSeconds: number }
}

const retryAfterSeconds = 5
const whyNot = ({ kind, reason }: Exclude<Call, { kind: 'answered' }>): string =>
  reason ?? (kind === 'lost' ? 'no answer in time' : 'not sent')

export function createHttpFacilitator(options: HttpFacilitatorOptions): Facilitator {
  const { origin, pathname } = new URL(options.url)
  const base = pathname.replace(/\/+$/, '')
  const agent = wayOut({ connections: 64, pipelining: 1, connectMs: 3_000 })
  const breaker = createBreaker({ ...(options.breaker ?? { failures: 5, restSeconds: 10 }), clock: options.clock })
  const call = async (path: string, body: unknown, timeoutMs: number): Promise<Call> => {
    const wish = { origin, path: base + path, body, timeoutMs }
    const callOnce = async (): Promise<Call> => {
      try {
        const headers = (await options.headers?.(body === null ? 'GET' : 'POST', wish.path)) ?? {}
        return await callFacilitator(agent, { ...wish, headers })
      } catch {
        return { kind: 'not-sent' } // without its headers nothing is sent; whoever calls says that nobody could be asked
      }
    }
    let outcome = await callOnce()
    if (outcome.kind === 'not-sent' && outcome.isTooMany !== true) outcome = await callOnce()
    if (outcome.kind === 'answered') breaker.succeeded()
    else breaker.failed()
    return outcome
  }
  return {
    async supported() {
      const outcome = await call('/supported', null, options.verifyTimeoutMs ?? 5_000)
      const supported = outcome.kind === 'answered' ? readSupported(outcome.body) : null
      if (supported === null) {
        const why = outcome.kind === 'answered' || outcome.reason === undefined ? '' : ` (${outcome.reason})`
        const words = `The facilitator at ${shownUrl(options.url)} does not say what it supports${why}.`
        throw new TollgateError('upstream_unavailable', words, { retryable: true })
      }
      return supported
    },
    async verify(payment) {
      const wait = breaker.blockedSeconds()
      if (wait !== null) return { kind: 'unavailable', retryAfterSeconds: wait }
      const outcome = await call('/verify', facilitatorRequest(payment), options.verifyTimeoutMs ?? 5_000)
      if (outcome.kind !== 'answered') return { kind: 'unavailable', retryAfterSeconds, why: whyNot(outcome) }
      return readVerification(outcome.body, payment)
    },
    async settle(payment) {
      const wait = breaker.blockedSeconds()
      if (wait !== null) return { kind: 'unavailable', retryAfterSeconds: wait }
      const outcome = await call('/settle', facilitatorRequest(payment), options.settleTimeoutMs ?? 30_000)
      if (outcome.kind === 'not-sent') return { kind: 'unavailable', retryAfterSeconds, why: whyNot(outcome) }
      if (outcome.kind === 'lost') return { kind: 'unknown', transaction: null, why: whyNot(outcome) }
      return readSettlement(outcome.body, payment)
    },
    close: () => agent.destroy(),
  }
}

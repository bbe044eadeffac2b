// What an upstream's refusal means for us: a code, and how long it asked to be left alone.
import { TollgateError } from '../../base/errors.ts'

export class UpstreamRefusal extends TollgateError {
  readonly retryAfterMs: number | null
  readonly status: number | null
  constructor(
    code: 'upstream_rate_limited' | 'upstream_unavailable' | 'upstream_refused',
    message: string,
    retryAfterMs: number | null,
    status: number | null = null,
  ) {
    super(code, message, { retryable: code !== 'upstream_refused' })
    this.retryAfterMs = retryAfterMs
    this.status = status
  }
}

export function refusal(host: string, status: number, retryAfter: string | null): UpstreamRefusal {
  const isTransient = status >= 500 || status === 408 || status === 425
  const code = status === 429 ? 'upstream_rate_limited' : isTransient ? 'upstream_unavailable' : 'upstream_refused'
  return new UpstreamRefusal(code, `${host} answered ${status}`, parseRetryAfterMs(retryAfter), status)
}

/** Seconds or an HTTP date; null where it is neither. */
export function parseRetryAfterMs(value: string | null, now = Date.now()): number | null {
  const text = value?.trim() ?? ''
  if (/^\d+$/.test(text)) return Number(text) * 1_000
  const ms = /[a-z]{3}/i.test(text) ? Date.parse(text) - now : Number.NaN
  return Number.isNaN(ms) ? null : Math.max(0, ms)
}

// One poll's client: a host that was just away twice is not asked again by this poll, and what it could not tell is remembered.

import { TollgateError } from '../../base/errors.ts'
import type { HttpClient } from './http.ts'
import { UpstreamRefusal } from './refusal.ts'

const mostAway = 2

export interface BrakedClient extends HttpClient {
  /** Another poll: whoever was away may be back. */
  begin(): void
  /** Whether some answer did not come that may come another time: where another poll asks only for what is new, it would be lost. */
  hasMissed(): boolean
}

export const isAway = (error: unknown): error is TollgateError =>
  error instanceof TollgateError && (error.code === 'upstream_unavailable' || error.code === 'upstream_rate_limited')

const bySource = new WeakMap<HttpClient, Map<string, BrakedClient>>()

/** A source's own client, the same at every poll: some remember by it what they have read. */
export function brakeOf(http: HttpClient, source: string): BrakedClient {
  const known = bySource.get(http) ?? new Map<string, BrakedClient>()
  bySource.set(http, known)
  const braked = known.get(source) ?? createBrake(http)
  known.set(source, braked)
  braked.begin()
  return braked
}

const asksForPatience = (error: TollgateError): boolean =>
  error.code === 'upstream_rate_limited' || (error instanceof UpstreamRefusal && error.retryAfterMs !== null)

export function createBrake(http: HttpClient): BrakedClient {
  const away = new Map<string, { times: number; error: TollgateError }>()
  let missed = false
  const begin = () => {
    away.clear()
    missed = false
  }
  const braked = async <T>(url: string, ask: () => Promise<T>): Promise<T> => {
    const host = URL.parse(url)?.host ?? url
    const known = away.get(host)
    // Who asks for patience is asked once.
    if (known !== undefined && (known.times >= mostAway || asksForPatience(known.error))) throw known.error
    try {
      const answer = await ask()
      away.delete(host)
      return answer
    } catch (error) {
      if (isAway(error)) away.set(host, { times: (away.get(host)?.times ?? 0) + 1, error })
      missed ||= isAway(error) || (error instanceof TollgateError && error.code === 'upstream_changed')
      throw error
    }
  }
  return {
    begin,
    hasMissed: () => missed,
    text: (url, request) => braked(url, () => http.text(url, request)),
    bytes: (url, request) => braked(url, () => http.bytes(url, request)),
    json: (url, request) => braked(url, () => http.json(url, request)),
    download: (url, path, request) => braked(url, () => http.download(url, path, request)),
    close: () => http.close(),
  }
}

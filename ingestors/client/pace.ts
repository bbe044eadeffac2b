// A token bucket per host, so that our own polling never becomes somebody's load problem.
import { setTimeout as wait } from 'node:timers/promises'

/** Requests a second that a host's own terms ask for, or that it has answered more of with refusals; the client's usual pace elsewhere. */
export const hostPaces: Readonly<Record<string, number>> = {
  'fred.stlouisfed.org': 2,
  'www.sec.gov': 8,
  'data.sec.gov': 8,
  'efts.sec.gov': 8,
  'api.bls.gov': 0.5,
  'www.imf.org': 1,
  'sdmx.oecd.org': 0.5,
  'api.worldbank.org': 2,
  'ec.europa.eu': 2,
  'api.coingecko.com': 0.1,
  'api.geckoterminal.com': 0.5,
  'api.gopluslabs.io': 0.5,
  'api.kraken.com': 1,
  'api.pjm.com': 0.1,
  'api.gdeltproject.org': 0.2,
  'earthquake.usgs.gov': 1,
}

export function createPacer(
  requestsPerSecond: number,
  { burst = 4, sleep = wait } = {},
): (host: string, signal?: AbortSignal) => Promise<void> {
  const buckets = new Map<string, { tokens: number; at: number }>()
  return async (host, signal) => {
    const now = performance.now()
    const bucket = buckets.get(host) ?? { tokens: burst, at: now }
    const tokens = Math.min(burst, bucket.tokens + ((now - bucket.at) / 1_000) * requestsPerSecond) - 1
    // Going into debt reserves the place in line; the caller waits its debt out.
    buckets.set(host, { tokens, at: now })
    if (tokens < 0) await sleep((-tokens / requestsPerSecond) * 1_000, undefined, signal ? { signal } : undefined)
  }
}

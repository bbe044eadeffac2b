// A token bucket per host, so that our own polling never becomes somebody's load problem.
import { setTimeout as wait } from 'node:timers/promises'

export function createPacer(requestsPerSecond: number, burst = 4): (host: string, signal?: AbortSignal) => Promise<void> {
  const buckets = new Map<string, { tokens: number; at: number }>()
  return async (host, signal) => {
    const now = performance.now()
    const bucket = buckets.get(host) ?? { tokens: burst, at: now }
    const tokens = Math.min(burst, bucket.tokens + ((now - bucket.at) / 1_000) * requestsPerSecond) - 1
    // Going into debt reserves the place in line; the caller waits its debt out.
    buckets.set(host, { tokens, at: now })
    if (tokens < 0) await wait((-tokens / requestsPerSecond) * 1_000, undefined, signal ? { signal } : undefined)
  }
}

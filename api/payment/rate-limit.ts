// Token buckets by key, bounded in number: a flood of new keys pushes out the longest unused.
import type { Clock } from '../../clock.ts'
import type { RateLimit } from './config.ts'

export interface RateLimiter {
  /** Null when the call may pass, else the seconds until one may. */
  take(key: string): number | null
}

const maxKeys = 50_000

export function createRateLimiter(limit: RateLimit, clock: Clock): RateLimiter {
  const buckets = new Map<string, { tokens: number; atMs: number }>()
  return {
    take(key) {
      const atMs = clock.now().getTime()
      const known = buckets.get(key)
      const gained = known ? (Math.max(0, atMs - known.atMs) / 1000) * limit.perSecond : 0
      const tokens = known ? Math.min(limit.burst, known.tokens + gained) : limit.burst
      const passes = tokens >= 1
      buckets.delete(key)
      buckets.set(key, { tokens: passes ? tokens - 1 : tokens, atMs })
      if (buckets.size > maxKeys) buckets.delete(buckets.keys().next().value!)
      return passes ? null : Math.max(1, Math.ceil((1 - tokens) / limit.perSecond))
    },
  }
}

// Token buckets by key, bounded in number: a flood of new keys pushes out the longest known.
import type { Clock } from '../../base/clock.ts'
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
      let bucket = buckets.get(key)
      if (bucket === undefined) {
        bucket = { tokens: limit.burst, atMs }
        buckets.set(key, bucket)
        if (buckets.size > maxKeys) buckets.delete(buckets.keys().next().value!)
      }
      const gained = (Math.max(0, atMs - bucket.atMs) / 1000) * limit.perSecond
      bucket.tokens = Math.min(limit.burst, bucket.tokens + gained)
      bucket.atMs = atMs
      if (bucket.tokens < 1) return Math.max(1, Math.ceil((1 - bucket.tokens) / limit.perSecond))
      bucket.tokens -= 1
      return null
    },
  }
}

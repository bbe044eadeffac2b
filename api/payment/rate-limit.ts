// Token buckets by key, bounded in number: a flood of new keys pushes out the longest known.
import type { Clock } from '../../base/clock.ts'
import type { RateLimit } from './config.ts'

export interface RateLimiter {
  /** Null when the call may pass, else the seconds until one may. */
  take(key: string): number | null
  /** The same, and the call may still be made. */
  waitOf(key: string): number | null
}

type Bucket = { tokens: number; atMs: number }

const maxKeys = 50_000

export function createRateLimiter(limit: RateLimit, clock: Clock): RateLimiter {
  const buckets = new Map<string, Bucket>()
  const refill = (bucket: Bucket): number | null => {
    const atMs = clock.now().getTime()
    const gained = (Math.max(0, atMs - bucket.atMs) / 1000) * limit.perSecond
    bucket.tokens = Math.min(limit.burst, bucket.tokens + gained)
    bucket.atMs = atMs
    return bucket.tokens < 1 ? Math.max(1, Math.ceil((1 - bucket.tokens) / limit.perSecond)) : null
  }
  return {
    take(key) {
      let bucket = buckets.get(key)
      if (bucket === undefined) {
        bucket = { tokens: limit.burst, atMs: clock.now().getTime() }
        buckets.set(key, bucket)
        if (buckets.size > maxKeys) buckets.delete(buckets.keys().next().value!)
      }
      const wait = refill(bucket)
      if (wait === null) bucket.tokens -= 1
      return wait
    },
    waitOf(key) {
      const bucket = buckets.get(key)
      return bucket === undefined ? null : refill(bucket)
    },
  }
}

// How many payments can be under way before they wait for each other, found out by how long they take: the rest is better told to come back.
export interface Pace {
  /** A proved payment is settled and written down, until what this gives is called. */
  enter(): () => void
  /** All of that for one that was charged, without the work that was paid for. */
  took(ms: number): void
  readonly isFull: boolean
  readonly limit: number
}

export interface PaceOptions {
  readonly most: number
  /** In milliseconds, for a test. */
  readonly now?: () => number
}

// A chain's own moods (a block just missed, a slow facilitator) look like waiting too: so many are taken whatever it seems.
const fewest = 64
const atFirst = 96
// Of each that went well, once some have waited: a tenth more in the time that one takes.
const regained = 0.1
// A settlement takes what its chain takes. What it takes beyond the quickest of late is waiting for the others.
const mostWaitedMs = 700
const quickestKeptMs = 60_000
// Their middle counts: a few that somebody made slow say nothing of the others.
const looksAt = 15

/**
 * As a sender does on a crowded network: more by one for each that went well until the first was slow, from there on by a tenth a
 * round, and less at once when they wait, by as much as they wait too long.
 */
export function createPace({ most, now = () => performance.now() }: PaceOptions): Pace {
  let limit = Math.min(most, atFirst)
  let underWay = 0
  let hasWaited = false
  let shrunkAt = Number.NEGATIVE_INFINITY
  let [quickest, quickestBefore] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  let since = now()
  let recent: number[] = []
  return {
    enter() {
      underWay++
      let isIn = true
      return () => {
        if (isIn) underWay--
        isIn = false
      }
    },
    took(ms) {
      const at = now()
      if (at - since > quickestKeptMs) {
        quickestBefore = quickest
        quickest = Number.POSITIVE_INFINITY
        since = at
      }
      quickest = Math.min(quickest, ms)
      recent = [...recent, ms].slice(-looksAt)
      const middle = recent.toSorted((a, b) => a - b)[recent.length >> 1]!
      const waited = middle - Math.min(quickest, quickestBefore)
      if (waited <= mostWaitedMs) {
        // Who has room to spare learns nothing of more; who waits already needs none.
        if (underWay * 2 >= limit && waited * 3 <= mostWaitedMs) limit = Math.min(most, limit + (hasWaited ? regained : 1))
      } else if (at - shrunkAt > middle && recent.length === looksAt) {
        // Those that began before the last time say nothing of what it did.
        shrunkAt = at
        hasWaited = true
        // Waiting grows with those under way: so many wait for no longer than they should.
        const room = (Math.min(limit, underWay + 1) * (middle - waited + mostWaitedMs)) / middle
        limit = Math.max(Math.min(fewest, most), room)
      }
    },
    get isFull() {
      return underWay >= limit
    },
    get limit() {
      return Math.floor(limit)
    },
  }
}

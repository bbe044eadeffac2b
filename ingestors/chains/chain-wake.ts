// Wakes the sources of a chain that live by what others of it hold, when there is something new to live by.
import { createWake, pause, type Wake } from '../../base/wake.ts'

export interface ChainWake extends Wake {
  /** Another source reads this topic's facts. */
  watch(topic: string): void
  isWatched(topic: string): boolean
}

// Whoever rings may find more in the same moment.
const rousedMs = 100

export function createChainWake(): ChainWake {
  const watched = new Set<string>()
  const wake = createWake()
  return {
    get count() {
      return wake.count
    },
    ring: wake.ring,
    watch: (topic) => void watched.add(topic),
    isWatched: (topic) => watched.has(topic),
    async rest(mostMs, stop, seen = wake.count) {
      await wake.rest(mostMs, stop, seen)
      if (seen < wake.count) await pause(rousedMs, stop)
    },
  }
}

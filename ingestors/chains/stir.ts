// Wakes the sources of a chain that live by what others of it hold, when there is something new to live by.
import { setTimeout as wait } from 'node:timers/promises'

export interface Stir {
  /** How often there was something new: whoever has seen fewer looks again. */
  readonly count: number
  /** Another source reads this topic's facts. */
  watch(topic: string): void
  isWatched(topic: string): boolean
  ring(): void
  /** Over after so long, when told to stop, or soon after there was more than was seen. */
  rest(mostMs: number, seen: number, stop: AbortSignal): Promise<void>
}

// Whoever rings may find more in the same moment.
const rousedMs = 100

export function createStir(): Stir {
  const watched = new Set<string>()
  const resting = new Set<AbortController>()
  let count = 0
  return {
    get count() {
      return count
    },
    watch: (topic) => void watched.add(topic),
    isWatched: (topic) => watched.has(topic),
    ring() {
      count++
      for (const one of resting) one.abort()
    },
    async rest(mostMs, seen, stop) {
      if (seen === count) {
        const one = new AbortController()
        resting.add(one)
        await pause(mostMs, AbortSignal.any([stop, one.signal]))
        resting.delete(one)
      }
      if (seen < count) await pause(rousedMs, stop)
    },
  }
}

export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await wait(ms, undefined, { signal }).catch(() => undefined) // told to stop: that is an end of the pause too
}

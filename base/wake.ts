// Lets whoever waits for work rest until somebody rings, or until it is time to look unasked.
import { setTimeout as wait } from 'node:timers/promises'

export interface Wake {
  /** How often it was rung: whoever has seen fewer does not rest. */
  readonly count: number
  ring(): void
  /** Over after so long, when told to stop, or when rung more often than was seen: by this call, where nothing is said. */
  rest(mostMs: number, stop: AbortSignal, seen?: number): Promise<void>
}

export function createWake(): Wake {
  let count = 0
  let rung = Promise.withResolvers<void>()
  return {
    get count() {
      return count
    },
    ring() {
      count++
      rung.resolve()
      rung = Promise.withResolvers()
    },
    async rest(mostMs, stop, seen = count) {
      if (seen < count) return
      const awake = new AbortController()
      await Promise.race([rung.promise, pause(mostMs, AbortSignal.any([stop, awake.signal]))])
      awake.abort()
    },
  }
}

export async function pause(ms: number, stop: AbortSignal): Promise<void> {
  await wait(ms, undefined, { signal: stop }).catch(() => undefined) // told to stop: that is an end of the pause too
}

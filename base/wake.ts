// Lets workers sleep until somebody rings, and look by themselves once a second in case nobody could.
import { setTimeout as wait } from 'node:timers/promises'

const pollMs = 1_000

export type Bell = ReturnType<typeof createBell>

export function createBell() {
  let rung = Promise.withResolvers<void>()
  return {
    ring(): void {
      rung.resolve()
      rung = Promise.withResolvers()
    },
    /** Ask before looking for work: a ring in between is then not missed. */
    async heard(signal: AbortSignal): Promise<void> {
      const asleep = new AbortController()
      const slept = wait(pollMs, undefined, { signal: AbortSignal.any([signal, asleep.signal]) }).catch(() => undefined)
      await Promise.race([rung.promise, slept])
      asleep.abort()
    },
  }
}

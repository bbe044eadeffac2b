// Stops asking a service that keeps failing: after some failures in a row it is left alone for a while, then tried once.
import type { Clock } from '../../base/clock.ts'

export interface Breaker {
  /** Seconds to wait, or null when a call may go ahead. */
  blockedSeconds(): number | null
  /** It has failed so often and not succeeded since. */
  isFailing(): boolean
  succeeded(): void
  failed(): void
}

export function createBreaker(o: { failures: number; restSeconds: number; clock: Clock }): Breaker {
  let inARow = 0
  let closedUntilMs = 0
  const now = () => o.clock.now().getTime()
  return {
    blockedSeconds: () => (now() < closedUntilMs ? Math.max(1, Math.ceil((closedUntilMs - now()) / 1000)) : null),
    isFailing: () => inARow >= o.failures,
    succeeded() {
      inARow = 0
    },
    failed() {
      inARow += 1
      if (inARow >= o.failures) closedUntilMs = now() + o.restSeconds * 1000
    },
  }
}

/** What the gateway knows of a part that every payment needs; whether somebody may try again by now is another matter. */
export type PartOfPayments = Pick<Breaker, 'blockedSeconds' | 'isFailing'>

const betweenTriesMs = 1_000

/** One payer's bad luck, or a connection that broke, is no outage; and after a while somebody has to try again: one a second, for where it hangs that takes long to be seen. */
export function createPartBreaker(clock: Clock): Breaker {
  const breaker = createBreaker({ failures: 3, restSeconds: 5, clock })
  let triedAtMs = Number.NEGATIVE_INFINITY
  return {
    ...breaker,
    blockedSeconds() {
      const wait = breaker.blockedSeconds()
      if (wait !== null || !breaker.isFailing()) return wait
      const now = clock.now().getTime()
      // Or the clock was set back.
      if (Math.abs(now - triedAtMs) < betweenTriesMs) return 1
      triedAtMs = now
      return null
    },
  }
}

// Notices that payments cannot be settled, from what the facilitator answers to those who try.
import type { Clock } from '../../../base/clock.ts'
import { createBreaker } from '../breaker.ts'
import type { Facilitator } from './port.ts'

// One payer's bad luck is no outage; and after a while somebody has to try again.
const failures = 3
const restSeconds = 5

export interface WatchedFacilitator {
  readonly facilitator: Facilitator
  /** Seconds in which nobody should be asked to pay; null where nothing is known against it. */
  blockedSeconds(): number | null
  /** Nobody could settle since it last failed so often, whether or not somebody may try again by now. */
  isFailing(): boolean
}

export function watchFacilitator(facilitator: Facilitator, clock: Clock): WatchedFacilitator {
  const breaker = createBreaker({ failures, restSeconds, clock })
  const noted = <T extends { readonly kind: string }>(outcome: T): T => {
    if (outcome.kind !== 'unavailable') breaker.succeeded()
    // A wallet that has to wait says nothing of anybody else's payment.
    else if (!('isPayersOwn' in outcome)) breaker.failed()
    return outcome
  }
  return {
    blockedSeconds: breaker.blockedSeconds,
    isFailing: breaker.isFailing,
    facilitator: {
      ...facilitator,
      supported: () => facilitator.supported(),
      verify: async (payment) => noted(await facilitator.verify(payment)),
      settle: async (payment) => noted(await facilitator.settle(payment)),
      close: () => facilitator.close(),
    },
  }
}

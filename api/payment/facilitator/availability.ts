// Notices that payments cannot be settled, from what the facilitator answers to those who try.
import type { Clock } from '../../../base/clock.ts'
import { createPartBreaker, type PartOfPayments } from '../breaker.ts'
import type { Facilitator } from './port.ts'

export interface WatchedFacilitator extends PartOfPayments {
  readonly facilitator: Facilitator
}

export function watchFacilitator(facilitator: Facilitator, clock: Clock): WatchedFacilitator {
  const breaker = createPartBreaker(clock)
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

// Notices that payments cannot be written down (a full disk, a database that takes no writes) from the claims of those who try.
import type { Clock } from '../../../base/clock.ts'
import type { PaymentStore } from '../../../db/payments/store.ts'
import { refusalOf } from '../../../db/refusal.ts'
import { createBreaker } from '../breaker.ts'

// A connection that broke is no outage; and after a while somebody has to try again.
const failures = 3
const restSeconds = 5

export interface WatchedStore {
  readonly store: PaymentStore
  /** Seconds in which nobody should be asked to pay; null where nothing is known against it. */
  blockedSeconds(): number | null
  /** Nothing was written down since that failed so often, whether or not somebody may try again by now. */
  isFailing(): boolean
}

export function watchStore(store: PaymentStore, clock: Clock): WatchedStore {
  const breaker = createBreaker({ failures, restSeconds, clock })
  const noted = async <T>(claimed: Promise<T>): Promise<T> => {
    try {
      const found = await claimed
      breaker.succeeded()
      return found
    } catch (error) {
      // What Postgres refuses for what it is says nothing of anybody else's payment.
      if (refusalOf(error) === null) breaker.failed()
      throw error
    }
  }
  return {
    blockedSeconds: breaker.blockedSeconds,
    isFailing: breaker.isFailing,
    store: {
      ...store,
      claim: (claim) => noted(store.claim(claim)),
      claimNew: (claim) => noted(store.claimNew(claim)),
    },
  }
}

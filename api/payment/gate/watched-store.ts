// Notices that payments cannot be written down (a full disk, a database that takes no writes) from the claims of those who try.
import type { Clock } from '../../../base/clock.ts'
import type { PaymentStore } from '../../../db/payments/store.ts'
import { refusalOf } from '../../../db/refusal.ts'
import { createPartBreaker, type PartOfPayments } from '../breaker.ts'

export interface WatchedStore extends PartOfPayments {
  readonly store: PaymentStore
}

export function watchStore(store: PaymentStore, clock: Clock): WatchedStore {
  const breaker = createPartBreaker(clock)
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

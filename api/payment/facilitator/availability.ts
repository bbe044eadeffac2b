// Notices that payments cannot be verified, or not be settled, from what the facilitator answers to those who try.
import type { Logger } from 'pino'
import type { Clock } from '../../../base/clock.ts'
import { reasonOf } from '../../../base/errors.ts'
import { createPartBreaker, type PartOfPayments } from '../breaker.ts'
import type { Facilitator, Settlement, Verification } from './port.ts'

export interface WatchedFacilitator extends PartOfPayments {
  readonly facilitator: Facilitator
}

type Judged = { readonly kind: string; readonly why?: string; readonly isPayersOwn?: true }

export function watchFacilitator(facilitator: Facilitator, clock: Clock, logger: Logger): WatchedFacilitator {
  // Apart: who still says of each payment that it is good may settle none.
  const verifying = watch('verified')
  const settling = watch('settled')
  return {
    blockedSeconds: () => verifying.blockedSeconds() ?? settling.blockedSeconds(),
    isFailing: () => verifying.isFailing() || settling.isFailing(),
    facilitator: {
      ...facilitator,
      supported: () => facilitator.supported(),
      verify: (payment) => verifying.noted(facilitator.verify(payment), ofVerification),
      settle: (payment) => settling.noted(facilitator.settle(payment), ofSettlement),
      // Its payer was told what became of it: payments go on.
      foundOut: settling.succeeded,
      close: () => facilitator.close(),
    },
  }

  function watch(what: 'verified' | 'settled') {
    const breaker = createPartBreaker(clock)
    const failed = (reason: string | undefined) => {
      const wasFailing = breaker.isFailing()
      breaker.failed()
      if (breaker.isFailing() && !wasFailing) logger.warn({ reason }, `payments could not be ${what}; nobody is invited to pay`)
    }
    const succeeded = () => {
      if (breaker.isFailing()) logger.info(`payments are ${what} again`)
      breaker.succeeded()
    }
    return {
      ...breaker,
      succeeded,
      async noted<T extends Judged>(asked: Promise<T>, judge: (outcome: T) => boolean | null): Promise<T> {
        try {
          const outcome = await asked
          const isGood = judge(outcome)
          // A wallet that has to wait says nothing of anybody else's payment.
          if (isGood === false && outcome.isPayersOwn !== true) failed(outcome.why ?? outcome.kind)
          else if (isGood === true) succeeded()
          return outcome
        } catch (error) {
          failed(reasonOf(error))
          throw error
        }
      },
    }
  }
}

const ofVerification = ({ kind }: Verification): boolean => kind === 'valid' || kind === 'invalid'

/** Null where it says nothing either way: it has answered, and why it failed nobody knows. */
function ofSettlement(outcome: Settlement): boolean | null {
  if (outcome.kind === 'unknown' || outcome.kind === 'unavailable') return false
  return outcome.kind === 'refused' && outcome.reason === 'settle_failed' ? null : true
}

// When the facilitator is asked whether a payment is good: as early as nobody can make us ask it in vain again and again.
import type { Logger } from 'pino'
import type { Facilitator, Verification } from '../facilitator/port.ts'
import { createRecent } from '../gate/recent.ts'
import type { CheckedPayment } from './check.ts'

export interface Verifications {
  /**
   * While it is still looked at whether the payer has signed. Null for a payer with no credit: every payment that was found good buys
   * one such question, so a stranger in the payer's name gets no more of them than the payer has paid for.
   */
  ahead(payment: CheckedPayment): Promise<Verification> | null
  /** While the payment is being claimed. Null when it was met before: most likely the claim will say who has it. */
  beside(payment: CheckedPayment): Promise<Verification> | null
  ask(payment: CheckedPayment): Promise<Verification>
  /** Signed by its payer, claimed and verified. */
  foundGood(payment: CheckedPayment): void
}

const recentPayments = 10_000
const knownPayers = 10_000

export function createVerifications(o: { facilitator: Facilitator; mostCredit: number; logger: Logger }): Verifications {
  const { facilitator, mostCredit, logger } = o
  const recent = createRecent(recentPayments)
  const credits = new Map<string, number>()
  // A port that breaks its word and throws is out of order, not an answer.
  const ask = (payment: CheckedPayment): Promise<Verification> =>
    facilitator.verify(payment).catch((error: Error) => {
      logger.warn({ err: error.message }, 'the facilitator broke down over a payment')
      return { kind: 'untrusted' }
    })
  const askOnce = (payment: CheckedPayment) => (recent.isNew(`${payment.payer} ${payment.nonce}`) ? ask(payment) : null)
  return {
    ask,
    beside: askOnce,
    ahead(payment) {
      const credit = credits.get(payment.payer)
      if (credit === undefined) return null
      const asked = askOnce(payment)
      if (asked === null) return null
      if (credit > 1) credits.set(payment.payer, credit - 1)
      else credits.delete(payment.payer)
      return asked
    },
    foundGood({ payer }) {
      credits.set(payer, Math.min(mostCredit, (credits.get(payer) ?? 0) + 1))
      if (credits.size > knownPayers) credits.delete(credits.keys().next().value!)
    },
  }
}

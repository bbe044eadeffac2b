// Claims a known payer's payment while it is still looked at whether they have signed it. What turns out not to be theirs is given up
// again, and whoever brings that payment meanwhile waits for the word.
import type { Logger } from 'pino'
import { createPassing } from '../../../base/passing.ts'
import type { NewClaim } from '../../../db/payments/row.ts'
import type { PaymentStore } from '../../../db/payments/store.ts'
import type { Claimed } from '../../../db/payments/writes.ts'
import type { InFlight } from './in-flight.ts'

export interface EarlyClaim {
  /** Signed by its payer: what the claim came to, null when the payment was claimed before. Nobody waits for the word any more. */
  use(): Promise<Claimed | null>
  /** As if it had never been claimed. */
  giveUp(): Promise<void>
  /** Given up, for the payer's key has not signed it. */
  refute(): Promise<void>
}

export interface EarlyClaims {
  /** Null where that should wait for the word, too: whoever is at this payment already goes first. */
  begin(key: string, claim: NewClaim): EarlyClaim | null
  /** When it is known whose the payment is, where that is open. */
  wordOf(key: string): Promise<void> | undefined
}

// In whose name something came that they have not signed, or who signs otherwise than with a key: one row in vain an hour.
const refutedMs = 3_600_000
const mostRefuted = 10_000

export function createEarlyClaims(o: {
  store: Pick<PaymentStore, 'claimNew' | 'unclaim'>
  inFlight: Pick<InFlight, 'of'>
  logger: Logger
}): EarlyClaims {
  const { store, inFlight, logger } = o
  const open = createPassing<string, PromiseWithResolvers<void>>()
  const refuted = new Map<string, number>()
  const isRefuted = (payer: string) => {
    const until = refuted.get(payer)
    return until !== undefined && performance.now() < until
  }
  return {
    wordOf: (key) => open.get(key)?.promise,
    begin(key, claim) {
      if (claim.identifier !== null || inFlight.of(key) || open.has(key) || isRefuted(claim.payer)) return null
      const word = Promise.withResolvers<void>()
      open.set(key, word)
      const claimed = store.claimNew(claim)
      // Whoever uses it hears of it.
      claimed.catch(() => undefined)
      const over = () => {
        open.delete(key)
        word.resolve()
      }
      const giveUp = async () => {
        try {
          const row = await claimed
          if (row !== null) await store.unclaim(row.id)
        } catch (error) {
          // Nobody goes on with it: it ends as what a process left behind that died.
          logger.warn({ err: (error as Error).message }, 'an early claim could not be given up')
        } finally {
          over()
        }
      }
      return {
        giveUp,
        use() {
          over()
          return claimed
        },
        refute() {
          refuted.delete(claim.payer)
          refuted.set(claim.payer, performance.now() + refutedMs)
          if (refuted.size > mostRefuted) refuted.delete(refuted.keys().next().value!)
          return giveUp()
        },
      }
    },
  }
}

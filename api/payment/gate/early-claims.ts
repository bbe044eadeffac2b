// Claims a known payer's payment while it is still looked at whether they have signed it. What turns out not to be theirs is given up
// again, and whoever brings that payment meanwhile waits for the word.
import type { Logger } from 'pino'
import type { Clock } from '../../../base/clock.ts'
import { messageOf } from '../../../base/errors.ts'
import { createPassing } from '../../../base/passing.ts'
import type { NewClaim } from '../../../db/payments/row.ts'
import type { PaymentStore } from '../../../db/payments/store.ts'
import type { Claimed } from '../../../db/payments/writes.ts'
import { createRateLimiter } from '../rate-limit.ts'
import type { InFlight } from './in-flight.ts'

export interface EarlyClaim {
  readonly claim: NewClaim
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
const refutations = { burst: 1, perSecond: 1 / 3600 }

export function createEarlyClaims(o: {
  store: Pick<PaymentStore, 'claimNew' | 'unclaim'>
  inFlight: Pick<InFlight, 'of'>
  clock: Clock
  logger: Logger
}): EarlyClaims {
  const { store, inFlight, clock, logger } = o
  const open = createPassing<string, PromiseWithResolvers<void>>()
  const refuted = createRateLimiter(refutations, clock)
  return {
    wordOf: (key) => open.get(key)?.promise,
    begin(key, claim) {
      if (claim.identifier !== null || inFlight.of(key) || open.has(key) || refuted.waitOf(claim.payer) !== null) return null
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
          if (row !== null) await store.unclaim({ id: row.id, nonce: claim.nonce })
        } catch (error) {
          // Nobody goes on with it: it ends as what a process left behind that died.
          logger.warn({ err: messageOf(error) }, 'an early claim could not be given up')
        } finally {
          over()
        }
      }
      return {
        claim,
        giveUp,
        use() {
          over()
          return claimed
        },
        refute() {
          refuted.take(claim.payer)
          return giveUp()
        },
      }
    },
  }
}

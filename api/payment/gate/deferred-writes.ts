// Charges whose answers have left before the ledger has them: nobody waits for these writes, so they are made in long lists. Until
// then they are kept in a journal, where they are found again should this process be killed.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Clock } from '../../../base/clock.ts'
import { messageOf } from '../../../base/errors.ts'
import { createPassing } from '../../../base/passing.ts'
import { within } from '../../../base/within.ts'
import type { Kept, PaymentJournal } from '../../../db/payments/journal.ts'
import type { PaidAt, PaymentRow, StoredAnswer } from '../../../db/payments/row.ts'
import type { PaymentStore } from '../../../db/payments/store.ts'
import { recordDeparture } from './departure.ts'
import type { Ticket } from './outcome.ts'

export interface DeferredWrites {
  /** True when the answer may leave now; otherwise the ledger must be waited for. */
  take(ticket: Ticket, charge: PaidAt & { answer: StoredAnswer }): Promise<boolean>
  /** Writes down what was answered of abandoned rows before its process died; returns their ids. */
  recall(rows: readonly PaymentRow[]): Promise<ReadonlySet<string>>
  tidy(olderThanSeconds: number): Promise<void>
  /** Ends when the ledger has everything, or cannot be reached. */
  close(): Promise<void>
  readonly count: number
}

/** Every answer waits for the ledger. */
export const noDeferredWrites: DeferredWrites = {
  take: async () => false,
  recall: async () => new Set(),
  tidy: async () => undefined,
  close: async () => undefined,
  count: 0,
}

// With more than this the ledger is too slow to be left behind.
const most = 1_000
// A long answer costs more to keep twice than to wait for.
const longestAnswer = 65_536
const againMs = 500
// The mark that an answer has left goes with its charge, unless its reader is slow.
const departureMs = 1_000
// Before others may take the payment over.
const leaseMarginMs = 30_000

export function createDeferredWrites(o: {
  store: PaymentStore
  journal: PaymentJournal
  clock: Clock
  logger: Logger
}): DeferredWrites {
  const { store, journal, clock, logger } = o
  const writing = createPassing<Kept, Promise<void>>()
  let isClosing = false

  const write = async (ticket: Ticket, kept: Kept, release: () => void): Promise<void> => {
    const hasLeft = await within(ticket.departure.whole, departureMs).catch(() => null)
    const { transaction, logIndex = null, answer } = kept
    const charge = { transaction, logIndex, answer, canRepeat: true, hasTime: true, hasLeft: hasLeft === true }
    for (let attempt = 1; ; attempt++) {
      try {
        if (!(await store.settle(kept, charge))) logger.warn({ payment: kept.id }, 'a charge came too late for the ledger')
        release()
        if (hasLeft === true) return ticket.leave()
        // A slow reader keeps its own duplicates waiting, and nobody else.
        void recordDeparture(store, ticket).catch(unrecorded).finally(ticket.leave)
        return
      } catch (error) {
        if (attempt === 1)
          logger.warn({ payment: kept.id, err: messageOf(error) }, 'a charge cannot be written down; trying again')
        // Whoever waits for it here is better told that the ledger cannot be reached.
        ticket.leave()
        if (isClosing) return
        await sleep(againMs)
      }
    }
  }

  const unrecorded = (error: unknown) => logger.warn({ err: messageOf(error) }, 'it is not recorded whether an answer left')

  // As if its machine were lost: these payers are answered anew, and not charged again.
  const nothing = (error: Error): Map<string, Kept> => {
    logger.warn({ err: error.message }, 'the journal of payments cannot be read')
    return new Map()
  }

  return {
    get count() {
      return writing.size
    },
    async take(ticket, { transaction, logIndex, answer }) {
      const { id, payment, heldUntil } = ticket
      const isHeld = () => clock.now().getTime() < heldUntil.getTime() - leaseMarginMs
      if (isClosing || writing.size >= most || answer.body.length > longestAnswer || !isHeld()) return false
      const kept = { id, nonce: payment.nonce, transaction, logIndex, answer }
      let release: () => void
      try {
        release = await journal.keep(kept)
      } catch (error) {
        logger.warn({ err: messageOf(error) }, 'the journal of payments cannot be written; answers wait for the ledger')
        return false
      }
      // A process that was suspended meanwhile may find that another has answered: the ledger decides.
      if (!isHeld()) {
        release()
        return false
      }
      writing.set(
        kept,
        write(ticket, kept, release).finally(() => writing.delete(kept)),
      )
      return true
    },
    async recall(rows) {
      const unanswered = rows.filter(({ answer }) => answer === null)
      const found = unanswered.length === 0 ? new Map<string, Kept>() : await journal.find(unanswered).catch(nothing)
      const recalled = new Set<string>()
      for (const { id, nonce, transaction, logIndex = null, answer } of found.values())
        if (await store.settle({ id, nonce }, { transaction, logIndex, answer, canRepeat: true })) recalled.add(id)
      return recalled
    },
    tidy: (olderThanSeconds) => journal.tidy(olderThanSeconds),
    async close() {
      isClosing = true
      await Promise.all(writing.values())
      journal.close()
    },
  }
}

// Finishes what a crash or a lost connection left open: asks the chain about abandoned payments, and tidies old answers away.
import { createSlots } from '../../../base/slots.ts'
import type { PaymentBooks } from '../../../db/payments/books.ts'
import type { PaymentRow } from '../../../db/payments/row.ts'
import type { DeferredWrites } from './deferred-writes.ts'
import { createReorganisations } from './reorganisations.ts'
import { resolveRow, type SettlingDeps } from './settling.ts'

export interface Reconciler {
  /** One round; returns how many rows came to an end. */
  run(): Promise<number>
  stop(): Promise<void>
}

const everyMs = 5_000
const tidyEveryMs = 3_600_000
const lookEveryMs = 30_000
const rowsPerRound = 50
// After an outage there are thousands, and each waits for a chain's node.
const rowsAtOnce = 8
const leaseSeconds = 30

export type ReconcilerDeps = SettlingDeps & {
  readonly books: PaymentBooks
  readonly deferred: DeferredWrites
  readonly run: string
  readonly replaySeconds: number
  /** Where payments can be taken back by a reorganisation. */
  readonly networks: readonly string[]
  readonly lookEveryMs?: number
}

export function startReconciler(deps: ReconcilerDeps): Reconciler {
  const { books, store, deferred, logger } = deps
  // At once after a start: a process that never lives for an hour has to tidy as well.
  let tidiedAtMs = Number.NEGATIVE_INFINITY
  const reorganisations = createReorganisations(deps)
  const slots = createSlots(rowsAtOnce)
  let lookedAtMs = Number.NEGATIVE_INFINITY
  let round: Promise<number> = Promise.resolve(0)
  let tidying: Promise<void> = Promise.resolve()
  const reconcile = async (): Promise<number> => {
    if (performance.now() - lookedAtMs > (deps.lookEveryMs ?? lookEveryMs)) {
      lookedAtMs = performance.now()
      await reorganisations.look()
    }
    const gone = await books.endGone(deps.run)
    if (gone > 0) logger.info({ payments: gone }, 'payments ended whose demo chain is gone')
    const open = await books.open(deps.run, rowsPerRound)
    const recalled = await deferred.recall(open)
    const outcomes = await Promise.allSettled(open.map((row) => slots(() => finish(row, recalled.has(row.id)))))
    const failed = outcomes.find(({ status }) => status === 'rejected')
    if (failed?.status === 'rejected') throw failed.reason
    const ended = outcomes.filter((outcome) => outcome.status === 'fulfilled' && outcome.value).length
    if (performance.now() - tidiedAtMs > tidyEveryMs) {
      tidiedAtMs = performance.now()
      // Beside the rounds: no payment waits for housekeeping.
      tidying = tidy().catch((error: Error) =>
        logger.warn({ err: error.message }, 'the ledger could not be tidied; in an hour again'),
      )
    }
    return ended
  }
  /** Whether it came to an end. */
  const finish = async (row: PaymentRow, isRecalled: boolean): Promise<boolean> => {
    if (isRecalled) {
      logger.info({ payment: row.id, from: row.state }, 'payment recalled: its answer had left')
      return true
    }
    if (!(await store.takeOver(row, leaseSeconds))) return false
    const end = await resolveRow(deps, row, null)
    // An answer waits for its payer, not for this process.
    if (end.kind === 'charged') await store.letGo(row)
    logger.info({ payment: row.id, from: row.state, end: end.kind }, 'payment reconciled')
    return end.kind !== 'pending'
  }
  const tidy = async (): Promise<void> => {
    await books.forgetAnswers(deps.replaySeconds)
    await deferred.tidy(deps.replaySeconds)
  }
  const run = () => {
    round = round.catch(() => 0).then(reconcile)
    return round
  }
  const timer = setInterval(() => {
    run().catch((error: Error) => logger.warn({ err: error.message }, 'payments could not be reconciled; trying again'))
  }, everyMs)
  timer.unref()
  return {
    run,
    async stop() {
      clearInterval(timer)
      await round.catch(() => 0)
      await tidying
    },
  }
}

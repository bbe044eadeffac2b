// Finishes what a crash or a lost connection left open: asks the chain about abandoned payments, and tidies old answers away.
import type { PaymentBooks } from '../../db/payment-books.ts'
import { resolveRow, type SettlingDeps } from './settling.ts'

export interface Reconciler {
  /** One round; returns how many rows came to an end. */
  run(): Promise<number>
  stop(): Promise<void>
}

const everyMs = 5_000
const tidyEveryMs = 3_600_000
const rowsPerRound = 50
const leaseSeconds = 30

export function startReconciler(deps: SettlingDeps & { books: PaymentBooks; run: string; replaySeconds: number }): Reconciler {
  const { books, store, logger } = deps
  let tidiedAtMs = 0
  let round: Promise<number> = Promise.resolve(0)
  const reconcile = async (): Promise<number> => {
    let ended = 0
    for (const row of await books.open(deps.run, rowsPerRound)) {
      if (!(await store.takeOver(row, leaseSeconds))) continue
      const end = await resolveRow(deps, row, null)
      // An owed answer waits for its payer, not for this process.
      if (end.kind === 'charged') await store.letGo(row.id)
      if (end.kind !== 'pending') ended += 1
      logger.info({ payment: row.id, from: row.state, end: end.kind }, 'payment reconciled')
    }
    if (performance.now() - tidiedAtMs > tidyEveryMs) {
      tidiedAtMs = performance.now()
      await books.forgetAnswers(deps.replaySeconds)
    }
    return ended
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
    },
  }
}

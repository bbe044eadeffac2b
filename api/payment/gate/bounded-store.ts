// Nobody waits for the ledger without end: a server whose synchronous standby is away confirms nothing and says nothing, and its statements
// are at work for as long as that lasts.
import { createPassing } from '../../../base/passing.ts'
import { within } from '../../../base/within.ts'
import type { NewClaim } from '../../../db/payments/row.ts'
import type { PaymentStore } from '../../../db/payments/store.ts'
import type { Claimed } from '../../../db/payments/writes.ts'

const usualMostMs = 10_000
const reason = 'the ledger has not confirmed a write in time'

export function boundStore(inner: PaymentStore, mostMs = usualMostMs): PaymentStore {
  const bounded = <T>(work: Promise<T>): Promise<T> => within(work, mostMs, reason)
  /** Claims that nobody waits for any more; who brings the same payment again goes on when they have been given back. */
  const late = createPassing<string, Promise<unknown>>()
  const giveBack = async (claim: NewClaim, claiming: Promise<Claimed | null>): Promise<void> => {
    const row = await claiming
    if (row !== null) await inner.release({ id: row.id, nonce: claim.nonce }, 'late')
  }
  const claimWithin = async (claim: NewClaim, ask: PaymentStore['claim']): Promise<Claimed | null> => {
    const name = `${claim.network} ${claim.asset} ${claim.payer} ${claim.nonce}`
    const before = late.get(name)
    if (before !== undefined) await bounded(before)
    let isThere = false
    const claiming = ask(claim).finally(() => {
      isThere = true
    })
    try {
      return await bounded(claiming)
    } catch (error) {
      if (!isThere) {
        const given = giveBack(claim, claiming)
          .catch(() => undefined) // it ends as what a process left behind that died
          .finally(() => late.delete(name))
        late.set(name, given)
      }
      throw error
    }
  }
  return {
    ...inner,
    claim: (claim) => claimWithin(claim, inner.claim),
    claimNew: (claim) => claimWithin(claim, inner.claimNew),
    verify: (of) => bounded(inner.verify(of)),
    serve: (of, answer) => bounded(inner.serve(of, answer)),
    owe: (of, paid) => bounded(inner.owe(of, paid)),
    // Of an answer that has left already nobody waits for the charge, and a second word would only wait behind the first.
    settle: (of, charge) => (charge.hasTime === true ? inner.settle(of, charge) : bounded(inner.settle(of, charge))),
  }
}

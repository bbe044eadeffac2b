// Nobody waits for the ledger without end: a server whose synchronous standby is away confirms nothing and says nothing, and its statements
// are at work for as long as that lasts.
import { createPassing } from '../../../base/passing.ts'
import type { NewClaim } from '../../../db/payments/row.ts'
import type { PaymentStore } from '../../../db/payments/store.ts'
import type { Claimed } from '../../../db/payments/writes.ts'

const usualMostMs = 10_000
const ticksInAll = 40
const reason = 'the ledger has not confirmed a write in time'

export function boundStore(inner: PaymentStore, mostMs = usualMostMs): PaymentStore {
  const bounded = createBound(mostMs)
  /** Claims that nobody waits for any more; who brings the same payment again goes on when they have been given back. */
  const late = createPassing<string, Promise<unknown>>()
  const giveBack = async (claim: NewClaim, claiming: Promise<Claimed | null>): Promise<void> => {
    const row = await claiming
    if (row !== null) await inner.release({ id: row.id, nonce: claim.nonce }, 'late')
  }
  const claimWithin = async (claim: NewClaim, ask: PaymentStore['claim']): Promise<Claimed | null> => {
    const before = late.size === 0 ? undefined : late.get(nameOf(claim))
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
          .finally(() => late.delete(nameOf(claim)))
        late.set(nameOf(claim), given)
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

const nameOf = ({ network, asset, payer, nonce }: NewClaim): string => `${network} ${asset} ${payer} ${nonce}`

/** One clock for all that is waited for: a timer for each costs a paid call more than its write. */
function createBound(mostMs: number) {
  const open = createPassing<number, { readonly until: number; late(): void }>()
  let count = 0
  let ticking: NodeJS.Timeout | null = null
  const tick = () => {
    const now = performance.now()
    for (const one of open.values()) if (one.until <= now) one.late()
    if (open.size > 0 || ticking === null) return
    clearInterval(ticking)
    ticking = null
  }
  return <T>(work: Promise<T>): Promise<T> =>
    new Promise((done, failed) => {
      const name = count++
      const end = () => void open.delete(name)
      open.set(name, { until: performance.now() + mostMs, late: () => failed(new Error(reason)) })
      ticking ??= setInterval(tick, mostMs / ticksInAll)
      work.then(done, failed).finally(end)
    })
}

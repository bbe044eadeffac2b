// Claims a payment for one request, or meets whoever claimed it before: the same request shares their answer, another gets none.
import { setTimeout as sleep } from 'node:timers/promises'
import type { NewClaim, PaymentRow } from '../../db/payment-row.ts'
import type { Claimed } from '../../db/payment-writes.ts'
import type { CheckedPayment } from './check.ts'
import type { Verification } from './facilitator.ts'
import type { GateDeps } from './gate.ts'
import type { InFlight } from './in-flight.ts'
import {
  type Admission,
  deliver,
  demand,
  facilitatorDown,
  facilitatorUntrusted,
  type Outcome,
  pendingRefusal,
  settleRefused,
  type Ticket,
} from './outcome.ts'
import { isReason, type Reason } from './reasons.ts'
import { askChain, type End, keepAsFound, queryOf, resolveRow, settlePayment } from './settling.ts'
import type { Verifications } from './verifications.ts'

export type Entry = {
  readonly claim: NewClaim
  readonly payment: CheckedPayment
  /** Under what name the payer's payments in flight are counted. */
  readonly share: string
  readonly settleFirst: boolean
  readonly repeatable: boolean
  /** Where the facilitator has been asked already. */
  readonly verification: Promise<Verification> | null
}
type Hold = Pick<Ticket, 'heldUntil' | 'answered' | 'leave'>
export interface Entrance {
  enter(entry: Entry): Promise<Admission>
}

const pollMs = 40
const frontRunWindowMs = 3_600_000
// What a facilitator says of an authorization that somebody else has sent in already.
const maybePaid = new Set<Reason>(['payment_already_used', 'invalid_transaction_state', 'unexpected_verify_error'])

export function createEntrance(deps: GateDeps, inFlight: InFlight, verifications: Verifications): Entrance {
  const { store, config } = deps

  async function enter(entry: Entry): Promise<Admission> {
    const deadline = performance.now() + entry.claim.leaseSeconds * 1000
    // What was said before somebody else was waited for may not be true any more.
    for (let { verification } = entry; performance.now() < deadline; verification = null) {
      const outcome = (await meetIdentifier(entry)) ?? (await tryOnce(entry, verification))
      if (outcome !== 'again') return outcome
    }
    return pendingRefusal
  }

  async function meetIdentifier(entry: Entry): Promise<Admission | 'again' | null> {
    const { claim } = entry
    if (claim.identifier === null) return null
    const row = await store.findByIdentifier(claim.run, claim.payer, claim.identifier)
    if (row === null || row.nonce === claim.nonce) return null
    if (row.fingerprint === claim.fingerprint) return meet(entry, row)
    const message = 'This payment identifier was used for another request.'
    return { kind: 'refused', status: 409, code: 'payment_identifier_conflict', message }
  }

  async function tryOnce(entry: Entry, asked: Entry['verification']): Promise<Admission | 'again'> {
    const { claim, payment } = entry
    const key = `${claim.network} ${claim.asset} ${claim.payer} ${claim.nonce}`
    const other = inFlight.of(key)
    if (other) {
      if (other.fingerprint !== claim.fingerprint) return demand('payment_already_used')
      await other.left()
      const row = await store.find(claim)
      if (row === null) return 'again'
      // Whoever waited shares the refusal too, instead of trying the same once more.
      const shared = row.state === 'failed' || row.state === 'released' ? (row.reason as Reason) : null
      return shared !== null && isReason(shared) ? demand(shared) : meet(entry, row)
    }
    if (inFlight.countOf(entry.share) >= config.limits.inFlightPerPayer) {
      const message = 'This payer has too many payments in flight; nothing was charged.'
      return { kind: 'refused', status: 429, code: 'too_many_payments_in_flight', message, retryAfterSeconds: 1 }
    }
    const heldUntil = new Date(deps.clock.now().getTime() + claim.leaseSeconds * 1_000)
    const hold: Hold = { ...inFlight.enter(key, entry.share, claim.fingerprint), heldUntil }
    let admission: Admission | 'again' = 'again'
    try {
      const verification = asked ?? (entry.repeatable ? verifications.beside(payment) : null)
      const claimed = await store.claim(claim)
      if (claimed !== null) admission = await begin(entry, claimed, await (verification ?? verifications.ask(payment)), hold)
      else {
        const row = await store.find(claim)
        if (row !== null) admission = await meet(entry, row, hold)
      }
      return admission
    } finally {
      if (admission === 'again' || admission.kind !== 'serve') hold.leave()
    }
  }

  async function begin(entry: Entry, claimed: Claimed, verification: Verification, hold: Hold): Promise<Admission | 'again'> {
    const { payment } = entry
    const { id } = claimed
    if (verification.kind === 'unavailable') return release(id, facilitatorDown(verification.retryAfterSeconds))
    if (verification.kind === 'untrusted') return release(id, facilitatorUntrusted)
    if (verification.kind === 'invalid') {
      const transaction = maybePaid.has(verification.reason) ? await findPaid(payment, claimed) : null
      if (transaction === null) return release(id, demand(verification.reason))
      if (transaction === 'unknown') return release(id, pendingRefusal)
      await store.owe(id, transaction)
      return serve(entry, id, transaction, hold)
    }
    verifications.foundGood(payment)
    if (!entry.settleFirst) return serve(entry, id, null, hold)
    if (!(await store.verify(id))) return pendingRefusal
    return afterSettle(entry, id, await settlePayment(deps, id, payment, keepAsFound(store, { id, answer: null })), hold)
  }

  // Anybody may send an authorization in: then the payer has paid us, though not through us. What our own facilitator sent
  // without a row of ours was for another deployment with the same recipient.
  async function findPaid(payment: CheckedPayment, claimed: Claimed): Promise<string | 'unknown' | null> {
    if (payment.offer.asset.family !== 'evm') return null
    const fate = await askChain(deps, { ...queryOf(payment), since: new Date(deps.clock.now().getTime() - frontRunWindowMs) })
    if (fate === null) return claimed.settleTried ? 'unknown' : null
    if (fate.kind !== 'paid') return null
    return claimed.settleTried || !deps.signers.has(fate.sender) ? fate.transaction : null
  }

  async function meet(entry: Entry, row: PaymentRow, hold?: Hold): Promise<Admission | 'again'> {
    const { claim, payment } = entry
    if (row.state === 'released' || row.state === 'failed') return 'again'
    if (row.state === 'claimed' && row.abandoned) {
      if (await store.takeOver(row, 5)) await store.release(row.id, 'abandoned')
      return 'again'
    }
    if (row.fingerprint !== claim.fingerprint) return demand('payment_already_used')
    if (row.state === 'settled') return row.answer === null ? demand('payment_already_used') : deliver(payment, row)
    // A row met by its identifier belongs to another payment: only that one's own retry can send it again.
    if (row.abandoned && row.nonce !== claim.nonce) return pendingRefusal
    if (!row.abandoned || hold === undefined) {
      await sleep(pollMs)
      return row.state === 'pending' ? pendingRefusal : 'again'
    }
    if (entry.repeatable && (await deps.arrears.recall([row])).size > 0) return 'again'
    if (!(await store.takeOver(row, claim.leaseSeconds))) return 'again'
    if (row.state === 'owed') return serve(entry, row.id, row.transaction, hold)
    if (entry.repeatable && row.answer === null) return serve(entry, row.id, null, hold, row)
    const end = await resolveRow(deps, row, payment)
    return end.kind === 'charged' && row.answer !== null ? 'again' : afterSettle(entry, row.id, end, hold)
  }

  async function afterSettle(entry: Entry, id: string, end: End, hold: Hold): Promise<Admission> {
    if (end.kind === 'charged') return serve(entry, id, end.transaction, hold)
    if (end.kind === 'refused') return settleRefused(entry.payment, end.reason, end.transaction)
    return end.kind === 'unavailable' ? facilitatorDown(end.retryAfterSeconds) : pendingRefusal
  }

  // Whoever has lost the claim meanwhile must not judge by it: what looks like somebody else's payment may be this one's.
  async function release(id: string, outcome: Outcome): Promise<Outcome | 'again'> {
    const reason = outcome.kind === 'refused' ? outcome.code : outcome.kind === 'challenge' ? outcome.reason : ''
    return (await store.release(id, reason)) ? outcome : 'again'
  }

  function serve(entry: Entry, id: string, transaction: string | null, hold: Hold, resumed?: PaymentRow): Admission {
    const { payment, repeatable } = entry
    return { kind: 'serve', ticket: { id, payment, transaction, repeatable, resumed: resumed ?? null, ...hold } }
  }

  return { enter }
}

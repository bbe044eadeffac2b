// Claims a payment for one request, or meets whoever claimed it before: the same request shares their answer, another gets none.

import { setTimeout as sleep } from 'node:timers/promises'
import { traced } from '../../../base/trace.ts'
import type { NewClaim, PaidAt, PaymentName, PaymentRow } from '../../../db/payments/row.ts'
import type { Claimed } from '../../../db/payments/writes.ts'
import type { Verification } from '../facilitator/port.ts'
import type { CheckedPayment } from '../proof/check.ts'
import { isSecret } from '../proof/identifier.ts'
import type { Verifications } from '../proof/verifications.ts'
import { createRateLimiter } from '../rate-limit.ts'
import { isReason, type Reason } from '../reasons.ts'
import { createDeparture, recordDeparture } from './departure.ts'
import type { GateDeps } from './dependencies.ts'
import { createEarlyClaims, type EarlyClaim } from './early-claims.ts'
import type { InFlight } from './in-flight.ts'
import {
  type Admission,
  deliver,
  demand,
  demandProof,
  facilitatorDown,
  facilitatorUntrusted,
  guessesRefusal,
  type Outcome,
  type Proof,
  pendingRefusal,
  settleRefused,
  type Ticket,
} from './outcome.ts'
import { askChain, type End, keepAsFound, queryOf, resolveRow, settlePayment } from './settling.ts'

export type Entry = {
  /** It had failed on the chain, and its payer's sign-in lets it be tried once more. */
  isRevived?: boolean
  /** So long it may be seen claimed for another request, in its payer's name by a stranger. */
  waitsUntil?: number
  readonly claim: NewClaim
  readonly payment: CheckedPayment
  /** Under what name the payer's payments in flight are counted. */
  readonly share: string
  readonly settleFirst: boolean
  readonly repeatable: boolean
  /** Where the facilitator has been asked already. */
  readonly verification: Promise<Verification> | null
  /** Where it has been claimed already. */
  readonly early: EarlyClaim | null
  /** Whether the request carries its payer's fresh word, by which a payment is theirs whoever else has seen it. */
  readonly isSignedIn: () => Promise<boolean>
}
type Hold = Pick<Ticket, 'heldUntil' | 'departure' | 'answered' | 'leave'>
export interface Claims {
  /** While it is looked at who has signed it: it is for `enter` then, or to be given up. */
  early(claim: NewClaim): EarlyClaim | null
  enter(entry: Entry): Promise<Admission>
}

const pollMs = 40
// Of names that are not the one a payment was given: a program mixes up a few, who guesses needs more than there is time for.
const guesses = { burst: 10, perSecond: 1 / 60 }
const frontRunWindowMs = 3_600_000
// Another process's early claim is given up sooner than this, or it is its payer's.
const earlyMs = 1_000
// What a facilitator says of an authorization that somebody else has sent in already.
const maybePaid = new Set<Reason>(['payment_already_used', 'invalid_transaction_state', 'unexpected_verify_error'])

export function createClaims(deps: GateDeps, inFlight: InFlight, verifications: Verifications): Claims {
  const { store, config } = deps
  const earlyClaims = createEarlyClaims({ ...deps, inFlight })
  const wrongNames = createRateLimiter(guesses, deps.clock)
  const unrecorded = (error: Error) => deps.logger.warn({ err: error.message }, 'it is not recorded whether an answer left')

  async function enter(entry: Entry): Promise<Admission> {
    const deadline = performance.now() + entry.claim.leaseSeconds * 1000
    // What was said before somebody else was waited for may not be true any more.
    for (let { verification, early } = entry; performance.now() < deadline; [verification, early] = [null, null]) {
      const outcome = (await meetIdentifier(entry)) ?? (await tryOnce(entry, verification, early))
      if (outcome !== 'again') return outcome
    }
    return pendingRefusal
  }

  async function meetIdentifier(entry: Entry): Promise<Admission | 'again' | null> {
    const { claim } = entry
    if (claim.identifier === null) return null
    const row = await store.findByIdentifier(claim.run, claim.payer, claim.identifier)
    if (row === null || row.nonce === claim.nonce) return null
    if (isSameRequest(claim, row)) return meet(entry, row)
    const message = 'This payment identifier was used for another request.'
    return { kind: 'refused', status: 409, code: 'payment_identifier_conflict', message }
  }

  async function tryOnce(entry: Entry, asked: Entry['verification'], own: EarlyClaim | null): Promise<Admission | 'again'> {
    const { claim, payment } = entry
    const key = keyOf(claim)
    // While its own is open, nobody else gets beyond this.
    const word = own === null ? earlyClaims.wordOf(key) : undefined
    if (word) {
      await word
      return 'again'
    }
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
      await own?.giveUp()
      const row = await store.find(claim)
      if (row !== null && row.leftAt !== null) return meet(entry, row)
      const known = row === null ? 'nothing was charged' : 'repeat the same request with the same payment'
      const message = `This payer has too many payments in flight; ${known}.`
      return { kind: 'refused', status: 429, code: 'too_many_payments_in_flight', message, retryAfterSeconds: 1 }
    }
    const heldUntil = new Date(deps.clock.now().getTime() + claim.leaseSeconds * 1_000)
    const hold: Hold = { ...inFlight.enter(key, entry.share, claim.fingerprint), heldUntil, departure: createDeparture() }
    let admission: Admission | 'again' = 'again'
    try {
      const verification = asked ?? (entry.repeatable ? verifications.beside(payment) : null)
      const claimed = (await own?.use()) ?? (await store.claim(claim))
      const verified = () =>
        traced('verify', {}, () => verification ?? verifications.ask(payment), { told: ({ kind }) => ({ outcome: kind }) })
      if (claimed !== null) admission = await begin(entry, claimed, await verified(), hold)
      else {
        const row = await store.find(claim)
        if (row !== null) admission = await meet(entry, row, hold)
      }
      return admission
    } finally {
      const isHeld = admission !== 'again' && 'departure' in admission && admission.departure === hold.departure
      if (!isHeld && (admission === 'again' || admission.kind !== 'serve')) hold.leave()
    }
  }

  async function begin(entry: Entry, claimed: Claimed, verification: Verification, hold: Hold): Promise<Admission | 'again'> {
    const { payment } = entry
    const of: PaymentName = { id: claimed.id, nonce: entry.claim.nonce }
    if (verification.kind === 'unavailable')
      return release(entry, of, facilitatorDown(verification.retryAfterSeconds, !claimed.settleTried))
    if (verification.kind === 'untrusted') return release(entry, of, facilitatorUntrusted)
    if (verification.kind === 'invalid') {
      const paid = maybePaid.has(verification.reason) ? await findPaid(payment, claimed) : null
      if (paid === null) return release(entry, of, demand(verification.reason))
      if (paid === 'unknown') return release(entry, of, pendingRefusal)
      // Nobody had brought it here before it was on the chain for all to copy: whoever does now may be anybody.
      if (!claimed.settleTried && !(await entry.isSignedIn())) {
        return release(entry, of, { ...demand('payment_already_used'), provableOn: payment.offer.asset.network })
      }
      return (await store.owe(of, paid)) ? serve(entry, of, paid, hold) : pendingRefusal
    }
    verifications.foundGood(payment)
    if (!entry.settleFirst) return serve(entry, of, null, hold)
    if (!(await store.verify(of))) return pendingRefusal
    return afterSettle(entry, of, await settlePayment(deps, of, payment, keepAsFound(store, { ...of, answer: null })), hold)
  }

  // Anybody may send an authorization in: then the payer has paid us, though not through us. What our own facilitator sent
  // without a row of ours was for another deployment with the same recipient.
  async function findPaid(payment: CheckedPayment, claimed: Claimed): Promise<PaidAt | 'unknown' | null> {
    if (payment.offer.asset.family !== 'evm') return null
    const fate = await askChain(deps, { ...queryOf(payment), since: new Date(deps.clock.now().getTime() - frontRunWindowMs) })
    if (fate === null) return claimed.settleTried ? 'unknown' : null
    if (fate.kind !== 'paid') return null
    const { transaction, logIndex, sender } = fate
    return claimed.settleTried || !deps.signers.has(sender) ? { transaction, logIndex } : null
  }

  async function meet(entry: Entry, row: PaymentRow, hold?: Hold): Promise<Admission | 'again'> {
    const { claim, payment } = entry
    if (row.state === 'released' || (row.state === 'failed' && row.reason !== 'settle_failed')) return 'again'
    if (row.state === 'claimed' && row.abandoned) {
      if (await store.takeOver(row, 5)) await store.release(row, 'abandoned')
      return 'again'
    }
    if (!isSameRequest(claim, row)) {
      entry.waitsUntil ??= performance.now() + earlyMs
      if (row.state !== 'verified' || row.abandoned || performance.now() > entry.waitsUntil) return demand('payment_already_used')
      await sleep(pollMs)
      return 'again'
    }
    if (row.state === 'settled') return repeat(entry, row, hold)
    // It stands on the chain for all to read and may still be sent in: only its payer's word can try it once more.
    if (row.state === 'failed') {
      if (!(await entry.isSignedIn())) return { ...demandProof(row), reason: 'settle_failed' }
      await store.revive(row)
      entry.isRevived = true
      return 'again'
    }
    // A row met by its identifier belongs to another payment: only that one's own retry can send it again.
    if (row.abandoned && row.nonce !== claim.nonce) return pendingRefusal
    if (!row.abandoned || hold === undefined) {
      await sleep(pollMs)
      return row.state === 'pending' ? pendingRefusal : 'again'
    }
    if (entry.repeatable && (await deps.deferred.recall([row])).size > 0) return 'again'
    if (!(await store.takeOver(row, claim.leaseSeconds))) return 'again'
    if (row.state === 'owed') return serve(entry, row, { transaction: row.transaction!, logIndex: row.logIndex }, hold)
    if (entry.repeatable && row.answer === null) return serve(entry, row, null, hold, row)
    const end = await resolveRow(deps, row, payment)
    // The chain had taken it back when its answer had left long ago.
    if (end.kind === 'charged' && row.leftAt !== null) return 'again'
    if (end.kind !== 'charged' || row.answer === null) return afterSettle(entry, row, end, hold)
    return send(entry, { ...row, transaction: end.paid.transaction }, hold)
  }

  // What is on the chain is public, so the payment alone fetches no second copy: only its payer does, or, as long as nobody knows that
  // the first one arrived, whoever brings it.
  async function repeat(entry: Entry, row: PaymentRow, hold?: Hold): Promise<Admission | 'again'> {
    const { claim, payment } = entry
    if (row.answer === null) return demand('payment_already_used')
    const proof = await proofOf(entry, row)
    if (proof === 'guessing') return guessesRefusal(wrongNames.waitOf(entry.share) ?? 1)
    if (proof !== null) return deliver(payment, row, createDeparture(), proof)
    // Who gave it a secret name has that name after any crash.
    const isNamed = row.identifier !== null && isSecret(row.identifier)
    if (row.leftAt !== null || row.nonce !== claim.nonce || isNamed) return demandProof(row)
    if (!row.abandoned || hold === undefined) {
      await sleep(pollMs)
      return 'again'
    }
    return (await store.takeOver(row, claim.leaseSeconds)) ? send(entry, row, hold) : 'again'
  }

  /** Of a row that is this process's own: the next copy waits until it is known what became of this one. */
  function send({ payment }: Entry, row: PaymentRow, { departure, leave }: Hold): Admission {
    void recordDeparture(store, { id: row.id, nonce: row.nonce, departure }).catch(unrecorded).finally(leave)
    return deliver(payment, row, departure, null)
  }

  async function proofOf({ claim, share, isSignedIn }: Entry, row: PaymentRow): Promise<Proof | 'guessing' | null> {
    const { identifier } = claim
    const isNamed = identifier !== null && row.identifier !== null && isSecret(row.identifier)
    // Then the right one does not count either: whoever guesses would be told by it.
    const isGuessing = isNamed && wrongNames.waitOf(share) !== null
    if (isNamed && !isGuessing) {
      if (identifier === row.identifier) return 'identifier'
      wrongNames.take(share)
    }
    if (await isSignedIn()) return 'sign-in'
    return isGuessing ? 'guessing' : null
  }

  async function afterSettle(entry: Entry, of: PaymentName, end: End, hold: Hold): Promise<Admission> {
    if (end.kind === 'charged') return serve(entry, of, end.paid, hold)
    if (end.kind === 'refused') return settleRefused(entry.payment, end.reason, end.transaction)
    return end.kind === 'unavailable' ? facilitatorDown(end.retryAfterSeconds, false) : pendingRefusal
  }

  // Whoever has lost the claim meanwhile must not judge by it: what looks like somebody else's payment may be this one's.
  async function release(entry: Entry, of: PaymentName, outcome: Outcome): Promise<Outcome | 'again'> {
    const reason = outcome.kind === 'refused' ? outcome.code : outcome.kind === 'challenge' ? outcome.reason : ''
    // What its payer's word opened once more is not open to everybody by that.
    if (entry.isRevived) {
      await store.fail(of, 'settle_failed')
      return outcome
    }
    return (await store.release(of, reason)) ? outcome : 'again'
  }

  function serve(entry: Entry, { id, nonce }: PaymentName, paid: PaidAt | null, hold: Hold, resumed?: PaymentRow): Admission {
    const { payment, repeatable } = entry
    return { kind: 'serve', ticket: { id, nonce, payment, paid, repeatable, resumed: resumed ?? null, ...hold } }
  }

  return { early: (claim) => earlyClaims.begin(keyOf(claim), claim), enter }
}

const keyOf = ({ network, asset, payer, nonce }: NewClaim): string => `${network} ${asset} ${payer} ${nonce}`

// A contract wallet's request is bound to its signature as well. Whoever knows the name that nobody can guess is the payer, whatever they
// have signed since.
function isSameRequest(claim: NewClaim, row: PaymentRow): boolean {
  if (row.fingerprint === claim.fingerprint) return true
  const isNamed = claim.identifier !== null && claim.identifier === row.identifier && isSecret(claim.identifier)
  return isNamed && requestIn(row.fingerprint) === requestIn(claim.fingerprint)
}

const requestIn = (fingerprint: string): string => fingerprint.split('.', 1)[0]!

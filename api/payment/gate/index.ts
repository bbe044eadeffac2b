// Decides for every request on a paid route whether its handler may run, and afterwards whether its answer may leave.

import { traced } from '../../../base/trace.ts'
import type { NewClaim, PaymentKey, StoredAnswer } from '../../../db/payments/row.ts'
import type { PaymentStore } from '../../../db/payments/store.ts'
import type { PaymentConfig } from '../config.ts'
import { type CheckedPayment, checkPayment } from '../proof/check.ts'
import { decodePayment, isEvmProof } from '../proof/decode.ts'
import { fingerprint, type RequestShape } from '../proof/fingerprint.ts'
import { identifierRule } from '../proof/identifier.ts'
import { createPayerProofs, type Proof } from '../proof/payer-proof.ts'
import { createSignInOf } from '../proof/sign-in.ts'
import { createVerifications } from '../proof/verifications.ts'
import { createRateLimiter } from '../rate-limit.ts'
import type { PreparedRoute } from '../terms/challenge.ts'
import { routeName } from '../terms/route.ts'
import { createClaims } from './claim.ts'
import { recordDeparture } from './departure.ts'
import type { GateDeps } from './dependencies.ts'
import { createInFlight } from './in-flight.ts'
import {
  type Admission,
  type Delivery,
  demand,
  facilitatorDown,
  type Outcome,
  payerUnknown,
  pendingRefusal,
  receiptOf,
  settleRefused,
  type Ticket,
} from './outcome.ts'
import { type Keep, resolveRow, settlePayment } from './settling.ts'

export type { GateDeps } from './dependencies.ts'

export type GateRequest = {
  readonly prepared: PreparedRoute
  readonly resource: string
  readonly shape: RequestShape
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** Whose requests count together: what strangers send in a payer's name must not use up the payer's own share. */
  readonly caller?: string
}

export type HandlerResult = { readonly status: number; readonly answer: StoredAnswer }
/** `pass` lets the handler's own (unpaid) response through. */
export type Finish = Outcome | { readonly kind: 'pass'; readonly charged: Delivery['receipt'] | null }

export interface Gate {
  admit(request: GateRequest): Promise<Admission>
  finish(ticket: Ticket, result: HandlerResult): Promise<Finish>
  readonly inFlight: number
}

// A lease outlives everything a request may still do with its claim.
const leaseSlackSeconds = 45

export function createGate(deps: GateDeps): Gate {
  const { config, store, clock } = deps
  const unrecorded = (error: Error) => deps.logger.warn({ err: error.message }, 'it is not recorded whether an answer left')
  const inFlight = createInFlight()
  const proofs = createPayerProofs({ signatures: deps.signatures, codes: deps.codes ?? null })
  const perPayer = createRateLimiter(config.limits.perPayer, clock)
  const verifications = createVerifications({ ...deps, mostCredit: config.limits.inFlightPerPayer })
  const claims = createClaims(deps, inFlight, verifications)
  return {
    get inFlight() {
      return inFlight.size
    },
    async admit({ prepared, resource, shape, headers, caller = '' }) {
      const decoded = decodePayment(headers)
      if (decoded.kind === 'absent') return demand('payment_required')
      if (decoded.kind === 'malformed') {
        return { kind: 'refused', status: 400, code: decoded.reason, message: decoded.message }
      }
      const now = clock.now()
      const check = checkPayment({ document: decoded.document, prepared, resource, now, svm: deps.svm })
      if (!check.ok) {
        if (check.reason !== 'payment_identifier_invalid') return demand(check.reason, check.why)
        return { kind: 'refused', status: 400, code: check.reason, message: identifierRule }
      }
      const { payment, signed, isLate } = check
      const { settle, repeatable = false } = prepared.route
      const verification = signed !== null && repeatable && !isLate ? verifications.ahead(payment) : null
      const claimAs = (proof: Proof) => claimOf(config, prepared, payment, resource, bindingOf(shape, payment, proof))
      const early = verification === null ? null : claims.early(claimAs('key'))
      const proof = await proofs.judge(payment, signed).catch(async (error) => {
        await early?.giveUp()
        throw error
      })
      const own = proof === 'key' ? early : null
      if (own === null) void early?.refute()
      if (proof === 'nobody') return demand('invalid_exact_evm_payload_signature')
      if (proof === 'unknown') return payerUnknown
      // Anybody can copy a payment from the chain, and where nobody has proved yet who pays, invent one: neither uses up a payer's share.
      const share = `${proof === 'key' ? '' : 'unproven '}${payment.payer} ${caller}`
      const wait = perPayer.take(share)
      if (wait !== null) {
        void own?.giveUp()
        const message = 'This payer asks too often. Repeat the same request with the same payment later; do not sign another.'
        return { kind: 'refused', status: 429, code: 'rate_limited', message, retryAfterSeconds: wait }
      }
      const claim = own?.claim ?? claimAs(proof)
      if (isLate && !(await hasBought(store, claim))) return demand('invalid_exact_evm_payload_authorization_valid_before')
      const isSignedIn = createSignInOf(headers, { ...deps, payment, resource, now })
      const settleFirst = settle === 'first'
      const entry = { claim, payment, share, settleFirst, repeatable, verification, early: own, isSignedIn }
      const told = ({ kind }: Admission) => ({ outcome: kind })
      return traced('claim', { network: payment.offer.asset.network }, () => claims.enter(entry), { told })
    },
    async finish(ticket, { status, answer }) {
      const { payment, paid, repeatable, resumed, departure } = ticket
      let isDeferred = false
      let isAnswered = false
      const answerWith = (transaction: string): Finish => {
        isAnswered = true
        return { kind: 'answer', answer, receipt: receiptOf(payment, transaction), departure, proof: null }
      }
      try {
        if (status < 200 || status >= 300) {
          if (paid !== null) await store.letGo(ticket)
          else if (resumed !== null) await store.pend(ticket, null)
          else await store.release(ticket, `handler_${status}`)
          return { kind: 'pass', charged: paid === null ? null : receiptOf(payment, paid.transaction) }
        }
        if (paid !== null) {
          if (!(await store.settle(ticket, { ...paid, answer }))) return pendingRefusal
          return answerWith(paid.transaction)
        }
        // Without the claim this process must not charge; whoever has it now answers for both.
        if (!repeatable && !(await store.serve(ticket, answer))) return pendingRefusal
        const keep: Keep = {
          async charged(found) {
            if (repeatable && resumed === null) isDeferred = await deps.deferred.take(ticket, { ...found, answer })
            if (isDeferred) return true
            if (await store.settle(ticket, repeatable ? { ...found, answer, canRepeat: true } : found)) return true
            // What was written down before the charge is this very answer, whoever has recorded the charge.
            return !repeatable && (await store.find(keyOf(config.run, payment)))?.state === 'settled'
          },
          pending: (transaction) => store.pend(ticket, transaction, repeatable ? answer : undefined),
        }
        const end = await (resumed === null
          ? settlePayment(deps, ticket, payment, keep)
          : resolveRow(deps, resumed, payment, keep))
        if (end.kind === 'charged') return answerWith(end.paid.transaction)
        if (end.kind === 'refused') return settleRefused(payment, end.reason, end.transaction)
        return end.kind === 'unavailable' ? facilitatorDown(end.retryAfterSeconds, false) : pendingRefusal
      } finally {
        if (isAnswered) ticket.answered()
        else ticket.leave()
        if (isAnswered && !isDeferred) void recordDeparture(store, ticket).catch(unrecorded).finally(ticket.leave)
      }
    },
  }
}

// Or may have: told that it came too late, a payer whose answer was lost on the way would pay for it once more.
async function hasBought(store: PaymentStore, claim: NewClaim): Promise<boolean> {
  const row = await store.find(claim)
  return row !== null && row.state !== 'released' && row.state !== 'failed'
}

// A contract wallet's signature is judged by the facilitator alone, so a repeat without it must not pass for the same payment.
function bindingOf(shape: RequestShape, { document }: CheckedPayment, proof: Proof): string {
  const { payload } = document
  const isWallet = isEvmProof(payload) && proof !== 'key'
  return isWallet ? `${fingerprint(shape)}.${fingerprint({ ...shape, body: payload.signature })}` : fingerprint(shape)
}

function claimOf(
  config: PaymentConfig,
  prepared: PreparedRoute,
  payment: CheckedPayment,
  resource: string,
  shape: string,
): NewClaim {
  const { offer } = payment
  return {
    ...keyOf(config.run, payment),
    fingerprint: shape,
    identifier: payment.identifier,
    state: prepared.route.repeatable ? 'verified' : 'claimed',
    dialect: payment.document.x402Version,
    method: prepared.route.method,
    route: routeName(prepared.route),
    resource,
    payTo: offer.payTo,
    symbol: offer.asset.symbol,
    decimals: offer.asset.decimals,
    amount: offer.amount,
    validBefore: payment.validBefore,
    leaseSeconds: prepared.timeoutSeconds + leaseSlackSeconds,
  }
}

function keyOf(run: string, { offer, payer, nonce }: CheckedPayment): PaymentKey {
  const { network, family, address } = offer.asset
  return { run, network, asset: family === 'evm' ? address.toLowerCase() : address, payer, nonce }
}

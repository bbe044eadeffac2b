// Decides for every request on a paid route whether its handler may run, and afterwards whether its answer may leave.

import type { Clock } from '../../clock.ts'
import type { NewClaim, StoredAnswer } from '../../db/payment-row.ts'
import type { PaymentStore } from '../../db/payments.ts'
import type { Arrears } from './arrears.ts'
import type { PreparedRoute } from './challenge.ts'
import { type CheckedPayment, checkPayment, isIdentifierWellFormed } from './check.ts'
import type { PaymentConfig } from './config.ts'
import { decodePayment, isEvmProof } from './decode.ts'
import { createEntrance } from './entrance.ts'
import { fingerprint, type RequestShape } from './fingerprint.ts'
import { createInFlight } from './in-flight.ts'
import {
  type Admission,
  type Delivery,
  demand,
  facilitatorDown,
  type Outcome,
  pendingRefusal,
  receiptOf,
  settleRefused,
  type Ticket,
} from './outcome.ts'
import type { PayerCodes } from './payer-codes.ts'
import { createPayerProofs, type Proof } from './payer-proof.ts'
import { createRateLimiter } from './rate-limit.ts'
import { routeName } from './route.ts'
import { type Keep, resolveRow, type SettlingDeps, settlePayment } from './settling.ts'
import type { SignatureChecks } from './signature-checks.ts'
import type { SvmReader } from './svm.ts'
import { createVerifications } from './verifications.ts'

export type GateDeps = SettlingDeps & {
  readonly config: PaymentConfig
  readonly clock: Clock
  readonly svm: SvmReader | null
  readonly signatures: SignatureChecks
  /** Which payers are contracts; without it only the facilitator can judge what no key has signed. */
  readonly codes?: PayerCodes | undefined
  readonly arrears: Arrears
  /** The facilitator's own addresses, in lower case. */
  readonly signers: ReadonlySet<string>
}

export type GateRequest = {
  readonly prepared: PreparedRoute
  readonly resource: string
  readonly shape: RequestShape
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
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
  const inFlight = createInFlight()
  const proofs = createPayerProofs({ signatures: deps.signatures, codes: deps.codes ?? null })
  const perPayer = createRateLimiter(config.limits.perPayer, clock)
  const verifications = createVerifications({ ...deps, mostCredit: config.limits.inFlightPerPayer })
  const entrance = createEntrance(deps, inFlight, verifications)
  return {
    get inFlight() {
      return inFlight.size
    },
    async admit({ prepared, resource, shape, headers }) {
      const decoded = decodePayment(headers)
      if (decoded.kind === 'absent') return demand('payment_required')
      if (decoded.kind === 'malformed') {
        return { kind: 'refused', status: 400, code: decoded.reason, message: decoded.message }
      }
      const now = clock.now()
      const check = checkPayment({ document: decoded.document, prepared, resource, now, svm: deps.svm })
      if (!check.ok) return demand(check.reason)
      const { payment, signed, isLate } = check
      const { settle, repeatable = false } = prepared.route
      const verification = signed !== null && repeatable && !isLate ? verifications.ahead(payment) : null
      const proof = await proofs.judge(payment, signed)
      if (proof === 'nobody') return demand('invalid_exact_evm_payload_signature')
      if (proof === 'unknown') return facilitatorDown(2)
      if (payment.identifier !== null && !isIdentifierWellFormed(payment.identifier)) {
        const message = 'A payment identifier has 16 to 128 letters, digits, hyphens or underscores.'
        return { kind: 'refused', status: 400, code: 'payment_identifier_invalid', message }
      }
      // Where nobody has proved yet who pays, a stranger could use up the payer's share: it is counted apart.
      const share = proof === 'key' ? payment.payer : `unproven ${payment.payer}`
      const wait = perPayer.take(share)
      if (wait !== null) {
        const message = 'This payer asks too often; nothing was charged.'
        return { kind: 'refused', status: 429, code: 'rate_limited', message, retryAfterSeconds: wait }
      }
      const claim = claimOf(config, prepared, payment, resource, bindingOf(shape, payment, proof))
      if (isLate && !(await hasBought(store, claim))) return demand('invalid_exact_evm_payload_authorization_valid_before')
      return entrance.enter({ claim, payment, share, settleFirst: settle === 'first', repeatable, verification })
    },
    async finish(ticket, { status, answer }) {
      const { id, payment, transaction, repeatable, resumed } = ticket
      let hasLeft = false
      try {
        if (status < 200 || status >= 300) {
          if (transaction !== null) await store.letGo(id)
          else if (resumed !== null) await store.pend(id, null)
          else await store.release(id, `handler_${status}`)
          return { kind: 'pass', charged: transaction === null ? null : receiptOf(payment, transaction) }
        }
        if (transaction !== null) {
          if (!(await store.settle(id, { transaction, answer }))) return pendingRefusal
          return { kind: 'answer', answer, receipt: receiptOf(payment, transaction) }
        }
        // Without the claim this process must not charge; whoever has it now answers for both.
        if (!repeatable && !(await store.serve(id, answer))) return pendingRefusal
        let isKept = true
        const keep: Keep = {
          async charged(transaction) {
            if (repeatable && resumed === null) hasLeft = await deps.arrears.take(ticket, { transaction, answer })
            if (hasLeft) return
            const isFirst = await store.settle(id, repeatable ? { transaction, answer, canRepeat: true } : { transaction })
            isKept = isFirst || !repeatable
          },
          pending: (transaction) => store.pend(id, transaction, repeatable ? answer : undefined),
        }
        const end = await (resumed === null ? settlePayment(deps, id, payment, keep) : resolveRow(deps, resumed, payment, keep))
        if (!isKept) return pendingRefusal
        if (end.kind === 'charged') return { kind: 'answer', answer, receipt: receiptOf(payment, end.transaction) }
        if (end.kind === 'refused') return settleRefused(payment, end.reason, end.transaction)
        return end.kind === 'unavailable' ? facilitatorDown(end.retryAfterSeconds) : pendingRefusal
      } finally {
        if (hasLeft) ticket.answered()
        else ticket.leave()
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
    run: config.run,
    network: offer.asset.network,
    asset: offer.asset.family === 'evm' ? offer.asset.address.toLowerCase() : offer.asset.address,
    payer: payment.payer,
    nonce: payment.nonce,
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

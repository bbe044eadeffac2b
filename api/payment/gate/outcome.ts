// What the payment gate decides about a request, still free of HTTP.
import type { PaidAt, PaymentName, PaymentRow, StoredAnswer } from '../../../db/payments/row.ts'
import type { CheckedPayment } from '../proof/check.ts'
import type { Reason } from '../reasons.ts'
import type { Departure } from './departure.ts'

export type Receipt = {
  readonly success: boolean
  readonly transaction: string
  readonly network: string
  readonly payer: string
  readonly amount?: string
  readonly errorReason?: string
}

export type RefusalCode =
  | 'payment_malformed'
  | 'payment_identifier_invalid'
  | 'payment_identifier_conflict'
  | 'rate_limited'
  | 'too_many_payments_in_flight'
  | 'facilitator_unavailable'
  | 'database_unavailable'
  | 'facilitator_untrusted'
  | 'settlement_pending'

export type Refusal = {
  readonly kind: 'refused'
  readonly status: 400 | 409 | 429 | 502 | 503
  readonly code: RefusalCode | Reason
  readonly message: string
  readonly retryAfterSeconds?: number
}
export type Demand = {
  readonly kind: 'challenge'
  readonly reason: Reason
  /** In a sentence, where more can be said than for every such reason. */
  readonly why?: string
  readonly receipt?: Receipt
  /** The answer is there, for whoever proves on this network that they have paid. */
  readonly provableOn?: string
}
/** How a payer showed that a payment is theirs, where the payment alone would not do. */
export type Proof = 'identifier' | 'sign-in'
export type Delivery = {
  readonly kind: 'answer'
  readonly answer: StoredAnswer
  readonly receipt: Receipt
  /** To be told whether the answer left whole. */
  readonly departure: Departure
  /** Null for the first copy, and for one of which nobody knows that it arrived. */
  readonly proof: Proof | null
}
export type Outcome = Refusal | Demand | Delivery

/** The right to run the handler once for a payment. */
export type Ticket = PaymentName & {
  readonly payment: CheckedPayment
  /** Set when the money has already moved: the answer is owed. */
  readonly paid: PaidAt | null
  /** The answer is not written down before the settlement is sent, but with it. */
  readonly repeatable: boolean
  /** Taken over from a process that may have sent a settlement: only the chain can say that it did not. */
  readonly resumed: PaymentRow | null
  /** Until then no other process takes the payment over while this one lives. */
  readonly heldUntil: Date
  readonly departure: Departure
  readonly answered: () => void
  readonly leave: () => void
}
export type Admission = Outcome | { readonly kind: 'serve'; readonly ticket: Ticket }

export function receiptOf(payment: CheckedPayment, transaction: string): Receipt {
  const { network, payer, document, offer } = payment
  const amount = document.x402Version === 2 ? { amount: offer.amount.toString() } : {}
  return { success: true, transaction, network, payer, ...amount }
}

export function demand(reason: Reason, why?: string): Demand {
  return { kind: 'challenge', reason, ...(why === undefined ? {} : { why }) }
}

export function settleRefused(payment: CheckedPayment, reason: Reason, transaction: string | null): Demand {
  const { network, payer } = payment
  return {
    kind: 'challenge',
    reason,
    receipt: { success: false, errorReason: reason, transaction: transaction ?? '', network, payer },
  }
}

export function deliver(payment: CheckedPayment, row: PaymentRow, departure: Departure, proof: Proof | null): Delivery {
  return { kind: 'answer', answer: row.answer!, receipt: receiptOf(payment, row.transaction!), departure, proof }
}

export function demandProof({ network }: PaymentRow): Demand {
  return { kind: 'challenge', reason: 'payment_already_used', provableOn: network }
}

export const pendingRefusal: Refusal = {
  kind: 'refused',
  status: 503,
  code: 'settlement_pending',
  message: 'The settlement of this payment is still unknown. Repeat the same request with the same payment; do not sign another.',
  retryAfterSeconds: 2,
}

/** `isUncharged`: no settlement of this payment can ever have been sent from here. */
export function facilitatorDown(retryAfterSeconds: number, isUncharged: boolean): Refusal {
  const known = isUncharged ? '; nothing was charged' : ''
  const message = `Payments cannot be verified at the moment${known}. Repeat the same request with the same payment; do not sign another.`
  return { kind: 'refused', status: 503, code: 'facilitator_unavailable', message, retryAfterSeconds }
}

/** It may be a repeat: whether anything was charged for it is not known here. */
export const payerUnknown: Refusal = {
  kind: 'refused',
  status: 503,
  code: 'facilitator_unavailable',
  message: 'It cannot be seen at the moment who signed this payment. Repeat the same request with the same payment.',
  retryAfterSeconds: 2,
}

/** Counted by payer and address, so that a stranger elsewhere keeps no payer from their answer; a sign-in goes at any time. */
export function guessesRefusal(retryAfterSeconds: number): Refusal {
  const message =
    'Too many payment identifiers that are not this payment’s came from here. Repeat the same request later, or sign in as its payer.'
  return { kind: 'refused', status: 429, code: 'rate_limited', message, retryAfterSeconds }
}

export const facilitatorUntrusted: Refusal = {
  kind: 'refused',
  status: 502,
  code: 'facilitator_untrusted',
  message: 'The payment facilitator gave an answer that cannot be right; nothing was served.',
}

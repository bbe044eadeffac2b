// The cheap local judgement of a payment: does it pay this route, in time? Whose signature that takes is left to another thread.

import type { PaymentFacts } from '../chain/paid-transfers.ts'
import type { FacilitatorRequest } from '../facilitator/request.ts'
import type { Reason } from '../reasons.ts'
import type { PreparedRoute } from '../terms/challenge.ts'
import { legacyRequirements, type Offer } from '../terms/offer.ts'
import { whyNotAccepted } from '../terms/why.ts'
import { type EvmProof, isEvmProof, type PaymentDocument, type SvmProof } from './decode.ts'
import { readIdentifier } from './identifier.ts'
import type { SignedAuthorization } from './signature.ts'
import type { SvmReader } from './svm.ts'

export type CheckedPayment = {
  readonly document: PaymentDocument
  readonly offer: Offer
  readonly network: string
  /** What the facilitator is asked, in a dialect that it speaks: made of what was checked and of our own words alone. */
  readonly request: FacilitatorRequest
  readonly payer: string
  readonly nonce: string
  /** Never later than the longest wait that was offered: what its payer allows beyond that is not waited for. */
  readonly validBefore: Date
  readonly identifier: string | null
}
/**
 * `signed` is null where there is nothing left to check (Solana), and where only the facilitator can judge a signature. `isLate`: it can buy nothing any more, but what it has bought is still its payer's.
 */
export type Check =
  | {
      readonly ok: true
      readonly payment: CheckedPayment
      readonly signed: SignedAuthorization | null
      readonly isLate: boolean
    }
  /** `why`: what is wrong, where more can be said than the reason does. */
  | { readonly ok: false; readonly reason: Reason | 'payment_identifier_invalid'; readonly why?: string }

// A facilitator refuses an authorization with fewer seconds left than this.
const settleMarginSeconds = 6
const svmLifetimeSeconds = 120

export function checkPayment(o: {
  document: PaymentDocument
  prepared: PreparedRoute
  resource: string
  now: Date
  svm: SvmReader | null
}): Check {
  const { document, prepared, resource } = o
  const found = findOffer(document, prepared.offers)
  if ('reason' in found) return refuse(found.reason, found.why)
  if (document.x402Version === 2 && document.resource && !namesResource(document.resource.url, resource)) {
    return refuse(
      'invalid_payment_requirements',
      `The payment names another resource than ${resource}. Sign the 402 of this request.`,
    )
  }
  const named = readIdentifier(document)
  if (named === 'malformed') return refuse('payment_identifier_invalid')
  const request = requestFor(document, found, prepared, resource)
  const shared = { document, offer: found, request, identifier: named }
  const network = document.x402Version === 2 ? found.asset.network : found.asset.legacyNetwork!
  if (found.asset.family === 'svm') {
    const read = isEvmProof(document.payload) ? null : (o.svm?.(document.payload.transaction) ?? null)
    if (read === null) return refuse('invalid_exact_svm_payload')
    const validBefore = new Date(o.now.getTime() + svmLifetimeSeconds * 1000)
    return { ok: true, payment: { ...shared, network, ...read, validBefore }, signed: null, isLate: false }
  }
  if (!isEvmProof(document.payload)) return refuse('invalid_payload')
  const nowSeconds = Math.floor(o.now.getTime() / 1000)
  const reason = judgeAuthorization(document.payload, found, nowSeconds)
  if (reason !== null) return refuse(reason, mismatches[reason]?.(found))
  const { authorization, signature } = document.payload
  const { from, nonce, validBefore } = authorization
  const longest = BigInt(nowSeconds + found.maxTimeoutSeconds)
  const until = BigInt(validBefore) > longest ? longest : BigInt(validBefore)
  const payment = { ...shared, network, payer: from.toLowerCase(), nonce: nonce.toLowerCase() }
  // A longer signature is a contract wallet's own affair: only the facilitator can ask the wallet.
  const signed = signature.length > 132 ? null : { separator: found.separator!, authorization, signature }
  const isLate = until < BigInt(nowSeconds + prepared.timeoutSeconds + settleMarginSeconds)
  return { ok: true, payment: { ...payment, validBefore: new Date(Number(until) * 1000) }, signed, isLate }
}

/** By what a payment is known on its chain. */
export function factsOf({ offer, payer, nonce }: CheckedPayment): PaymentFacts {
  return { asset: offer.asset.address, payer, nonce, payTo: offer.payTo, amount: offer.amount }
}

// Only the envelopes of the dialects differ, not what was signed: a facilitator that speaks the other one is sent the other one.
function requestFor(document: PaymentDocument, offer: Offer, prepared: PreparedRoute, resource: string): FacilitatorRequest {
  const { asset, requirements, spoken } = offer
  const { x402Version } = document
  const payload = proofAlone(document.payload)
  const version = spoken.includes(x402Version) ? x402Version : spoken[0]!
  if (version === 2) {
    const paymentPayload = { x402Version: 2, accepted: requirements, payload, ...listed(document, prepared, resource) }
    return { x402Version: 2, network: asset.network, paymentPayload, paymentRequirements: requirements }
  }
  const network = asset.legacyNetwork!
  const paymentPayload = { x402Version: 1, scheme: 'exact', network, payload }
  const paymentRequirements = legacyRequirements(offer, prepared.route, resource)!
  return { x402Version: 1, network, paymentPayload, paymentRequirements }
}

function proofAlone(payload: EvmProof | SvmProof): EvmProof | SvmProof {
  if (!isEvmProof(payload)) return { transaction: payload.transaction }
  const { signature, authorization } = payload
  const { from, to, value, validAfter, validBefore, nonce } = authorization
  return { signature, authorization: { from, to, value, validAfter, validBefore, nonce } }
}

// A facilitator's directory learns of a route by what payers echo: it gets our own words, and no secret of the payer's.
function listed(document: PaymentDocument, { route, extensions }: PreparedRoute, resource: string): object {
  if (document.x402Version !== 2 || document.extensions?.bazaar === undefined) return {}
  return {
    resource: { url: resource, description: route.summary, mimeType: 'application/json' },
    extensions: { bazaar: extensions.bazaar },
  }
}

function judgeAuthorization(proof: EvmProof, offer: Offer, nowSeconds: number): Reason | null {
  const { authorization } = proof
  if (authorization.to.toLowerCase() !== offer.payTo.toLowerCase()) return 'invalid_exact_evm_payload_recipient_mismatch'
  if (BigInt(authorization.value) !== offer.amount) return 'invalid_exact_evm_payload_authorization_value_mismatch'
  if (BigInt(authorization.validAfter) > BigInt(nowSeconds)) return 'invalid_exact_evm_payload_authorization_valid_after'
  return null
}

type Unmet = { readonly reason: Reason; readonly why?: string }

function findOffer(document: PaymentDocument, offers: readonly Offer[]): Offer | Unmet {
  const { scheme, network } = document.x402Version === 2 ? document.accepted : document
  if (scheme !== 'exact') return { reason: 'unsupported_scheme' }
  const elsewhere: Unmet = { reason: 'invalid_network' }
  if (document.x402Version === 1) return offers.find((offer) => offer.asset.legacyNetwork === network) ?? elsewhere
  const onNetwork = offers.filter((offer) => offer.asset.network === network)
  const [nearest] = onNetwork
  if (nearest === undefined) return elsewhere
  const { asset, amount, payTo, maxTimeoutSeconds } = document.accepted
  const same = onNetwork.find((offer) => {
    const exact = offer.asset.family === 'svm'
    return (
      isSame(asset, offer.asset.address, exact) &&
      isSame(payTo, offer.payTo, exact) &&
      amount === offer.requirements.amount &&
      (maxTimeoutSeconds === undefined || maxTimeoutSeconds === offer.maxTimeoutSeconds)
    )
  })
  return same ?? { reason: 'invalid_payment_requirements', why: whyNotAccepted(document.accepted, nearest) }
}

function isSame(a: string, b: string, exact: boolean): boolean {
  return exact ? a === b : a.toLowerCase() === b.toLowerCase()
}

function namesResource(claimed: string, resource: string): boolean {
  if (!URL.canParse(claimed)) return false
  const url = new URL(claimed)
  return `${url.origin}${url.pathname}` === resource
}

const mismatches: Partial<Record<Reason, (offer: Offer) => string>> = {
  invalid_exact_evm_payload_recipient_mismatch: ({ payTo }) => `authorization.to must be ${payTo}.`,
  invalid_exact_evm_payload_authorization_value_mismatch: ({ amount }) =>
    `authorization.value must be ${amount}, no more and no less.`,
}

function refuse(reason: Reason | 'payment_identifier_invalid', why?: string): Check {
  return { ok: false, reason, ...(why === undefined ? {} : { why }) }
}

// What is wrong with a payment that was refused, in a sentence beside x402's code: who reads it has to mend it.
import type { PaymentDocument } from '../proof/decode.ts'
import type { Reason } from '../reasons.ts'
import type { Offer } from './offer.ts'

const sentences: Partial<Record<Reason, string>> = {
  invalid_payload:
    'payload is not of the kind that this network takes: {signature, authorization} on EVM chains, {transaction} on Solana.',
  unsupported_scheme: 'Only the scheme "exact" is taken.',
  invalid_network: 'The payment is for a network that accepts does not list.',
  invalid_payment_requirements: 'The payment is not for what accepts asks.',
  invalid_exact_evm_payload_signature:
    'The signature is not that of authorization.from over this authorization. Sign it as it is sent, in the EIP-712 domain of accepts: ' +
    "extra.name, extra.version, the network's chain id, and asset as verifyingContract.",
  invalid_exact_evm_payload_authorization_valid_after:
    "authorization.validAfter lies ahead by this gateway's clock; the Date header tells its time.",
  invalid_exact_evm_payload_authorization_valid_before:
    'authorization.validBefore is past, or too near for the answer and its settlement. Sign a new payment, valid for maxTimeoutSeconds.',
  invalid_exact_svm_payload: 'The transaction is not the transfer that accepts asks, or not signed by its payer.',
  insufficient_funds: 'The payer holds less of the asset than the price.',
  invalid_transaction_state:
    'The chain does not take this payment: its nonce was used or cancelled, or the transfer fails. Sign a new one.',
  payment_already_used: 'This payment was used before, and one payment buys one answer. Sign a new one for another call.',
  payment_expired: 'The payment ran out before it was settled; nothing was charged. Sign a new one.',
  duplicate_settlement: 'This payment is already being settled. Repeat the same request with it.',
  unexpected_verify_error: 'The payment could not be verified; nothing was charged. Sign a new one.',
  settle_failed: 'The payment was not settled and nothing was charged. Sign a new one.',
}

export const whyOf = (reason: Reason): string | undefined => sentences[reason]

type Accepted = Extract<PaymentDocument, { x402Version: 2 }>['accepted']

/** Which members differ from the terms of that network, with what they had to be: our own words alone. */
export function whyNotAccepted(accepted: Accepted, { requirements, maxTimeoutSeconds }: Offer): string {
  const wrong = (['amount', 'asset', 'payTo'] as const)
    .filter((name) => accepted[name].toLowerCase() !== String(requirements[name]).toLowerCase())
    .map((name) => `accepted.${name} must be ${requirements[name]}`)
  if (accepted.maxTimeoutSeconds !== undefined && accepted.maxTimeoutSeconds !== maxTimeoutSeconds)
    wrong.push(`accepted.maxTimeoutSeconds must be ${maxTimeoutSeconds}`)
  return wrong.length === 0
    ? sentences.invalid_payment_requirements!
    : `The payment is not for what accepts asks: ${wrong.join(', ')}.`
}

// The reasons a caller is told: x402's own codes. A facilitator's longer codes and error texts are translated or swallowed here.
const reasons = [
  'payment_required',
  'invalid_payload',
  'invalid_x402_version',
  'unsupported_scheme',
  'invalid_network',
  'invalid_payment_requirements',
  'invalid_exact_evm_payload_signature',
  'invalid_exact_evm_payload_recipient_mismatch',
  'invalid_exact_evm_payload_authorization_value_mismatch',
  'invalid_exact_evm_payload_authorization_valid_after',
  'invalid_exact_evm_payload_authorization_valid_before',
  'invalid_exact_svm_payload',
  'insufficient_funds',
  'invalid_transaction_state',
  'payment_already_used',
  'payment_expired',
  'duplicate_settlement',
  'unexpected_verify_error',
  'settle_failed',
] as const

export type Reason = (typeof reasons)[number]

export function isReason(code: string): code is Reason {
  return (reasons as readonly string[]).includes(code)
}

const translations: readonly (readonly [RegExp, Reason])[] = [
  [/insufficient_(balance|funds)|insufficient_amount/, 'insufficient_funds'],
  [/nonce_already_used|authorization_used|already_used/, 'payment_already_used'],
  [/duplicate_settlement/, 'duplicate_settlement'],
  [/value_mismatch|amount_mismatch|payload_authorization_value/, 'invalid_exact_evm_payload_authorization_value_mismatch'],
  [/recipient_mismatch/, 'invalid_exact_evm_payload_recipient_mismatch'],
  [/valid_before|expired/, 'invalid_exact_evm_payload_authorization_valid_before'],
  [/valid_after/, 'invalid_exact_evm_payload_authorization_valid_after'],
  [/signature|undeployed_smart_wallet|factory_not_allowed/, 'invalid_exact_evm_payload_signature'],
  [/network/, 'invalid_network'],
  [/scheme/, 'unsupported_scheme'],
  [/simulation_failed|transaction_state/, 'invalid_transaction_state'],
  [/^invalid_exact_svm/, 'invalid_exact_svm_payload'],
  [/requirements|asset|token_name|token_version|eip712|eip3009/, 'invalid_payment_requirements'],
  [/payload|transaction$/, 'invalid_payload'],
]

export function publicReason(code: unknown, fallback: Reason): Reason {
  if (typeof code !== 'string' || !/^[a-z0-9_]{1,80}$/.test(code)) return fallback
  if (code.startsWith('invalid_exact_svm') && !code.includes('insufficient')) return 'invalid_exact_svm_payload'
  return translations.find(([pattern]) => pattern.test(code))?.[1] ?? fallback
}

// After these a settlement was certainly never broadcast; after any other failure only the chain knows.
const neverBroadcast: ReadonlySet<Reason> = new Set<Reason>([
  'insufficient_funds',
  'invalid_exact_evm_payload_signature',
  'invalid_exact_evm_payload_recipient_mismatch',
  'invalid_exact_evm_payload_authorization_value_mismatch',
  'invalid_exact_evm_payload_authorization_valid_after',
  'invalid_exact_evm_payload_authorization_valid_before',
  'invalid_exact_svm_payload',
  'invalid_network',
  'unsupported_scheme',
  'invalid_payment_requirements',
  'invalid_payload',
  'invalid_transaction_state',
])

export function provesNothingWasSent(reason: Reason): boolean {
  return neverBroadcast.has(reason)
}

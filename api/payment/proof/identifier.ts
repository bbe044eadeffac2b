// The payment-identifier: a name its payer gives a payment before it is made, and, where it is long enough, a secret that proves them.
import type { PaymentDocument } from './decode.ts'

export const identifierRule = 'A payment identifier has 16 to 128 letters, digits, hyphens or underscores.'

export function readIdentifier(document: PaymentDocument): string | null | 'malformed' {
  if (document.x402Version === 1) return null
  const extension = document.extensions?.['payment-identifier']
  const id = (extension as { info?: { id?: unknown } | null } | null | undefined)?.info?.id
  if (id === undefined) return null
  return typeof id === 'string' && /^[a-zA-Z0-9_-]{16,128}$/.test(id) ? id : 'malformed'
}

// 22 characters of base64url, or 32 hex digits as of a UUID, are 128 bits. Nobody sees by a text how it was drawn: counters, dates and
// words mostly fail here, what is drawn by chance does not.
const hasMonth = /(?:19|20)\d\d[-_]?\d\d/
const leastDifferent = { hex: 8, mixed: 12 }

/** Whether nobody can guess it: then whoever knows it is the payer. It goes neither on the chain nor to a facilitator. */
export function isSecret(identifier: string): boolean {
  const different = new Set(identifier).size
  const hexDigits = identifier.match(/[0-9a-fA-F]/g)?.length ?? 0
  if (hexDigits >= 32 && different >= leastDifferent.hex) return true
  const isMixed = /[a-z]/.test(identifier) && /[A-Z]/.test(identifier)
  return isMixed && !hasMonth.test(identifier) && identifier.length >= 22 && different >= leastDifferent.mixed
}

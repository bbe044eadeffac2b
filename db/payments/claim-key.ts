// The one name of a payment, as short as an index can have it: half of a hash of what names it.
import type { PaymentKey } from './row.ts'

const parts = ['nonce', 'payer', 'asset', 'network', 'run'] as const satisfies readonly (keyof PaymentKey)[]

/** As SQL, of a row's columns. None of them holds a backslash, which alone would not pass for bytes as it is. */
export function claimKeyOf(row?: string): string {
  return hashOf(parts.map((part) => (row === undefined ? part : `${row}.${part}`)))
}

/** As SQL, of the values that go with it. */
export const givenClaimKey = hashOf(parts.map((_, index) => `$${index + 1}::text`))

export function claimKeyValues(key: PaymentKey): string[] {
  return parts.map((part) => key[part])
}

function hashOf(names: readonly string[]): string {
  return `substr(sha256(decode(${names.join(` || ' ' || `)}, 'escape')), 1, 16)`
}

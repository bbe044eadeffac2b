// The port to whoever verifies and settles payments on a chain, and how its answers are read: never trusted on their word.

import type { CheckedPayment } from '../proof/check.ts'
import { publicReason, type Reason } from '../reasons.ts'
import type { Supported, SupportedKind } from '../terms/supported.ts'
import type { KeyGas } from './key-balance.ts'
import type { FacilitatorRequest } from './request.ts'

export type { Supported, SupportedKind } from '../terms/supported.ts'
export type { FacilitatorRequest } from './request.ts'

export type Verification =
  | { readonly kind: 'valid' }
  | { readonly kind: 'invalid'; readonly reason: Reason }
  /** `isPayersOwn`: for this payer alone, who has to wait. `why`: for the operator's log alone. */
  | { readonly kind: 'unavailable'; readonly retryAfterSeconds: number; readonly isPayersOwn?: true; readonly why?: string }
  | { readonly kind: 'untrusted' }

export type Settlement =
  /** `logIndex`: where among the block's logs, where this process has read the receipt; without it that is somebody's word. */
  | { readonly kind: 'settled'; readonly transaction: string; readonly logIndex?: number }
  /** Said no; `transaction` where one was sent all the same. */
  | { readonly kind: 'refused'; readonly reason: Reason; readonly transaction: string | null }
  /** Certainly never reached anyone who could have sent it. */
  | { readonly kind: 'unavailable'; readonly retryAfterSeconds: number; readonly isPayersOwn?: true; readonly why?: string }
  /** May or may not be on its way: only the chain can tell. */
  | { readonly kind: 'unknown'; readonly transaction: string | null; readonly isPayersOwn?: true; readonly why?: string }

export interface Facilitator {
  supported(): Promise<Supported>
  verify(payment: CheckedPayment): Promise<Verification>
  settle(payment: CheckedPayment): Promise<Settlement>
  /** A settlement whose outcome it did not know came to its end on the chain. */
  foundOut?(): void
  /** What its keys have left, where they are ours. */
  keyGas?(): readonly KeyGas[]
  close(): Promise<void>
}

/** The body of a request to /verify or /settle. */
export function facilitatorRequest({ request }: CheckedPayment): Omit<FacilitatorRequest, 'network'> {
  const { network, ...body } = request
  return body
}

type Loose = Readonly<Record<string, unknown>>

export function readVerification(answer: unknown, payment: CheckedPayment): Verification {
  if (!isRecord(answer) || typeof answer.isValid !== 'boolean') return { kind: 'untrusted' }
  if (!answer.isValid) return { kind: 'invalid', reason: publicReason(answer.invalidReason, 'unexpected_verify_error') }
  return isPayer(answer.payer, payment) ? { kind: 'valid' } : { kind: 'untrusted' }
}

export function readSettlement(answer: unknown, payment: CheckedPayment): Settlement {
  if (!isRecord(answer) || typeof answer.success !== 'boolean') return { kind: 'unknown', transaction: null }
  const transaction = readTransaction(answer.transaction, payment)
  if (!answer.success) {
    if (answer.errorReason === 'settlement_pending') return { kind: 'unknown', transaction }
    return { kind: 'refused', reason: publicReason(answer.errorReason, 'settle_failed'), transaction }
  }
  const isOurs = transaction !== null && answer.network === payment.request.network && isPayer(answer.payer, payment)
  return isOurs ? { kind: 'settled', transaction } : { kind: 'unknown', transaction }
}

export function readSupported(answer: unknown): Supported | null {
  if (!isRecord(answer) || !Array.isArray(answer.kinds)) return null
  const kinds = answer.kinds.filter(isRecord).flatMap((kind): SupportedKind[] => {
    if (kind.scheme !== 'exact' || typeof kind.network !== 'string') return []
    const feePayer = isRecord(kind.extra) && typeof kind.extra.feePayer === 'string' ? kind.extra.feePayer : null
    return [{ network: kind.network, version: Number(kind.x402Version), feePayer }]
  })
  const signers = isRecord(answer.signers) ? Object.values(answer.signers).flat() : []
  return { kinds, signers: signers.filter((signer) => typeof signer === 'string') }
}

// v1 facilitators may leave the payer out; one that names somebody else is lying.
function isPayer(payer: unknown, payment: CheckedPayment): boolean {
  if (payer === undefined) return true
  if (typeof payer !== 'string') return false
  return payment.offer.asset.family === 'evm' ? payer.toLowerCase() === payment.payer : payer === payment.payer
}

function readTransaction(value: unknown, payment: CheckedPayment): string | null {
  if (typeof value !== 'string') return null
  if (payment.offer.asset.family === 'evm') return /^0x[0-9a-fA-F]{64}$/.test(value) ? value.toLowerCase() : null
  return /^[1-9A-HJ-NP-Za-km-z]{64,90}$/.test(value) ? value : null
}

function isRecord(value: unknown): value is Loose {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

// Who vouches for a payment: the payer's key, the payer's contract (which only the facilitator can ask), or nobody.
import type { CheckedPayment } from './check.ts'
import { isEvmProof } from './decode.ts'
import type { PayerCodes } from './payer-codes.ts'
import type { SignedAuthorization } from './signature.ts'
import type { SignatureChecks } from './signature-checks.ts'
import { bringsItsWallet } from './transfer-call.ts'

export type Proof =
  /** Seen here to be signed by its `from`. */
  | 'key'
  /** To be judged by the facilitator: a contract's answer, one that is still to be made, or Solana's. */
  | 'elsewhere'
  | 'nobody'
  /** The chain could not be asked. */
  | 'unknown'

export interface PayerProofs {
  judge(payment: CheckedPayment, signed: SignedAuthorization | null): Promise<Proof>
}

export function createPayerProofs(o: { signatures: SignatureChecks; codes: PayerCodes | null }): PayerProofs {
  const { signatures, codes } = o
  return {
    async judge({ document, offer, payer }, signed) {
      if (!isEvmProof(document.payload)) return 'elsewhere'
      if (signed !== null && (await signatures.isSigned(signed))) return 'key'
      if (bringsItsWallet(document.payload.signature)) return 'elsewhere'
      try {
        // Without access to the chain only the facilitator can say.
        return ((await codes?.hasCode(offer.asset.network, payer)) ?? true) ? 'elsewhere' : 'nobody'
      } catch {
        return 'unknown' // told to the caller as "cannot be verified at the moment"
      }
    },
  }
}

// Who vouches for a payment: the payer's key, the payer's contract (which only the facilitator can ask), or nobody.

import { bringsItsWallet } from '../facilitator/transfer-call.ts'
import type { CheckedPayment } from './check.ts'
import { isEvmProof } from './decode.ts'
import type { PayerCodes } from './payer-codes.ts'
import type { SignedAuthorization } from './signature.ts'
import type { SignatureChecks } from './signature-checks.ts'

export type Proof =
  /** Seen here to be signed by its `from`. */
  | 'key'
  /** To be judged by the facilitator: a contract's answer, or one that is still to be made. */
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
      // Solana's payers are seen to have signed as soon as they are read.
      if (!isEvmProof(document.payload)) return 'key'
      if (signed !== null && (await signatures.isSigned(signed))) return 'key'
      if (bringsItsWallet(document.payload.signature)) return 'elsewhere'
      try {
        const hasCode = await codes?.hasCode(offer.asset.network, payer)
        // Without access to the chain what has a key's length must be a key's; of the rest only the facilitator can say.
        return (hasCode ?? signed === null) ? 'elsewhere' : 'nobody'
      } catch {
        return 'unknown' // told to the caller as "cannot be verified at the moment"
      }
    },
  }
}

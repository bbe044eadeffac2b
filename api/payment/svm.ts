// Reads who pays in a Solana payment and what makes it unique: its message, since any signature or encoding could vary.
export type SvmReader = (transaction: string) => { readonly payer: string; readonly nonce: string } | null

/** Loaded only when a Solana token is offered: the libraries behind it are large. */
export async function createSvmReader(): Promise<SvmReader> {
  const svm = await import('@x402/svm')
  return (transaction) => {
    try {
      const decoded = svm.decodeTransactionFromPayload({ transaction })
      const payer = svm.getTokenPayerFromTransaction(decoded)
      return payer === '' ? null : { payer, nonce: svm.transactionMessageHash(decoded) }
    } catch {
      return null // not a Solana transaction; the caller answers so
    }
  }
}

/** Null for what is no Solana transaction. */
export async function messageHashOf(transaction: string): Promise<string | null> {
  const svm = await import('@x402/svm')
  try {
    return svm.transactionMessageHash(svm.decodeTransactionFromPayload({ transaction }))
  } catch {
    return null // of another version than the libraries read, so not a payment that they have verified
  }
}

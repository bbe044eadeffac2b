// Reads who pays in a Solana payment, whether they have signed it, and what makes it unique: its message, since any signature or
// encoding could vary.
import { createPublicKey, verify } from 'node:crypto'
import type { SvmProof } from './decode.ts'

/** Null also where the payer has not signed. */
export type SvmReader = (transaction: SvmProof['transaction']) => { readonly payer: string; readonly nonce: string } | null

/** Loaded only when a Solana token is offered: the libraries behind it are large. */
export async function createSvmReader(): Promise<SvmReader> {
  const svm = await import('@x402/svm')
  return (transaction) => {
    try {
      const decoded = svm.decodeTransactionFromPayload({ transaction })
      const payer = svm.getTokenPayerFromTransaction(decoded)
      if (payer === '' || !isSignedBy(payer, decoded)) return null
      return { payer, nonce: svm.transactionMessageHash(decoded) }
    } catch {
      return null // not a Solana transaction; the caller answers so
    }
  }
}

type SignedMessage = {
  readonly messageBytes: ArrayLike<number>
  readonly signatures: Readonly<Record<string, ArrayLike<number> | null>>
}
const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
// What every Ed25519 key begins with in the only form that node reads.
const keyHead = Buffer.from('302a300506032b6570032100', 'hex')

function isSignedBy(address: string, { messageBytes, signatures }: SignedMessage): boolean {
  const signature = signatures[address]
  if (!signature) return false
  const key = createPublicKey({ key: Buffer.concat([keyHead, keyOf(address)]), format: 'der', type: 'spki' })
  return verify(null, Buffer.from(messageBytes), key, Buffer.from(signature))
}

function keyOf(address: string): Buffer {
  const number = [...address].reduce((sum, letter) => sum * 58n + BigInt(alphabet.indexOf(letter)), 0n)
  return Buffer.from(number.toString(16).padStart(64, '0'), 'hex')
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

// Who signed a digest, by the native secp256k1 library; signatures that another spelling could replace are refused.
import { createRequire } from 'node:module'
import secp256k1 from 'secp256k1'
import { keccak256 } from '../../../base/keccak.ts'
import { type Authorization, authorizationDigest } from './typed-data.ts'

const halfOrder = Buffer.from('7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0', 'hex')

export type SignedAuthorization = {
  /** The token's EIP-712 domain separator, in hex. */
  readonly separator: string
  readonly authorization: Authorization
  readonly signature: string
}

type Proof = { readonly compact: Buffer; readonly recovery: number }

const mostKeys = 10_000
const keys = new Map<string, Uint8Array>()

/**
 * Against the payer's key it takes a quarter less time than to find out whose it is: who has signed before is known by it. Which of
 * two points the recovery byte names is then left to the facilitator and the token, for whom the wrong one is another signer.
 */
export function isSigned({ separator, authorization, signature }: SignedAuthorization): boolean {
  const proof = readProof(signature)
  if (proof === null) return false
  const digest = authorizationDigest(Buffer.from(separator, 'hex'), authorization)
  const from = authorization.from.toLowerCase()
  const known = keys.get(from)
  if (known !== undefined) return isByKey(proof, digest, known)
  const key = recoverKey(proof, digest)
  if (key === null || addressOf(key) !== from) return false
  keys.set(from, key)
  if (keys.size > mostKeys) keys.delete(keys.keys().next().value!)
  return true
}

function readProof(signature: string): Proof | null {
  if (!/^0x[0-9a-fA-F]{130}$/.test(signature)) return null
  const bytes = Buffer.from(signature.slice(2), 'hex')
  const v = bytes[64]!
  const recovery = v >= 27 ? v - 27 : v
  if (recovery !== 0 && recovery !== 1) return null
  if (bytes.compare(halfOrder, 0, 32, 32, 64) > 0) return null
  return { compact: bytes.subarray(0, 64), recovery }
}

function isByKey({ compact }: Proof, digest: Buffer, key: Uint8Array): boolean {
  try {
    return secp256k1.ecdsaVerify(compact, digest, key)
  } catch {
    return false // r or s is no number of the curve's
  }
}

function recoverKey({ compact, recovery }: Proof, digest: Buffer): Uint8Array | null {
  try {
    return secp256k1.ecdsaRecover(compact, recovery, digest, false)
  } catch {
    return null // r or s is not on the curve
  }
}

function addressOf(key: Uint8Array): string {
  return `0x${keccak256(key.subarray(1)).toString('hex', 12)}`
}

/** The package falls back to slow JavaScript without a word; whoever starts a server may want to say so. */
export function isSignatureCheckNative(): boolean {
  const require = createRequire(import.meta.url)
  try {
    return require('secp256k1') === require('secp256k1/bindings')
  } catch {
    return false
  }
}

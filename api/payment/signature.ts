// Who signed a digest, by the native secp256k1 library; signatures that another spelling could replace are refused.
import { createRequire } from 'node:module'
import secp256k1 from 'secp256k1'
import { keccak256 } from '../../keccak.ts'
import { type Authorization, authorizationDigest } from './typed-data.ts'

const halfOrder = Buffer.from('7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0', 'hex')

export type SignedAuthorization = {
  /** The token's EIP-712 domain separator, in hex. */
  readonly separator: string
  readonly authorization: Authorization
  readonly signature: string
}

export function isSigned({ separator, authorization, signature }: SignedAuthorization): boolean {
  const digest = authorizationDigest(Buffer.from(separator, 'hex'), authorization)
  return recoverSigner(digest, signature) === authorization.from.toLowerCase()
}

/** The signer's lower-case address; null for anything but one canonical 65-byte signature. */
export function recoverSigner(digest: Buffer, signature: string): string | null {
  if (!/^0x[0-9a-fA-F]{130}$/.test(signature)) return null
  const bytes = Buffer.from(signature.slice(2), 'hex')
  const v = bytes[64]!
  const recovery = v >= 27 ? v - 27 : v
  if (recovery !== 0 && recovery !== 1) return null
  if (bytes.compare(halfOrder, 0, 32, 32, 64) > 0) return null
  const publicKey = recoverKey(bytes.subarray(0, 64), recovery, digest)
  return publicKey && `0x${keccak256(publicKey.subarray(1)).toString('hex', 12)}`
}

function recoverKey(signature: Buffer, recovery: number, digest: Buffer): Uint8Array | null {
  try {
    return secp256k1.ecdsaRecover(signature, recovery, digest, false)
  } catch {
    return null // r or s is not on the curve
  }
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

// Who signed an authorization; signatures that another spelling could replace are refused.
import { keccak256 } from '../../../base/keccak.ts'
import { type Curve, curveInUse } from './curve/index.ts'
import { type Authorization, authorizationDigest } from './typed-data.ts'

const halfOrder = Buffer.from('7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0', 'hex')

export type SignedAuthorization = {
  /** The token's EIP-712 domain separator, in hex. */
  readonly separator: string
  readonly authorization: Authorization
  readonly signature: string
}

type Proof = { readonly compact: Buffer; readonly recovery: 0 | 1 }

const mostKeys = 10_000

let check: ((signed: SignedAuthorization) => boolean) | null = null

export function isSigned(signed: SignedAuthorization): boolean {
  check ??= createSignatureCheck(curveInUse())
  return check(signed)
}

/**
 * Against the payer's key it takes a fifth less time than to find out whose it is: who has signed before is known by it. Which of
 * two points the recovery byte names is then left to the facilitator and the token, for whom the wrong one is another signer.
 */
export function createSignatureCheck(curve: Curve): (signed: SignedAuthorization) => boolean {
  const keys = new Map<string, Uint8Array>()
  return ({ separator, authorization, signature }) => {
    const proof = readProof(signature)
    if (proof === null) return false
    const digest = authorizationDigest(Buffer.from(separator, 'hex'), authorization)
    const from = authorization.from.toLowerCase()
    const known = keys.get(from)
    if (known !== undefined) return curve.verify(proof.compact, digest, known)
    const key = curve.recover(proof.compact, proof.recovery, digest)
    if (key === null || addressOf(key) !== from) return false
    keys.set(from, key)
    if (keys.size > mostKeys) keys.delete(keys.keys().next().value!)
    return true
  }
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

function addressOf(key: Uint8Array): string {
  return `0x${keccak256(key.subarray(1)).toString('hex', 12)}`
}

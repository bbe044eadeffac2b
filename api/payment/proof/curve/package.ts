// The curve by the npm package, which brings a library of 2020, and slow JavaScript where that is not built.
import { createRequire } from 'node:module'
import { type Curve, uncompressedKey } from './port.ts'

/** Read when it is asked for: it is native code, which threads may not load at every moment. */
export function openPackageCurve(): Curve {
  const require = createRequire(import.meta.url)
  const secp256k1 = require('secp256k1') as typeof import('secp256k1')
  return {
    name: isNative(require, secp256k1) ? 'package' : 'JavaScript',
    verify(compact, digest, publicKey) {
      try {
        return publicKey.length === 65 && publicKey[0] === uncompressedKey && secp256k1.ecdsaVerify(compact, digest, publicKey)
      } catch {
        return false // r or s is no number of the curve's, or the key is no point
      }
    },
    recover(compact, recovery, digest) {
      try {
        return recovery === 0 || recovery === 1 ? secp256k1.ecdsaRecover(compact, recovery, digest, false) : null
      } catch {
        return null // r or s is not on the curve
      }
    },
  }
}

// It falls back without a word.
function isNative(require: NodeJS.Require, secp256k1: unknown): boolean {
  try {
    return secp256k1 === require('secp256k1/bindings')
  } catch {
    return false
  }
}

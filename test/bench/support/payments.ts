// Signed payments by the thousand for a server's own challenge, with the native library: signing must not be what is measured.
import { randomBytes } from 'node:crypto'
import secp256k1 from 'secp256k1'
import { authorizationDigest, domainSeparator } from '../../../api/payment/proof/typed-data.ts'
import { assets } from '../../../api/payment/terms/assets.ts'
import { keccak256 } from '../../../base/keccak.ts'

const separator = domainSeparator(assets['base-sepolia'])

export function signPayments(requirements: { payTo: string; amount: string }, count: number): string[] {
  const key = randomBytes(32)
  const from = `0x${keccak256(secp256k1.publicKeyCreate(key, false).subarray(1)).toString('hex', 12)}`
  const validBefore = String(Math.floor(Date.now() / 1000) + 590)
  return Array.from({ length: count }, () => {
    const nonce = `0x${randomBytes(32).toString('hex')}`
    const authorization = { from, to: requirements.payTo, value: requirements.amount, validAfter: '0', validBefore, nonce }
    const { signature, recid } = secp256k1.ecdsaSign(authorizationDigest(separator, authorization), key)
    const payload = { signature: `0x${Buffer.from(signature).toString('hex')}${(27 + recid).toString(16)}`, authorization }
    return Buffer.from(JSON.stringify({ x402Version: 2, accepted: requirements, payload })).toString('base64')
  })
}

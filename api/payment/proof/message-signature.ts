// Who signed a text with an ordinary key, as wallets sign it (EIP-191).
import { keccak256 } from '../../../base/keccak.ts'
import type { SignedMessage } from '../chain/reader.ts'
import { curveInUse } from './curve/index.ts'

export function isMessageSigned({ address, message, signature }: SignedMessage): boolean {
  if (!/^0x[0-9a-fA-F]{130}$/.test(signature)) return false
  const bytes = Buffer.from(signature.slice(2), 'hex')
  const v = bytes[64]!
  const recovery = v >= 27 ? v - 27 : v
  if (recovery !== 0 && recovery !== 1) return false
  const text = Buffer.from(message, 'utf8')
  const digest = keccak256(Buffer.concat([Buffer.from(`\x19Ethereum Signed Message:\n${text.length}`, 'latin1'), text]))
  const key = curveInUse().recover(bytes.subarray(0, 64), recovery, digest)
  return key !== null && `0x${keccak256(key.subarray(1)).toString('hex', 12)}` === address.toLowerCase()
}

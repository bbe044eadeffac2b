// The EIP-712 digest of an EIP-3009 authorization, by hand: a general encoder costs ten times the signature check itself.
import { keccak256 } from '../../../base/keccak.ts'
import type { EvmAsset } from '../terms/assets.ts'

export type Authorization = {
  readonly from: string
  readonly to: string
  readonly value: string
  readonly validAfter: string
  readonly validBefore: string
  readonly nonce: string
}

const hashText = (text: string) => keccak256(Buffer.from(text))
const domainType = hashText('EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)')
const transferType = hashText(
  'TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)',
)

export function domainSeparator(asset: EvmAsset): Buffer {
  const { name, version } = asset.domain
  const chainAndAddress = Buffer.from(numberHex(asset.chainId) + wordHex(asset.address.slice(2)), 'hex')
  return keccak256(Buffer.concat([domainType, hashText(name), hashText(version), chainAndAddress]))
}

// One for all, read before the next one is written: eight small buffers each cost more than the hashes. What a word was last made of
// is kept beside it: of one payer's calls mostly the nonce alone is another.
const struct = Buffer.concat([transferType, Buffer.alloc(6 * 32)])
const message = Buffer.concat([Buffer.from('1901', 'hex'), Buffer.alloc(2 * 32)])
const standing: string[] = Array(6).fill('')

export function authorizationDigest(separator: Buffer, authorization: Authorization): Buffer {
  const { from, to, value, validAfter, validBefore, nonce } = authorization
  put(0, from, addressHex)
  put(1, to, addressHex)
  put(2, value, numberHex)
  put(3, validAfter, numberHex)
  put(4, validBefore, numberHex)
  put(5, nonce, addressHex)
  separator.copy(message, 2)
  keccak256(struct).copy(message, 2 + 32)
  return keccak256(message)
}

function put(place: number, text: string, hexOf: (text: string) => string): void {
  if (standing[place] === text) return
  // Half a word may stand there, should this fail.
  standing[place] = ''
  struct.write(hexOf(text), (1 + place) * 32, 32, 'hex')
  standing[place] = text
}

function addressHex(address: string): string {
  return wordHex(address.slice(2))
}

function numberHex(decimal: string | number): string {
  return wordHex(BigInt(decimal).toString(16))
}

function wordHex(hex: string): string {
  return hex.padStart(64, '0')
}

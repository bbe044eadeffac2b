// The EIP-712 digest of an EIP-3009 authorization, by hand: a general encoder costs ten times the signature check itself.
import createKeccak from 'keccak'
import type { EvmAsset } from './assets.ts'

export type Authorization = {
  readonly from: string
  readonly to: string
  readonly value: string
  readonly validAfter: string
  readonly validBefore: string
  readonly nonce: string
}

export function keccak256(bytes: Uint8Array): Buffer {
  return createKeccak('keccak256')
    .update(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
    .digest()
}

const hashText = (text: string) => keccak256(Buffer.from(text))
const domainType = hashText('EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)')
const transferType = hashText(
  'TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)',
)

export function domainSeparator(asset: EvmAsset): Buffer {
  const { name, version } = asset.domain
  const words = [domainType, hashText(name), hashText(version), word(BigInt(asset.chainId)), addressWord(asset.address)]
  return keccak256(Buffer.concat(words))
}

export function authorizationDigest(separator: Buffer, authorization: Authorization): Buffer {
  const { from, to, value, validAfter, validBefore, nonce } = authorization
  const numbers = [value, validAfter, validBefore].map((number) => word(BigInt(number)))
  const words = [transferType, addressWord(from), addressWord(to), ...numbers, Buffer.from(nonce.slice(2), 'hex')]
  return keccak256(Buffer.concat([prefix, separator, keccak256(Buffer.concat(words))]))
}

const prefix = Buffer.from('1901', 'hex')

function word(value: bigint): Buffer {
  return Buffer.from(value.toString(16).padStart(64, '0'), 'hex')
}

function addressWord(address: string): Buffer {
  return Buffer.from(address.slice(2).padStart(64, '0'), 'hex')
}

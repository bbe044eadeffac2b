// A wallet for the demo world, made in the page and forgotten with its tab: the same signature as any wallet's.
import { secp256k1 } from '@noble/curves/secp256k1'
import { keccak_256 } from '@noble/hashes/sha3'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils'
import type { TypedData } from './x402.ts'

const place = 'tollgate throwaway key'

export interface Throwaway {
  readonly address: `0x${string}`
  sign(data: TypedData): string
}

export function openThrowaway(): Throwaway {
  const known = sessionStorage.getItem(place)
  const key = known === null ? secp256k1.utils.randomPrivateKey() : hexToBytes(known)
  sessionStorage.setItem(place, bytesToHex(key))
  const address = `0x${bytesToHex(keccak_256(secp256k1.getPublicKey(key, false).slice(1)).slice(-20))}` as const
  return {
    address,
    sign(data) {
      const signature = secp256k1.sign(hashOf(data), key, { lowS: true })
      return `0x${signature.toCompactHex()}${(27 + signature.recovery).toString(16)}`
    },
  }
}

const word = (value: string | number): Uint8Array => hexToBytes(BigInt(value).toString(16).padStart(64, '0'))
const hashText = (text: string): Uint8Array => keccak_256(utf8ToBytes(text))
const typeHash = (name: string, members: readonly { readonly type: string; readonly name: string }[]): Uint8Array =>
  hashText(`${name}(${members.map((one) => `${one.type} ${one.name}`).join(',')})`)

/** EIP-712, for the one domain and the one struct there are. */
export function hashOf({ types, domain, message }: TypedData): Uint8Array {
  const separator = keccak_256(
    concatBytes(
      typeHash('EIP712Domain', types.EIP712Domain),
      hashText(domain.name),
      hashText(domain.version),
      word(domain.chainId),
      word(domain.verifyingContract),
    ),
  )
  const { from, to, value, validAfter, validBefore, nonce } = message
  const struct = keccak_256(
    concatBytes(
      typeHash('TransferWithAuthorization', types.TransferWithAuthorization),
      ...[from, to, value, validAfter, validBefore, nonce].map(word),
    ),
  )
  return keccak_256(concatBytes(new Uint8Array([0x19, 0x01]), separator, struct))
}

// The key whose gas settles payments: it signs with the native library, which takes a fifteenth of the time that JavaScript takes.
import secp256k1 from 'secp256k1'
import { bytesToHex, getAddress, type Hex, hexToBytes, serializeTransaction, type TransactionSerializableEIP1559 } from 'viem'
import { keccak256 } from '../../../base/keccak.ts'

export type SettleKey = {
  readonly address: Hex
  /** The whole transaction, as a node takes it. */
  sign(transaction: TransactionSerializableEIP1559): Hex
}

export function readSettleKey(privateKey: Hex): SettleKey {
  const secret = hexToBytes(privateKey)
  const publicKey = secp256k1.publicKeyCreate(secret, false)
  return {
    address: getAddress(bytesToHex(keccak256(publicKey.subarray(1)).subarray(12))),
    sign(transaction) {
      const digest = keccak256(hexToBytes(serializeTransaction(transaction)))
      const { signature, recid } = secp256k1.ecdsaSign(digest, secret)
      const [r, s] = [bytesToHex(signature.subarray(0, 32)), bytesToHex(signature.subarray(32))]
      return serializeTransaction(transaction, { r, s, yParity: recid as 0 | 1 })
    },
  }
}

/** As viem's own; by the native library, for the same reason. */
export function hashOfTransaction(bytes: Hex): Hex {
  return bytesToHex(keccak256(hexToBytes(bytes)))
}

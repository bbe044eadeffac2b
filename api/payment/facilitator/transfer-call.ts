// The one transaction that settles a checked payment: the token's transfer, after the making of the payer's wallet where there is none yet.
import {
  concatHex,
  decodeAbiParameters,
  encodeFunctionData,
  type Hex,
  hexToNumber,
  parseAbi,
  parseAbiParameters,
  sliceHex,
} from 'viem'
import type { CheckedPayment } from '../proof/check.ts'
import { isEvmProof } from '../proof/decode.ts'

export type TransferCall = {
  readonly to: Hex
  readonly data: Hex
  /** Whose code makes the wallet first, in lower case. */
  readonly factory: Hex | null
}

const tokenAbi = parseAbi([
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)',
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)',
  'event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce)',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
])
const multicallAbi = parseAbi([
  'struct Call3 { address target; bool allowFailure; bytes callData; }',
  'struct Result { bool success; bytes returnData; }',
  'function aggregate3(Call3[] calls) payable returns (Result[] results)',
])
const multicall: Hex = '0xcA11bde05977b3631167028862bE2a173976CA11'
// ERC-6492: (factory, its call, the wallet's signature), then this word.
const deploymentMark = '6492'.repeat(16)
const deploymentParameters = parseAbiParameters('address factory, bytes call, bytes signature')
const hexLengthOfKeySignature = 132

/** Null for a signature that nobody could have given: no key's by its length, of an address that has no code and brings none. */
export function transferCallOf(payment: CheckedPayment, hasCode: boolean): TransferCall | null {
  const { payload } = payment.document
  if (payment.offer.asset.family !== 'evm' || !isEvmProof(payload)) return null
  const asset = payment.offer.asset.address as Hex
  const wrapped = readDeployment(payload.signature as Hex)
  const signature = wrapped?.signature ?? (payload.signature as Hex)
  if (hasCode) return { to: asset, data: transferData(payment, signature), factory: null }
  if (wrapped === null) {
    if (signature.length !== hexLengthOfKeySignature) return null
    return { to: asset, data: transferData(payment, withFullV(signature)), factory: null }
  }
  // A wallet that was made meanwhile is no reason to fail: the transfer alone decides.
  const calls = [
    { target: wrapped.factory, allowFailure: true, callData: wrapped.call },
    { target: asset, allowFailure: false, callData: transferData(payment, signature) },
  ]
  const data = encodeFunctionData({ abi: multicallAbi, functionName: 'aggregate3', args: [calls] })
  return { to: multicall, data, factory: wrapped.factory.toLowerCase() as Hex }
}

export function bringsItsWallet(signature: string): boolean {
  return signature.toLowerCase().endsWith(deploymentMark)
}

// From what was checked, never from what else the payload may say.
function transferData({ document, payer, nonce, offer }: CheckedPayment, signature: Hex): Hex {
  const { authorization } = document.payload as Extract<typeof document.payload, { authorization: unknown }>
  const times = [BigInt(authorization.validAfter), BigInt(authorization.validBefore)] as const
  const shared = [payer as Hex, offer.payTo as Hex, offer.amount, ...times, nonce as Hex] as const
  const functionName = 'transferWithAuthorization'
  if (signature.length !== hexLengthOfKeySignature)
    return encodeFunctionData({ abi: tokenAbi, functionName, args: [...shared, signature] })
  // What every token with authorizations knows; those that ask wallets put the three together again.
  const [r, s, v] = [sliceHex(signature, 0, 32), sliceHex(signature, 32, 64), hexToNumber(sliceHex(signature, 64, 65))]
  return encodeFunctionData({ abi: tokenAbi, functionName, args: [...shared, v, r, s] })
}

// Tokens take 27 and 28 from a key; some signers write 0 and 1.
function withFullV(signature: Hex): Hex {
  const v = hexToNumber(sliceHex(signature, 64, 65))
  return v > 1 ? signature : concatHex([sliceHex(signature, 0, 64), v === 0 ? '0x1b' : '0x1c'])
}

function readDeployment(signature: Hex): { factory: Hex; call: Hex; signature: Hex } | null {
  if (!bringsItsWallet(signature)) return null
  try {
    const [factory, call, inner] = decodeAbiParameters(deploymentParameters, sliceHex(signature, 0, -32))
    return { factory, call, signature: inner }
  } catch {
    return null // the mark alone makes no deployment
  }
}

// Payments made by hand, so that each part of one can be wrong by itself.
import { randomBytes } from 'node:crypto'
import type { Hex, PrivateKeyAccount } from 'viem'
import type { Authorization } from '../../../api/payment/proof/typed-data.ts'
import { payToAccount } from '../../../devnet/accounts.ts'
import { asset } from './settings.ts'

export const authorizationTypes = {
  TransferWithAuthorization: [
    { name: 'from', type: 'address' },
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'validAfter', type: 'uint256' },
    { name: 'validBefore', type: 'uint256' },
    { name: 'nonce', type: 'bytes32' },
  ],
} as const

export const domain = { ...asset.domain, chainId: asset.chainId, verifyingContract: asset.address }

export type Signed = { authorization: Authorization; signature: Hex }

export function nowSeconds(): number {
  return Math.floor(Date.now() / 1000)
}

export function authorizationOf(from: Hex, changes: Partial<Authorization> = {}): Authorization {
  return {
    from,
    to: payToAccount.address,
    value: '50000',
    validAfter: '0',
    validBefore: String(nowSeconds() + 60),
    nonce: `0x${randomBytes(32).toString('hex')}`,
    ...changes,
  }
}

export async function signAuthorization(
  account: PrivateKeyAccount,
  changes: Partial<Authorization> = {},
  signedDomain: Record<string, unknown> = domain,
): Promise<Signed> {
  const authorization = authorizationOf(account.address, changes)
  const { value, validAfter, validBefore } = authorization
  const message = { ...authorization, value: BigInt(value), validAfter: BigInt(validAfter), validBefore: BigInt(validBefore) }
  const signature = await account.signTypedData({
    domain: signedDomain,
    types: authorizationTypes,
    primaryType: 'TransferWithAuthorization',
    message: message as never,
  })
  return { authorization, signature }
}

export const curveOrder = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

const otherV = (signature: Hex) => (signature.endsWith('1b') ? '1c' : '1b')

export function withOtherV(signature: Hex): Hex {
  return `0x${signature.slice(2, 130)}${otherV(signature)}`
}

/** The same signature's second spelling: the other s of the curve, with any v; the one that fits it unless told. */
export function withHighS(signature: Hex, v = otherV(signature)): Hex {
  const s = curveOrder - BigInt(`0x${signature.slice(66, 130)}`)
  return `0x${signature.slice(2, 66)}${s.toString(16).padStart(64, '0')}${v}`
}

export function acceptedFor(amount = '50000'): Record<string, unknown> {
  return {
    scheme: 'exact',
    network: asset.network,
    amount,
    asset: asset.address,
    payTo: payToAccount.address,
    maxTimeoutSeconds: 60,
    extra: asset.domain,
  }
}

export function encode(document: unknown): string {
  return Buffer.from(JSON.stringify(document)).toString('base64')
}

export function currentPayment(payload: unknown, changes: Record<string, unknown> = {}): Record<string, string> {
  return { 'payment-signature': encode({ x402Version: 2, accepted: acceptedFor(), payload, ...changes }) }
}

export function legacyPayment(payload: unknown, changes: Record<string, unknown> = {}): Record<string, string> {
  return { 'x-payment': encode({ x402Version: 1, scheme: 'exact', network: 'base-sepolia', payload, ...changes }) }
}

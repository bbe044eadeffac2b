// Payments made by hand from what a 402 says, so that each part of one can be wrong by itself.
import { randomBytes } from 'node:crypto'
import type { Hex } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'

export interface Terms {
  readonly accepted: Readonly<Record<string, any>>
  readonly chainId: number
  readonly asset: Hex
  readonly payTo: Hex
  readonly amount: string
}

export interface Signed {
  readonly authorization: {
    readonly from: Hex
    readonly to: Hex
    readonly value: string
    readonly validAfter: string
    readonly validBefore: string
    readonly nonce: Hex
  }
  readonly signature: Hex
}

export const encode = (document: unknown): string => Buffer.from(JSON.stringify(document)).toString('base64')
export const decode = (header: string): any => JSON.parse(Buffer.from(header, 'base64').toString('utf8'))
export const nowSeconds = (): number => Math.floor(Date.now() / 1_000)

export async function readTerms(url: string): Promise<Terms> {
  const answer = await fetch(url)
  await answer.arrayBuffer()
  const header = answer.headers.get('payment-required')
  if (header === null) throw new Error(`${url} asks for no payment: ${answer.status}`)
  return termsOf(decode(header))
}

export function termsOf(required: any): Terms {
  const accepted = required.accepts[0]
  const { network, asset, payTo, amount } = accepted
  return { accepted, asset, payTo, amount, chainId: Number(network.split(':')[1]) }
}

const types = {
  TransferWithAuthorization: [
    { name: 'from', type: 'address' },
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'validAfter', type: 'uint256' },
    { name: 'validBefore', type: 'uint256' },
    { name: 'nonce', type: 'bytes32' },
  ],
} as const

export function authorizationOf(
  terms: Terms,
  from: Hex,
  changes: Partial<Signed['authorization']> = {},
): Signed['authorization'] {
  const nonce: Hex = `0x${randomBytes(32).toString('hex')}`
  const validBefore = String(nowSeconds() + 60)
  return { from, to: terms.payTo, value: terms.amount, validAfter: '0', validBefore, nonce, ...changes }
}

export async function sign(
  terms: Terms,
  payer: PrivateKeyAccount,
  changes: Partial<Signed['authorization']> = {},
): Promise<Signed> {
  const authorization = authorizationOf(terms, payer.address, changes)
  const { value, validAfter, validBefore } = authorization
  const signature = await payer.signTypedData({
    domain: {
      name: terms.accepted.extra.name,
      version: terms.accepted.extra.version,
      chainId: terms.chainId,
      verifyingContract: terms.asset,
    },
    types,
    primaryType: 'TransferWithAuthorization',
    message: { ...authorization, value: BigInt(value), validAfter: BigInt(validAfter), validBefore: BigInt(validBefore) },
  })
  return { authorization, signature }
}

export function paymentOf(terms: Terms, payload: unknown, extensions?: Record<string, unknown>): object {
  return { x402Version: 2, accepted: terms.accepted, payload, ...(extensions === undefined ? {} : { extensions }) }
}

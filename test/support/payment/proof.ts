// How a payer shows that a payment is theirs: a name given before it was made, or a word signed for one resource.
import { randomBytes } from 'node:crypto'
import { createSIWxPayload, encodeSIWxHeader } from '@x402/extensions/sign-in-with-x'
import type { PrivateKeyAccount } from 'viem/accounts'
import { asset } from './settings.ts'
import { currentPayment, type Signed } from './sign.ts'

export function newIdentifier(): string {
  return `pay_${randomBytes(16).toString('hex')}`
}

export function namedPayment(signed: Signed, id = newIdentifier()): Record<string, string> {
  return currentPayment(signed, { extensions: { 'payment-identifier': { info: { required: false, id } } } })
}

type Info = Parameters<typeof createSIWxPayload>[0]

/** As an official client signs what a 402 asks for; `changes` for what a 402 would not. */
export async function signIn(
  account: PrivateKeyAccount,
  resource: string,
  changes: Partial<Info> = {},
): Promise<Record<string, string>> {
  const { host } = new URL(changes.uri ?? resource)
  const info: Info = {
    domain: host,
    uri: resource,
    version: '1',
    nonce: randomBytes(16).toString('hex'),
    issuedAt: new Date().toISOString(),
    chainId: asset.network,
    type: 'eip191',
    ...changes,
  }
  const payload = await createSIWxPayload(info, account, `${new URL(info.uri).protocol}//${info.domain}/`)
  return { 'sign-in-with-x': encodeSIWxHeader(payload) }
}

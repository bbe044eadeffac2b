// A payer as the published client is one: asks for the price of a path, signs it, pays it.
import type { PrivateKeyAccount } from 'viem/accounts'
import type { Answer, World } from './attack.ts'
import { decode, encode, paymentOf, readTerms, sign } from './payment.ts'

export async function buy({ url, get }: World, path: string, account: PrivateKeyAccount): Promise<Answer> {
  const terms = await readTerms(url + path)
  return get({ 'payment-signature': encode(paymentOf(terms, await sign(terms, account))) }, path)
}

export const transactionOf = ({ headers }: Answer): string => decode(headers.get('payment-response') ?? 'e30=').transaction ?? ''

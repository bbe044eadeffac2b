// How a further source is asked about a token: for whose answer, and which token of which chain.
import { TollgateError } from '../../base/errors.ts'

export interface OutsideKey {
  readonly asked: string
  readonly chainId: number
  readonly token: string
}

/** An answer about a token, and the question it answers. */
export interface OutsideAnswer extends OutsideKey {
  readonly body: unknown
}

/** What a source is asked each day, that nobody waits for: the token the documents show, which every source knows. */
export const shownToken: OutsideKey = {
  asked: 'any:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  chainId: 8453,
  token: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
}

export function readOutsideKey(key: string): OutsideKey {
  const [, asked, chain, token] = /^([a-z0-9]+:0x[0-9a-fA-F]{40})@(\d+)\/(0x[0-9a-f]{40})$/.exec(key) ?? []
  if (asked === undefined || token === undefined) throw new TollgateError('key_unknown', 'that is no question about a token')
  return { asked, chainId: Number(chain), token }
}

// How a further source is asked about a token: for whose answer, and which token of which chain.
import { TollgateError } from '../../errors.ts'

export interface OutsideKey {
  readonly asked: string
  readonly chainId: number
  readonly token: string
}

export function readOutsideKey(key: string): OutsideKey {
  const [, asked, chain, token] = /^([a-z0-9]+:0x[0-9a-fA-F]{40})@(\d+)\/(0x[0-9a-f]{40})$/.exec(key) ?? []
  if (asked === undefined || token === undefined) throw new TollgateError('key_unknown', 'that is no question about a token')
  return { asked, chainId: Number(chain), token }
}

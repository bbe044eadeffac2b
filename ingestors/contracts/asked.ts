// How a contract is named in what is asked: its chain's number, or `any` where nobody said, and its address.
import type { Hex } from 'viem'
import { TollgateError } from '../../base/errors.ts'

export interface AskedContract {
  /** null: the chain is to be found. */
  readonly chainId: number | null
  readonly address: Hex
}

const shape = /^(any|[1-9]\d{0,9}):(0x[0-9a-fA-F]{40})$/

export function readAsked(key: string): AskedContract {
  const [, chain, address] = shape.exec(key) ?? []
  if (chain === undefined || address === undefined) throw new TollgateError('key_unknown', 'that is no chain and address')
  return { chainId: chain === 'any' ? null : Number(chain), address: address.toLowerCase() as Hex }
}

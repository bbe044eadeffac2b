// How a contract or wallet is named in what is asked: its chain's number, or `any` where nobody said, and its address; of a wallet its name.
import type { Hex } from 'viem'
import { TollgateError } from '../../base/errors.ts'

export interface AskedContract {
  /** null: the chain is to be found. */
  readonly chainId: number | null
  readonly address: Hex
}

const shape = /^(any|[1-9]\d{0,9}):(0x[0-9a-fA-F]{40})$/

const named = /^(any|[1-9]\d{0,9}):([^\s:]{3,255})$/

/** The chain and the ENS name of a wallet that was asked by one; null of an address. */
export function readAskedName(key: string): { readonly chain: string; readonly name: string } | null {
  const [, chain, name] = shape.test(key) ? [] : (named.exec(key) ?? [])
  return chain === undefined || name === undefined ? null : { chain, name }
}

const agentShape = /^(any|[1-9]\d{0,9}):agent-(\d{1,78})$/

/** The chain and the number of an agent in its registry of ERC-8004; no ENS name looks like that, for it has no dot. */
export function readAskedAgent(key: string): { readonly chain: string; readonly id: string } | null {
  const [, chain, id] = agentShape.exec(key) ?? []
  return chain === undefined || id === undefined ? null : { chain, id }
}

const siteShape = /^(any|[1-9]\d{0,9}):@([a-z0-9._-]{3,253})$/

/** The chain and the site of an agent that was asked by its domain; no ENS name begins like that. */
export function readAskedSite(key: string): { readonly chain: string; readonly domain: string } | null {
  const [, chain, domain] = siteShape.exec(key) ?? []
  return chain === undefined || domain === undefined ? null : { chain, domain }
}

export function readAsked(key: string): AskedContract {
  const [, chain, address] = shape.exec(key) ?? []
  if (chain === undefined || address === undefined) throw new TollgateError('key_unknown', 'that is no chain and address')
  return { chainId: chain === 'any' ? null : Number(chain), address: address.toLowerCase() as Hex }
}

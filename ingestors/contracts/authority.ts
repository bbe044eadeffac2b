// Who an address with power is: a person's key, several together, a delay, another contract, or nobody any more.
import { type Hex, hexToBigInt } from 'viem'
import { view } from '../chains/pinned.ts'
import { delegateOf } from './bytecode.ts'
import type { PinnedChain } from './pinned-chain.ts'
import type { AuthorityKind } from './words.ts'

export interface Authority {
  readonly address: Hex
  readonly kind: AuthorityKind
  /** What stands between: an administrator's contract whose owner this is. */
  readonly via: readonly Hex[]
  readonly threshold: number | null
  readonly owners: number | null
  readonly delay_seconds: number | null
}

const views = {
  threshold: view<bigint>('function getThreshold() view returns (uint256)'),
  owners: view<readonly Hex[]>('function getOwners() view returns (address[])'),
  delay: view<bigint>('function getMinDelay() view returns (uint256)'),
  // The older timelocks' word for it.
  oldDelay: view<bigint>('function delay() view returns (uint256)'),
  owner: view<Hex>('function owner() view returns (address)'),
}
const mostHops = 2
const mostDelaySeconds = 10 * 365 * 86_400
const nobody = new Set([0n, 1n, 0xdeadn])
const burnt = /^0x0*(dead)?$|^0xdead0{28,}/

export const isNobody = (address: Hex): boolean => nobody.has(hexToBigInt(address)) || burnt.test(address.toLowerCase())

export async function judgeAuthority(chain: PinnedChain, given: Hex, via: readonly Hex[] = []): Promise<Authority> {
  const address = given.toLowerCase() as Hex
  const plain = { address, via, threshold: null, owners: null, delay_seconds: null }
  if (isNobody(address)) return { ...plain, kind: 'none' }
  const code = await chain.code(address)
  if (code === '0x' || delegateOf(code) !== null) return { ...plain, kind: 'eoa' }
  const ask = (one: (typeof views)[keyof typeof views]) => ({ view: one, to: address, args: [] })
  const [threshold, owners, delay, oldDelay, owner] = (await chain.answer<unknown>(Object.values(views).map(ask))) as [
    bigint | null,
    readonly Hex[] | null,
    bigint | null,
    bigint | null,
    Hex | null,
  ]
  if (threshold !== null && owners !== null)
    return { ...plain, kind: 'multisig', threshold: Number(threshold), owners: owners.length }
  const waits = delay ?? oldDelay
  if (waits !== null && waits > 0n && waits <= mostDelaySeconds)
    return { ...plain, kind: 'timelock', delay_seconds: Number(waits) }
  if (owner !== null && owner.toLowerCase() !== address && via.length < mostHops)
    return judgeAuthority(chain, owner, [...via, address])
  return { ...plain, kind: 'contract' }
}

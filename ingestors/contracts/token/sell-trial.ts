// Tries on the pinned state whether what is bought can be sold: a new account gets some, sends it on, and those who hold some already try too.
import { encodeFunctionData, type Hex, hexToBigInt, parseAbi } from 'viem'
import type { PinnedChain, Tried } from '../pinned-chain.ts'
import { stranger } from '../powers.ts'
import type { Verdict } from '../words.ts'

export interface Trial {
  readonly verdict: Verdict
  /** simulated: a new account bought and sold; holders: only those who hold some tried to send it. */
  readonly method: 'simulated_pool' | 'simulated_holder' | 'holders' | 'none'
  readonly buy_tax: number | null
  readonly sell_tax: number | null
  readonly transfer_tax: number | null
  readonly holders_tried: number
  readonly holders_able: number
}

export interface TrialOf {
  readonly token: Hex
  /** Where it trades; null where that is not known. */
  readonly pool: { readonly address: Hex; readonly units: bigint } | null
  /** Somebody who may surely send some: the owner, or the largest holder. */
  readonly source: { readonly account: Hex; readonly units: bigint } | null
  /** Others who hold some. */
  readonly holders: readonly Hex[]
}

const abi = parseAbi([
  'function balanceOf(address) view returns (uint256)',
  'function approve(address, uint256)',
  'function transfer(address, uint256)',
  'function transferFrom(address, address, uint256)',
])
const router: Hex = '0x9e2c41d0a7f35b8864c1f0d2be937a5518d6c4e7'
const friend: Hex = '0x3fa8d16c0b72e59491c7e0845da2b36f7c19e8d5'
// A part that no limit of a single transfer forbids.
const part = 1_000n
const mostHolders = 5

export async function trySelling(chain: PinnedChain, of: TrialOf): Promise<Trial> {
  const able = await Promise.all(of.holders.slice(0, mostHolders).map((holder) => canSend(chain, of, holder)))
  const told = able.filter((one) => one !== null)
  const holders = { holders_tried: told.length, holders_able: told.filter((one) => one).length }
  const simulated = await simulateTrip(chain, of)
  if (simulated !== null) return { ...simulated, ...holders }
  const verdict = told.length === 0 ? 'unknown' : holders.holders_able === 0 ? 'honeypot' : 'clean'
  const method = told.length === 0 ? 'none' : 'holders'
  return { verdict, method, buy_tax: null, sell_tax: null, transfer_tax: null, ...holders }
}

/** To the token a swap is a transfer from or to its pool: that is what is tried, whatever kind of pool it is. */
async function simulateTrip(
  chain: PinnedChain,
  { token, pool, source }: TrialOf,
): Promise<Omit<Trial, 'holders_tried' | 'holders_able'> | null> {
  const begin = pool === null ? source && { ...source, address: source.account } : pool
  if (begin === null || begin.units < part) return null
  const method = pool === null ? 'simulated_holder' : 'simulated_pool'
  const none = { method, buy_tax: null, sell_tax: null, transfer_tax: null } as const
  const amount = begin.units / part
  const send = (from: Hex, name: 'transfer' | 'approve', to: Hex, units: bigint): Tried => ({
    from,
    to: token,
    data: encodeFunctionData({ abi, functionName: name, args: [to, units] }),
  })
  const balanceOf = (account: Hex): Tried => ({
    from: stranger,
    to: token,
    data: encodeFunctionData({ abi, functionName: 'balanceOf', args: [account] }),
  })
  const buy = [balanceOf(stranger), send(begin.address, 'transfer', stranger, amount), balanceOf(stranger)]
  const bought = await chain.simulate(buy)
  if (bought === null) return null
  const got = difference(bought, 0, 2)
  if (!bought[1]!.ok || got === null || got < 4n) return { ...none, verdict: bought[1]!.ok ? 'unknown' : 'not_tradable' }
  const [half, quarter] = [got / 2n, got / 4n]
  // Where no pool is known the way a pool's router takes it is tried towards somebody else.
  const sink = pool?.address ?? friend
  const sell: Tried[] = [
    send(stranger, 'approve', router, 2n ** 255n),
    balanceOf(sink),
    { from: router, to: token, data: encodeFunctionData({ abi, functionName: 'transferFrom', args: [stranger, sink, half] }) },
    balanceOf(sink),
    balanceOf(router),
    send(stranger, 'transfer', router, quarter),
    balanceOf(router),
  ]
  const trip = (await chain.simulate(buy, sell))?.slice(buy.length)
  if (trip === undefined) return null
  const taxed = (received: bigint | null, sent: bigint) => (received === null ? null : 1 - Number(received) / Number(sent))
  return {
    method,
    verdict: trip[2]!.ok && (difference(trip, 1, 3) ?? 0n) > 0n ? 'clean' : 'honeypot',
    buy_tax: taxed(got, amount),
    sell_tax: trip[2]!.ok ? taxed(difference(trip, 1, 3), half) : null,
    transfer_tax: trip[5]!.ok ? taxed(difference(trip, 4, 6), quarter) : null,
  }
}

function difference(
  results: readonly { readonly ok: boolean; readonly data: Hex }[],
  before: number,
  after: number,
): bigint | null {
  const [a, b] = [results[before]!, results[after]!]
  return a.ok && b.ok && a.data.length >= 66 && b.data.length >= 66 ? hexToBigInt(b.data) - hexToBigInt(a.data) : null
}

/** null where it could not be tried. */
async function canSend(chain: PinnedChain, { token, pool }: TrialOf, holder: Hex): Promise<boolean | null> {
  const data = encodeFunctionData({ abi, functionName: 'transfer', args: [pool?.address ?? friend, 1n] })
  try {
    return (await chain.call({ from: holder, to: token, data })) !== null
  } catch {
    return null // the provider's trouble says nothing about the token
  }
}

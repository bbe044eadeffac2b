// Whom the logs of Aave's contracts touch: anybody they name who is known to have borrowed, and whoever borrows now.
import { type Hex, hexToNumber, sliceHex } from 'viem'
import type { SubjectName } from '../../../db/chains/subjects.ts'
import { addressIn, noAddress } from '../../chains/address.ts'
import type { Touch } from '../../chains/follower.ts'
import type { ChainLog } from '../../chains/logs.ts'
import { borrowed, modeAdded, modeAssets, modeMoved } from './contracts.ts'
import type { Pool } from './pools.ts'
import { aaveModes, aavePositions, aaveReserves } from './topic.ts'

export const keyOf = (chainId: number, market: string, what: string | number) => `${chainId}:${market}:${what}`

/** Of all history, only who ever borrowed. */
export function touchBorrowers(chainId: number, markets: ReadonlyMap<Hex, string>, logs: readonly ChainLog[]): Touch {
  const always = logs.flatMap((log): SubjectName[] => {
    const account = log.topics[0] === borrowed ? addressIn(log.topics[2]) : null
    if (account === null) return []
    return [{ topic: aavePositions.name, key: keyOf(chainId, markets.get(log.address)!, account), parts: [] }]
  })
  return { always, ifKnown: [] }
}

export function touchAave(chainId: number, pools: readonly Pool[], logs: readonly ChainLog[]): Touch {
  const emitters = new Map<Hex, { market: string; reserve: Hex | null; isConfigurator: boolean }>()
  for (const { market, address, configurator, reserves } of pools) {
    emitters.set(address, { market, reserve: null, isConfigurator: false })
    emitters.set(configurator, { market, reserve: null, isConfigurator: true })
    for (const { asset, aToken, debtToken } of reserves)
      for (const token of [aToken, debtToken]) emitters.set(token, { market, reserve: asset, isConfigurator: false })
  }
  const listed = new Map(pools.map((pool) => [pool.market, new Set(pool.reserves.map((reserve) => reserve.asset))]))
  const always: SubjectName[] = []
  const ifKnown: SubjectName[] = []
  for (const log of logs) {
    const { market, reserve, isConfigurator } = emitters.get(log.address)!
    const named = log.topics.slice(1).flatMap((topic) => addressIn(topic) ?? [])
    const reserves = named.filter((address) => listed.get(market)!.has(address))
    for (const asset of reserve === null ? reserves : [reserve])
      always.push({ topic: aaveReserves.name, key: keyOf(chainId, market, asset), parts: [] })
    if (isConfigurator) {
      for (const mode of modesIn(log)) always.push({ topic: aaveModes.name, key: keyOf(chainId, market, mode), parts: [] })
      continue
    }
    for (const account of named) {
      if (account === noAddress) continue
      const name = { topic: aavePositions.name, key: keyOf(chainId, market, account), parts: [] }
      const isBorrower = log.topics[0] === borrowed && account === addressIn(log.topics[2])
      if (isBorrower) always.push(name)
      else ifKnown.push(name)
    }
  }
  return { always, ifKnown }
}

function modesIn(log: ChainLog): number[] {
  const [name, first] = log.topics
  const word = (at: number) => hexToNumber(sliceHex(log.data, at * 32, (at + 1) * 32))
  if (name === modeAdded) return [hexToNumber(first!)]
  // Zero is no category.
  if (name === modeMoved) return [word(0), word(1)].filter((mode) => mode > 0)
  return modeAssets.includes(name!) ? [word(0)] : []
}

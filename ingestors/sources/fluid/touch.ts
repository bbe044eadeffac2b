// Whom the logs of Fluid touch: the vault they are of, the position that was opened or changed, and all of a vault where liquidations name nobody.
import type { Hex } from 'viem'
import type { SubjectName } from '../../../db/chains/subjects.ts'
import type { Touch } from '../../chains/follower.ts'
import type { ChainLog } from '../../chains/logs.ts'
import { liquidated, minted, operated } from './contracts.ts'
import { fluidPositions, fluidVaults } from './topic.ts'

export const keyOf = (chainId: number, what: string) => `${chainId}:fluid:${what}`

// No fact of this name is ever there: it stands for everybody in a vault until they are read again.
const everybody = 'all-of-'
export const everybodyIn = (vault: Hex): string => `${everybody}${vault}`
export const vaultNamed = (name: string): Hex | null =>
  name.startsWith(everybody) ? (name.slice(everybody.length) as Hex) : null

export function touchFluid(chainId: number, vaults: ReadonlySet<Hex>, logs: readonly ChainLog[]): Touch {
  const always = new Map<string, SubjectName>()
  const add = (topic: string, what: string) => always.set(`${topic} ${what}`, { topic, key: keyOf(chainId, what), parts: [] })
  for (const { address, topics, data } of logs) {
    const [event, , , third] = topics
    if (event === minted && third !== undefined) add(fluidPositions.name, String(BigInt(third)))
    if (!vaults.has(address)) continue
    add(fluidVaults.name, address)
    const position = event === operated ? wordOf(data, 1) : null
    if (position !== null) add(fluidPositions.name, String(position))
    if (liquidated.includes(event!)) add(fluidPositions.name, everybodyIn(address))
  }
  return { always: [...always.values()], ifKnown: [] }
}

function wordOf(data: Hex, index: number): bigint | null {
  const word = data.slice(2 + index * 64, 2 + (index + 1) * 64)
  return /^[0-9a-f]{64}$/i.test(word) ? BigInt(`0x${word}`) : null
}

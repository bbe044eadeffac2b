// Whom the logs of Euler v2 touch: the vault they are of, whoever may have come to owe, and anybody they name who is known.
import type { Hex } from 'viem'
import type { SubjectName } from '../../../db/chains/subjects.ts'
import { addressIn, noAddress } from '../../chains/address.ts'
import type { Touch } from '../../chains/follower.ts'
import type { ChainLog } from '../../chains/logs.ts'
import { mayOwe } from './contracts.ts'
import { eulerPositions, eulerVaults } from './topic.ts'

export const keyOf = (chainId: number, what: string) => `${chainId}:euler-v2:${what}`

/** `vaults`: those that are followed now; logs of the connector are of none. */
export function touchEuler(chainId: number, vaults: ReadonlySet<Hex>, logs: readonly ChainLog[]): Touch {
  const always: SubjectName[] = []
  const ifKnown: SubjectName[] = []
  const seen = new Set<string>()
  const add = (list: SubjectName[], topic: string, what: Hex) => {
    const key = keyOf(chainId, what)
    const mark = `${list === always} ${topic} ${key}`
    if (seen.has(mark)) return
    seen.add(mark)
    list.push({ topic, key, parts: [] })
  }
  for (const log of logs) {
    if (vaults.has(log.address)) add(always, eulerVaults.name, log.address)
    const [event, ...named] = log.topics
    const first = addressIn(named[0])
    if (first === null) continue
    if (mayOwe.includes(event!)) add(always, eulerPositions.name, first)
    else
      for (const account of named.map(addressIn))
        if (account !== null && account !== noAddress) add(ifKnown, eulerPositions.name, account)
  }
  return { always, ifKnown }
}

// Whom the logs of Comet touch: their market always, anybody they name who is known, and whoever may have come to owe.
import type { Hex } from 'viem'
import type { SubjectName } from '../../../db/chains/subjects.ts'
import { addressIn, noAddress } from '../../chains/address.ts'
import type { Touch } from '../../chains/follower.ts'
import type { ChainLog } from '../../chains/logs.ts'
import { collateralMoved, mayOwe, withdrawn } from './contracts.ts'
import { cometMarkets, cometPositions } from './topic.ts'

export const marketKey = (chainId: number, market: string) => `${chainId}:${market}`
export const positionKey = (chainId: number, market: string, account: string) => `${chainId}:${market}:${account}`

/** `markets`: by the contract's address its name. */
export function touchComet(chainId: number, markets: ReadonlyMap<Hex, string>, logs: readonly ChainLog[]): Touch {
  const always: SubjectName[] = []
  const ifKnown: SubjectName[] = []
  for (const log of logs) {
    const market = markets.get(log.address)!
    always.push({ topic: cometMarkets.name, key: marketKey(chainId, market), parts: [] })
    const [event, from, to] = log.topics
    const owing = event === withdrawn ? addressIn(from) : collateralMoved.includes(event!) ? addressIn(to) : null
    for (const account of [addressIn(from), addressIn(to)]) {
      if (account === null || account === noAddress) continue
      const name = { topic: cometPositions.name, key: positionKey(chainId, market, account), parts: [] }
      if (account === owing) always.push(name)
      else ifKnown.push(name)
    }
  }
  return { always, ifKnown }
}

/** Of all history, only who may ever have owed. */
export function touchBorrowers(chainId: number, markets: ReadonlyMap<Hex, string>, logs: readonly ChainLog[]): Touch {
  const { always } = touchComet(
    chainId,
    markets,
    logs.filter((log) => mayOwe.includes(log.topics[0]!)),
  )
  return { always: always.filter(({ topic }) => topic === cometPositions.name), ifKnown: [] }
}

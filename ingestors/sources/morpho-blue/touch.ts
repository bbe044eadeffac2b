// Whom the logs of Morpho Blue touch: every market, and every account that ever borrowed, with the markets it did so in.
import type { SubjectName } from '../../../db/chains/subjects.ts'
import { addressIn } from '../../chains/address.ts'
import type { Touch } from '../../chains/follower.ts'
import type { ChainLog } from '../../chains/logs.ts'
import { borrowed, created } from './contracts.ts'
import { morphoMarkets, morphoPositions } from './topic.ts'

export const keyOf = (chainId: number, what: string) => `${chainId}:morpho-blue:${what}`

export function touchMorpho(chainId: number, logs: readonly ChainLog[]): Touch {
  const always: SubjectName[] = []
  const ifKnown: SubjectName[] = []
  for (const log of logs) {
    const market = log.topics[1]!
    const isBorrow = log.topics[0] === borrowed
    // A market is known from its first block on, so that a borrower who was missed in it shows in its totals.
    const marketNames = isBorrow || log.topics[0] === created ? always : ifKnown
    marketNames.push({ topic: morphoMarkets.name, key: keyOf(chainId, market), parts: [] })
    for (const topic of log.topics.slice(2)) {
      const account = addressIn(topic)
      if (account === null) continue
      const name = { topic: morphoPositions.name, key: keyOf(chainId, account) }
      if (isBorrow && topic === log.topics[2]) always.push({ ...name, parts: [market] })
      else ifKnown.push({ ...name, parts: [] })
    }
  }
  return { always, ifKnown }
}

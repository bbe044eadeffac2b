// Looks for payments that were made a moment ago, all of a moment's with one reading of the token's logs.
import { type Hex, type PublicClient, pad } from 'viem'
import { createBatcher } from '../../../db/work/batcher.ts'
import type { LogReader } from './log-reader.ts'
import { isPayment, type Paid, type PaymentFacts, transfersIn, transferTopic, usedTopic } from './paid-transfers.ts'

export interface RecentPayments {
  seen(facts: PaymentFacts): Promise<Paid | null>
}

// Older than a facilitator's longest wait on any chain that is offered.
const recentBlocks = 600n
const gatherMs = 5

export function createRecentPayments(client: PublicClient, logs: LogReader): RecentPayments {
  const look = async (all: readonly PaymentFacts[]): Promise<(Paid | null)[]> => {
    const latest = await client.getBlockNumber()
    const found = new Map<string, readonly (readonly [PaymentFacts, Paid])[]>()
    for (const [asset, ofAsset] of Map.groupBy(all, (facts) => facts.asset)) {
      // Both events name the payer first: what else these payers do in a few blocks is little.
      const payers = [...new Set(ofAsset.map(({ payer }) => pad(payer as Hex)))]
      const oldest = latest > recentBlocks ? latest - recentBlocks : 0n
      const spanOf = (width: bigint) => ({ from: latest - oldest < width ? oldest : latest - width + 1n, to: latest })
      const { logs: read } = await logs.read({ asset, topics: [[usedTopic, transferTopic], payers] }, spanOf)
      const transfers = transfersIn(read, asset)
      found.set(
        asset,
        ofAsset.flatMap((facts) => {
          const paid = transfers.find((transfer) => isPayment(transfer, facts))
          return paid === undefined ? [] : [[facts, { transaction: paid.transaction, logIndex: paid.logIndex }] as const]
        }),
      )
    }
    return all.map((facts) => found.get(facts.asset)?.find(([one]) => one === facts)?.[1] ?? null)
  }
  const seen = createBatcher(look, () => false, gatherMs)
  return { seen }
}

// Looks for payments that were made a moment ago, all of a moment's with one reading of the token's logs.
import { type Hex, type PublicClient, pad } from 'viem'
import { createBatcher } from '../../../db/work/batcher.ts'
import { isTooLong, type LogReader } from './log-reader.ts'
import {
  isPayment,
  type Paid,
  type PaidTransfer,
  type PaymentFacts,
  transfersIn,
  transferTopic,
  usedTopic,
} from './paid-transfers.ts'

type OfPayer = readonly [payer: string, all: readonly PaymentFacts[]]

export interface RecentPayments {
  seen(facts: PaymentFacts): Promise<Paid | null>
}

// Older than a facilitator's longest wait on any chain that is offered.
const recentBlocks = 600n
const gatherMs = 5

/** `logs` says where an answer is longer than who pays at this moment can have made it. */
export function createRecentPayments(client: PublicClient, logs: LogReader): RecentPayments {
  const look = async (all: readonly PaymentFacts[]): Promise<(Paid | null)[]> => {
    const latest = await client.getBlockNumber()
    const oldest = latest > recentBlocks ? latest - recentBlocks : 0n
    const spanOf = (width: bigint) => ({ from: latest - oldest < width ? oldest : latest - width + 1n, to: latest })

    // Both events name the payer first: what these payers do in a few blocks is little, unless somebody fills the chain with one's name.
    const transfersOf = async (asset: string, byPayer: readonly OfPayer[]): Promise<PaidTransfer[]> => {
      const payers = byPayer.map(([payer]) => pad(payer as Hex))
      try {
        const { logs: read } = await logs.read({ asset, topics: [[usedTopic, transferTopic], payers] }, spanOf)
        return transfersIn(read, asset)
      } catch (error) {
        if (!isTooLong(error)) throw error
        if (byPayer.length === 1) return transfersByNonce(asset, payers[0]!, byPayer[0]![1])
        const middle = byPayer.length >> 1
        const halves = [byPayer.slice(0, middle), byPayer.slice(middle)]
        return (await Promise.all(halves.map((half) => transfersOf(asset, half)))).flat()
      }
    }
    const transfersByNonce = async (asset: string, payer: Hex, of: readonly PaymentFacts[]): Promise<PaidTransfer[]> => {
      const { logs: used } = await logs.read({ asset, topics: [usedTopic, payer, of.map(({ nonce }) => nonce as Hex)] }, spanOf)
      const hashes = [...new Set(used.map(({ transactionHash }) => transactionHash!))]
      const receipts = await Promise.all(hashes.map((hash) => client.getTransactionReceipt({ hash })))
      return receipts.flatMap((receipt) => transfersIn(receipt.logs, asset))
    }

    const found = new Map<string, readonly (readonly [PaymentFacts, Paid])[]>()
    for (const [asset, ofAsset] of Map.groupBy(all, (facts) => facts.asset)) {
      const byPayer = [...Map.groupBy(ofAsset, ({ payer }) => payer.toLowerCase())]
      const transfers = await transfersOf(asset, byPayer)
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

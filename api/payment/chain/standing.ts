// Which payments to us a chain still shows: the blocks it has, and the transfers in them.
import { type Hex, type PublicClient, pad, type RpcLog } from 'viem'
import type { LogReader } from './log-reader.ts'
import { type Paid, transferTopic } from './paid-transfers.ts'

export type Block = { readonly number: bigint; readonly hash: string }
export type Recipient = { readonly asset: string; readonly payTo: string }

export interface Standing {
  head(): Promise<Block>
  has(block: Block): Promise<boolean>
  /** The first block of that time or a later one, as far as there is any. */
  blockAt(at: Date): Promise<bigint>
  /** Where transfers to us stand, each named as its payment is: by the log right before it. */
  placesOf(recipient: Recipient, from: bigint, to: bigint): Promise<ReadonlySet<string>>
}

export function createStanding(client: PublicClient, logs: LogReader): Standing {
  return {
    async head() {
      const { number, hash } = await client.getBlock()
      return { number, hash }
    },
    async has({ number, hash }) {
      // A chain that was cut short has nothing there.
      const block = await client.getBlock({ blockNumber: number }).catch((error: { name?: string }) => {
        if (error.name === 'BlockNotFoundError') return null
        throw error
      })
      return block?.hash === hash
    },
    blockAt: async (at) => firstBlockAt(client, at, await client.getBlockNumber()),
    async placesOf(recipient, from, to) {
      const places = new Set<string>()
      for await (const { transactionHash, logIndex } of incomingLogs(logs, recipient, from, to))
        places.add(placeOf({ transaction: transactionHash!, logIndex: Number(logIndex) - 1 }))
      return places
    },
  }
}

export function placeOf({ transaction, logIndex }: Paid): string {
  return `${transaction.toLowerCase()} ${logIndex}`
}

export async function* incomingLogs(
  reader: LogReader,
  { asset, payTo }: Recipient,
  first: bigint,
  last: bigint,
): AsyncGenerator<RpcLog> {
  const topics = [transferTopic, null, pad(payTo as Hex)]
  for (let next = first; next <= last; ) {
    const from = next
    const spanOf = (width: bigint) => ({ from, to: from + width - 1n < last ? from + width - 1n : last })
    const { logs, span } = await reader.read({ asset, topics }, spanOf)
    yield* logs
    next = span.to + 1n
  }
}

export async function firstBlockAt(client: PublicClient, at: Date, latest: bigint): Promise<bigint> {
  const seconds = BigInt(Math.floor(at.getTime() / 1000))
  let [low, high] = [0n, latest]
  while (low < high) {
    const middle = (low + high) / 2n
    const { timestamp } = await client.getBlock({ blockNumber: middle })
    if (timestamp < seconds) low = middle + 1n
    else high = middle
  }
  return low
}

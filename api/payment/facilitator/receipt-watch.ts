// Looks for the receipts of all transactions that are waited for at once: asked one by one, they cost more than all else of a settlement.
import { setTimeout as sleep } from 'node:timers/promises'
import { formatTransactionReceipt, type Hex, type PublicClient, type TransactionReceipt } from 'viem'
import type { EvmNodes } from './evm-client.ts'

export interface ReceiptWatch {
  /** Until the next look, which everybody takes together. */
  pause(): Promise<void>
  /** Null where it is not there, or not to be asked. */
  find(transaction: Hex): Promise<TransactionReceipt | null>
}

export function createReceiptWatch(nodes: Pick<EvmNodes, 'any' | 'batched'>, pollingIntervalMs: number): ReceiptWatch {
  let next: Promise<void> | null = null
  let takesBatches = true
  const read = (client: PublicClient, transaction: Hex) =>
    client.request({ method: 'eth_getTransactionReceipt', params: [transaction] })
  const ask = async (transaction: Hex) => {
    const found = takesBatches ? await read(nodes.batched, transaction).catch(() => undefined) : undefined
    // A node that refuses batches, or mixes up their answers, is asked one by one from here on.
    if (found === null || found?.transactionHash === transaction) return found
    const alone = await read(nodes.any, transaction)
    takesBatches = false
    return alone
  }
  return {
    pause() {
      next ??= sleep(pollingIntervalMs).then(() => {
        next = null
      })
      return next
    },
    async find(transaction) {
      const found = await ask(transaction).catch(() => null)
      return found === null ? null : formatTransactionReceipt(found)
    },
  }
}

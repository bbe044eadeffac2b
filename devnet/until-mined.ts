// A transaction is named before its block is made: whoever is told of it may spend, or count blocks, at once.
import { setTimeout as wait } from 'node:timers/promises'
import type { Hex } from 'viem'
import { TollgateError } from '../base/errors.ts'
import type { Rpc } from './rpc.ts'

const deadlineMs = 30_000

export async function untilMined(rpc: Rpc, transaction: Hex): Promise<void> {
  const deadline = Date.now() + deadlineMs
  while ((await rpc('eth_getTransactionReceipt', transaction)) === null) {
    if (Date.now() > deadline) throw new TollgateError('chain_unavailable', `the demo chain has not taken in ${transaction}`)
    await wait(10)
  }
}

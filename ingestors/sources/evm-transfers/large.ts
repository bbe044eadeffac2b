// The transfers of a run of blocks that are worth much: asked for in ranges that the provider will answer.
import { type Hex, hexToBigInt } from 'viem'
import { RpcFault } from '../../chains/rpc-fault.ts'
import type { PinnedChain, RawLog } from '../../contracts/pinned-chain.ts'
import { type PricedToken, usdOf } from './priced.ts'
import { leastUsd } from './topic.ts'

const transferred: Hex = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const firstSpan = 100
const mostKept = 1_000
// Some providers cut a long answer off without a word, at a round number of logs.
const roundCount = 1_000

export async function largeTransfers(
  chain: PinnedChain,
  tokens: readonly PricedToken[],
  from: number,
  last: number,
): Promise<{ readonly kept: readonly RawLog[]; readonly isCut: boolean }> {
  const byToken = new Map(tokens.flatMap((one) => (one.usd === null ? [] : [[one.token, one] as const])))
  const addresses = [...byToken.keys()] as Hex[]
  const found: { readonly log: RawLog; readonly usd: number }[] = []
  let span = firstSpan
  for (let next = from; next <= last && addresses.length > 0; ) {
    const to = Math.min(last, next + span - 1)
    try {
      for (const log of await readRange(chain, addresses, next, to)) {
        const usd = usdOf(byToken.get(log.address)!, hexToBigInt(log.data))
        if (usd >= leastUsd) found.push({ log, usd })
      }
      next = to + 1
    } catch (error) {
      if (!(error instanceof RpcFault) || error.kind !== 'too_much' || to === next) throw error
      span = Math.max(1, Math.min(Math.floor((to - next + 1) / 2), error.blocks ?? Number.MAX_SAFE_INTEGER))
    }
  }
  const kept = found.toSorted((a, b) => b.usd - a.usd).slice(0, mostKept)
  return {
    kept: kept.map(({ log }) => log).sort((a, b) => a.block - b.block || a.index - b.index),
    isCut: kept.length < found.length,
  }
}

async function readRange(chain: PinnedChain, addresses: readonly Hex[], from: number, to: number): Promise<RawLog[]> {
  const logs = await chain.logs(addresses, [transferred], from, to)
  if (to > from && logs.length > 0 && logs.length % roundCount === 0) throw new RpcFault('too_much', 'eth_getLogs')
  // What was not asked for is another answer's, and so is the rest of it.
  if (logs.some(({ address, block }) => !addresses.includes(address) || block < from || block > to))
    throw new RpcFault('broken', 'eth_getLogs')
  // A log without two accounts and an amount is no transfer of a token, whatever it calls itself.
  return logs.filter(({ topics, data }) => topics.length === 3 && data.length === 66)
}

// Large transfers of a chain's own coin: they leave no log, so whole blocks are read, as many in a look as the operator grants.
import type { Hex } from 'viem'
import type { Header } from '../../chains/header.ts'
import { RpcFault } from '../../chains/rpc-fault.ts'
import type { Payment } from '../../contracts/payments.ts'
import type { PinnedChain } from '../../contracts/pinned-chain.ts'
import { type PricedToken, usdOf } from './priced.ts'
import { leastUsd } from './topic.ts'

/** Stands for the coin where a token's address is told. */
export const nativeToken: Hex = `0x${'0'.repeat(40)}`

const blocksAtOnce = 4
const mostKept = 300

export interface NativeRead {
  readonly coin: PricedToken
  /** The first block that was read; those before it in this run were not. */
  readonly from: number
  readonly isCut: boolean
  readonly kept: readonly { readonly header: Header; readonly payment: Payment }[]
}

/** The newest blocks of a run, as many as may be read; null where none may, no price is known, or the provider has no whole blocks. */
export async function nativeTransfers(
  chain: PinnedChain,
  tokens: readonly PricedToken[],
  from: number,
  last: number,
  mostBlocks: number,
): Promise<NativeRead | null> {
  const wrapped = tokens.find(({ token }) => token === chain.exchange.wrapped)
  if (wrapped === undefined || wrapped.usd === null || mostBlocks === 0) return null
  const coin = { ...wrapped, token: nativeToken, symbol: wrapped.symbol.replace(/^W/, '') }
  const first = Math.max(from, last + 1 - mostBlocks)
  try {
    const found = await largestOf(chain, coin, first, last)
    const kept = found.slice(0, mostKept)
    const made = await Promise.all(kept.map(({ payment }) => chain.isDone(payment.hash)))
    return { coin, from: first, isCut: kept.length < found.length, kept: kept.filter((_, i) => made[i]) }
  } catch (error) {
    // Whole blocks are more than some providers give: tokens are told without them, and that is said.
    if (error instanceof RpcFault) return null
    throw error
  }
}

async function largestOf(chain: PinnedChain, coin: PricedToken, first: number, last: number) {
  const found: { readonly header: Header; readonly payment: Payment; readonly usd: number }[] = []
  for (let next = first; next <= last; next += blocksAtOnce) {
    const wanted = Array.from({ length: Math.min(blocksAtOnce, last - next + 1) }, (_, i) => next + i)
    for (const { header, payments } of await Promise.all(wanted.map((block) => chain.payments(block))))
      for (const payment of payments) {
        const usd = usdOf(coin, payment.value)
        // Who wraps the coin has it still, and so has who pays oneself.
        const isMoved = payment.to !== chain.exchange.wrapped && payment.from !== payment.to
        if (usd >= leastUsd && isMoved) found.push({ header, payment, usd })
      }
  }
  return found.sort((a, b) => b.usd - a.usd || a.payment.index - b.payment.index)
}

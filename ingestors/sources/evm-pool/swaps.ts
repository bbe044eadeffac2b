// What was swapped in a pool lately: what came in of each token, as far back as some hours or as the provider lets one look.
import { type Hex, hexToBigInt, slice } from 'viem'
import type { ValueOf } from '../../../db/log/topic.ts'
import { RpcFault } from '../../chains/rpc-fault.ts'
import type { PinnedChain, RawLog } from '../../contracts/pinned-chain.ts'
import type { evmPools } from './topic.ts'

type Swaps = ValueOf<typeof evmPools>['swaps']

// Swap(address,address,uint256,uint256,uint256,uint256) and Swap(address,address,int256,int256,uint160,uint128,int24).
const pairSwap: Hex = '0xb3e2773606abfd36b5bd91394b3a54d1398336c65005baf7bf7a05efeffaf75b'
const rangeSwap: Hex = '0xc42079f94a6350d7e6235f29174924f928cc2ac818eb64fed8004e115fbcca67'
// Five hours of Base, then what some providers allow.
const spans = [10_000, 2_000, 500]

export async function readSwaps(chain: PinnedChain, pool: Hex, isRange: boolean): Promise<Swaps> {
  for (const span of spans) {
    const from = Math.max(0, chain.block.number + 1 - span)
    try {
      const logs = await chain.logs(pool, [isRange ? rangeSwap : pairSwap], from)
      const own = logs.filter(({ address, data }) => address === pool && data.length === 2 + 64 * (isRange ? 5 : 4))
      const [in0, in1] = [0, 1].map((word) => own.reduce((sum, log) => sum + cameIn(log, word, isRange), 0n))
      const { time } = await chain.header(Math.max(0, from - 1))
      return { from_block: from, from_time: time.toISOString(), count: own.length, in0: in0!.toString(), in1: in1!.toString() }
    } catch (error) {
      if (!(error instanceof RpcFault) || error.kind === 'behind') throw error
    }
  }
  return null
}

/** A concentrated pool tells what it got as a number above zero and what it gave as one below. */
function cameIn({ data }: RawLog, word: number, isRange: boolean): bigint {
  const units = hexToBigInt(slice(data, 32 * word, 32 * (word + 1)), { signed: isRange })
  return units > 0n ? units : 0n
}

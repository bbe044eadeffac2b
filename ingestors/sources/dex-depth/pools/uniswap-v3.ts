// Uniswap v3 and its kin: one pool to a pair and step of a list, the step being a fee (Uniswap) or a spacing of ticks (Slipstream).
import type { Hex } from 'viem'
import { lower, noAddress } from '../../../chains/address.ts'
import { type PinnedReader, type View, view } from '../../../chains/pinned.ts'
import { balanceOf, type Exchange, type Pair, type Pool } from './exchange.ts'
import { readTickPools, type TickPool, type TickState } from './ticks.ts'

export interface TickFactory {
  readonly name: string
  readonly factory: Hex
  readonly steps: readonly number[]
  readonly by: 'fee' | 'spacing'
}

const byFee = view<Hex>('function getPool(address, address, uint24) view returns (address)')
const bySpacing = view<Hex>('function getPool(address, address, int24) view returns (address)')
const slot = view<readonly [bigint, number]>('function slot0() view returns (uint160, int24)')
const liquidity = view<bigint>('function liquidity() view returns (uint128)')
const spacing = view<number>('function tickSpacing() view returns (int24)')
const fee = view<number>('function fee() view returns (uint24)')
const word = view<bigint>('function tickBitmap(int16) view returns (uint256)')
const tick = view<readonly [bigint, bigint]>('function ticks(int24) view returns (uint128, int128)')
const mostFee = 1_000_000

export function tickFactory({ name, factory, steps, by }: TickFactory): Exchange {
  return {
    name,
    async read(at, pairs) {
      const asked = pairs.flatMap((pair, p) => steps.map((step) => ({ pair, p, step })))
      const found = await at.answer(
        asked.map(({ pair, step }) => ({
          ...{ view: by === 'fee' ? byFee : bySpacing, to: factory },
          args: [pair.from.address, pair.to.address, step],
        })),
      )
      const there = asked.flatMap(({ pair, p }, i) => {
        const pool = lower(found[i] ?? noAddress)
        return pool === noAddress ? [] : [{ pair, p, pool }]
      })
      const states = await readStates(at, there)
      const read = await readTickPools(
        at,
        there.map(({ pair, pool }, i) => tickPool(name, pair, pool, states[i]!)),
      )
      return pairs.map((_, p) => read.filter((pool, i): pool is Pool => pool !== null && there[i]!.p === p))
    },
  }
}

function tickPool(exchange: string, pair: Pair, pool: Hex, state: TickState | null): TickPool {
  return {
    exchange,
    pair,
    state,
    sellsFirst: pair.from.address < pair.to.address,
    word: (index) => ({ view: word, to: pool, args: [index] }),
    tick: (index) => ({ view: tick, to: pool, args: [index] }),
  }
}

async function readStates(
  at: PinnedReader,
  pools: readonly { readonly pair: Pair; readonly pool: Hex }[],
): Promise<(TickState | null)[]> {
  const ask = <T>(what: View<T>) => at.answer(pools.map(({ pool }) => ({ view: what, to: pool, args: [] })))
  const [slots, liquidities, spacings, fees, held] = await Promise.all([
    ask(slot),
    ask(liquidity),
    ask(spacing),
    ask(fee),
    at.answer(pools.map(({ pair, pool }) => ({ view: balanceOf, to: pair.to.address, args: [pool] }))),
  ])
  return pools.map((_, i) => {
    const [now, active, step, charged, most] = [slots[i], liquidities[i], spacings[i], fees[i], held[i]]
    if (now == null || active == null || step == null || charged == null || most == null) return null
    if (step <= 0 || charged >= mostFee) return null
    return { sqrtPriceX96: now[0], tick: now[1], liquidity: active, spacing: step, feePips: charged, held: most }
  })
}

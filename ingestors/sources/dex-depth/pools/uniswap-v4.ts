// Uniswap v4: all pools in one contract, named by their terms. Those without a hook at the usual fees; a hook may do anything.
import { encodeAbiParameters, type Hex, keccak256 } from 'viem'
import { noAddress } from '../../../chains/address.ts'
import { view } from '../../../chains/pinned.ts'
import type { Exchange, Pair, Pool } from './exchange.ts'
import { readTickPools, type TickPool, type TickState } from './ticks.ts'

const slot = view<readonly [bigint, number, number, number]>(
  'function getSlot0(bytes32) view returns (uint160, int24, uint24, uint24)',
)
const liquidity = view<bigint>('function getLiquidity(bytes32) view returns (uint128)')
const word = view<bigint>('function getTickBitmap(bytes32, int16) view returns (uint256)')
const tick = view<readonly [bigint, bigint]>('function getTickLiquidity(bytes32, int24) view returns (uint128, int128)')
const usual = [
  [100, 1],
  [500, 10],
  [3000, 60],
  [10000, 200],
] as const
const whole = 1_000_000

/** `native`: the wrapped coin that pools hold bare. */
export function uniswapV4(name: string, stateView: Hex, native: Hex | null): Exchange {
  return {
    name,
    async read(at, pairs) {
      const asked = pairs.flatMap((pair, p) =>
        currencies(pair, native).flatMap((some) =>
          usual.map(([fee, spacing]) => ({ pair, p, spacing, id: poolId(some, fee, spacing), sellsFirst: some[0] < some[1] })),
        ),
      )
      const [slots, liquidities] = await Promise.all([
        at.answer(asked.map(({ id }) => ({ view: slot, to: stateView, args: [id] }))),
        at.answer(asked.map(({ id }) => ({ view: liquidity, to: stateView, args: [id] }))),
      ])
      const there = asked.flatMap((one, i) => {
        const [now, active] = [slots[i], liquidities[i]]
        if (now == null || active == null || now[0] === 0n) return []
        const protocol = one.sellsFirst ? now[2] & 0xfff : now[2] >> 12
        const feePips = protocol + now[3] - Math.floor((protocol * now[3]) / whole)
        if (feePips >= whole) return []
        // All pools' tokens lie together: that the contract pays what it owes is its own guarantee.
        const state: TickState = {
          sqrtPriceX96: now[0],
          tick: now[1],
          liquidity: active,
          spacing: one.spacing,
          feePips,
          held: null,
        }
        return [{ ...one, state }]
      })
      const read = await readTickPools(
        at,
        there.map(
          ({ pair, id, state, sellsFirst }): TickPool => ({
            ...{ exchange: name, pair, state, sellsFirst },
            word: (index) => ({ view: word, to: stateView, args: [id, index] }),
            tick: (index) => ({ view: tick, to: stateView, args: [id, index] }),
          }),
        ),
      )
      return pairs.map((_, p) => read.filter((pool, i): pool is Pool => pool !== null && there[i]!.p === p))
    },
  }
}

type Sides = readonly [from: Hex, to: Hex]

function currencies({ from, to }: Pair, native: Hex | null): Sides[] {
  const bare = (coin: Hex): Hex => (coin === native ? noAddress : coin)
  const [wrapped, unwrapped]: Sides[] = [
    [from.address, to.address],
    [bare(from.address), bare(to.address)],
  ]
  return wrapped![0] === unwrapped![0] && wrapped![1] === unwrapped![1] ? [wrapped!] : [wrapped!, unwrapped!]
}

function poolId([from, to]: Sides, fee: number, spacing: number): Hex {
  const [first, second] = from < to ? [from, to] : [to, from]
  return keccak256(
    encodeAbiParameters(
      [{ type: 'address' }, { type: 'address' }, { type: 'uint24' }, { type: 'int24' }, { type: 'address' }],
      [first, second, fee, spacing, noAddress],
    ),
  )
}

// Solidly's kin (Aerodrome, Velodrome): a volatile and a pegged pool to a pair.
import type { Hex } from 'viem'
import { lower, noAddress } from '../../../chains/address.ts'
import { view } from '../../../chains/pinned.ts'
import { pegged, volatile } from '../curves/solidly.ts'
import { scaled } from '../curves/venue.ts'
import { balanceOf, type Exchange, isWorth, leastPoolUsd, type Pool, unitOf } from './exchange.ts'

const getPool = view<Hex>('function getPool(address, address, bool) view returns (address)')
const getFee = view<bigint>('function getFee(address, bool) view returns (uint256)')
const reserves = view<readonly [bigint, bigint, bigint]>('function getReserves() view returns (uint256, uint256, uint256)')
const mostFeeBps = 1_000n

export function solidly(name: string, factory: Hex): Exchange {
  return {
    name,
    async read(at, pairs) {
      const asked = pairs.flatMap((pair, p) => [false, true].map((isPegged) => ({ pair, p, isPegged })))
      const found = await at.answer(
        asked.map(({ pair, isPegged }) => ({
          ...{ view: getPool, to: factory },
          args: [pair.from.address, pair.to.address, isPegged],
        })),
      )
      const there = asked.flatMap((one, i) => {
        const pool = lower(found[i] ?? noAddress)
        return pool === noAddress ? [] : [{ ...one, pool }]
      })
      const [held, fees, paid] = await Promise.all([
        at.answer(there.map(({ pool }) => ({ view: reserves, to: pool, args: [] }))),
        at.answer(there.map(({ pool, isPegged }) => ({ view: getFee, to: factory, args: [pool, isPegged] }))),
        at.answer(there.map(({ pool, pair }) => ({ view: balanceOf, to: pair.to.address, args: [pool] }))),
      ])
      const pools = there.map(({ pair, isPegged }, i): Pool | null => {
        const [reserve, feeBps, most] = [held[i], fees[i], paid[i]]
        if (reserve == null || feeBps == null || most == null || feeBps > mostFeeBps) return { exchange: name, venue: null }
        const [reserveIn, own] = pair.from.address < pair.to.address ? reserve : [reserve[1], reserve[0]]
        const reserveOut = own < most ? own : most
        if (!isWorth(pair.to, reserveOut, leastPoolUsd)) return null
        const [unitIn, unitOut] = [pair.from, pair.to].map((coin) => 10n ** BigInt(coin.decimals)) as [bigint, bigint]
        const state = { reserveIn, reserveOut, feeBps, unitIn, unitOut }
        return { exchange: name, venue: scaled(isPegged ? pegged(state) : volatile(state), unitOf(pair.from), unitOf(pair.to)) }
      })
      return pairs.map((_, p) => pools.filter((pool, i): pool is Pool => pool !== null && there[i]!.p === p))
    },
  }
}

// The rules, rates and totals of reserves at one block.
import type { Hex } from 'viem'
import type { PinnedReader } from '../../chains/pinned.ts'
import { RpcFault } from '../../chains/rpc-fault.ts'
import { calls } from './contracts.ts'
import { type ListedReserve, lendsAtStableRates, type Pool } from './pools.ts'

export async function readReserves(
  at: PinnedReader,
  pool: Pool,
  reserves: readonly ListedReserve[],
  tracked: ReadonlyMap<Hex, bigint>,
): Promise<Record<string, unknown>[]> {
  const of = <T>(view: (typeof calls)[keyof typeof calls]) =>
    reserves.map(({ asset }) => ({ view: view as never, to: pool.address, args: [asset] })) as Parameters<typeof at.must<T>>[0]
  const totals = reserves.flatMap(({ aToken, debtToken }) =>
    [aToken, debtToken].map((to) => ({ view: calls.scaledTotal, to, args: [] })),
  )
  const [data, graces, deficits, sums, stables] = await Promise.all([
    at.must(reserves.map(({ asset }) => ({ view: calls.reserve, to: pool.address, args: [asset] }))),
    // Neither exists in pools older than v3.1 and v3.3.
    at.answer<number>(of(calls.graceUntil)),
    at.answer<bigint>(of(calls.deficit)),
    at.must(totals),
    at.answer(stableTotals(pool, reserves)),
  ])
  return reserves.map((reserve, i) => {
    const read = data[i]!
    // Listed under the same address again, with other tokens: what is remembered of the reserve is wrong.
    if (read.aTokenAddress.toLowerCase() !== reserve.aToken) throw new RpcFault('behind', 'getReserveData')
    return {
      market: pool.market,
      reserve: reserve.asset,
      id: read.id,
      symbol: reserve.name.symbol,
      decimals: Number((read.configuration.data >> 48n) & 0xffn),
      config: String(read.configuration.data),
      pool_revision: pool.revision,
      oracle: pool.oracle,
      liquidity_index: String(read.liquidityIndex),
      debt_index: String(read.variableBorrowIndex),
      liquidity_rate: String(read.currentLiquidityRate),
      debt_rate: String(read.currentVariableBorrowRate),
      updated_at: read.lastUpdateTimestamp,
      scaled_supply_total: String(sums[2 * i]),
      scaled_debt_total: String(sums[2 * i + 1]),
      scaled_debt_tracked: String(tracked.get(reserve.asset) ?? 0n),
      ...(stables[i] == null ? {} : { stable_debt_total: String(stables[i]) }),
      deficit: String(deficits[i] ?? 0n),
      grace_until: graces[i] ?? 0,
    }
  })
}

function stableTotals(pool: Pool, reserves: readonly ListedReserve[]) {
  if (!lendsAtStableRates(pool)) return []
  return reserves.map(({ stableDebtToken }) => ({ view: calls.stableTotal, to: stableDebtToken, args: [] }))
}

// The demo's liquidator: whoever stands below one is liquidated by the exact model's call, and part of what is seized is sold.
import { eventsOf } from '../lending/call-data.ts'
import type { Receipt } from '../lending/chain.ts'
import { type LiquidationToSend, liquidationOf } from '../lending/liquidator.ts'
import type { LocalToken } from '../lending/tokens.ts'
import type { DemoMarket } from './build.ts'
import type { Standing } from './scan.ts'

type AaveEvent = { collateralAsset: string; liquidatedCollateralAmount: bigint }

/** How many, and how much was seized of which token, in its smallest parts. */
export type Liquidated = { readonly count: number; readonly seized: ReadonlyMap<LocalToken, bigint> }

// More than this in one turn would hold up the prices; the rest is taken in the next.
const mostPerTurn = 15
// One part in so many goes to the exchange at once.
const soldPart = 2n

export async function liquidateBook(market: DemoMarket, standings: readonly Standing[]): Promise<Liquidated> {
  const { lending } = market
  const due = standings.filter(({ health }) => health < 1).sort((a, b) => b.debtUsd - a.debtUsd)
  const seized = new Map<LocalToken, bigint>()
  let count = 0
  for (const { borrower } of due.slice(0, mostPerTurn)) {
    const call = await liquidationOf(lending, borrower, (await lending.chain.timestamp()) + 1n)
    if (call === null) continue
    const receipt = await lending.chain.receipt(
      await lending.chain.submit(call.contract, call.name, call.args, lending.liquidator),
    )
    if (receipt.status !== '0x1') continue // an interest second later the sum may be another; the next turn asks anew
    count++
    for (const [token, units] of seizedBy(market, call, receipt)) seized.set(token, (seized.get(token) ?? 0n) + units)
  }
  for (const [token, units] of seized) await sell(market, token, units / soldPart)
  return { count, seized }
}

function seizedBy({ lending }: DemoMarket, call: LiquidationToSend, receipt: Receipt): [LocalToken, bigint][] {
  if (call.borrower.protocol === 'aave-v3') {
    return eventsOf<AaveEvent>(lending.aave.pool, receipt, 'LiquidationCall').map((event) => [
      lending.tokens.find((token) => token.contract.address.toLowerCase() === event.collateralAsset.toLowerCase())!,
      event.liquidatedCollateralAmount,
    ])
  }
  const { collateral } = lending.morpho.markets[call.borrower.market]!
  return eventsOf<{ seizedAssets: bigint }>(lending.morpho.morpho, receipt, 'Liquidate').map(({ seizedAssets }) => [
    collateral,
    seizedAssets,
  ])
}

// Into the pool with the lower fee, which holds most.
async function sell({ lending, exchange }: DemoMarket, token: LocalToken, units: bigint): Promise<void> {
  const pool = exchange.pools.find(({ base }) => base.symbol === token.symbol)
  if (pool === undefined || units === 0n) return
  const args = [pool.contract.address, pool.token0.symbol === token.symbol, units]
  await lending.chain.send(exchange.desk, 'sell', args, lending.liquidator)
}

// Markets as a chain's deployment lists them, with what collateral each takes; and a market's terms and totals, at one block.
import type { Hex } from 'viem'
import type { Deployment } from '../../../app/config/deployments.ts'
import { lower } from '../../chains/address.ts'
import type { PinnedReader } from '../../chains/pinned.ts'
import { createTokenNames, type TokenNames } from '../../chains/tokens.ts'
import { type AssetInfo, calls } from './contracts.ts'

export type MarketDeployment = NonNullable<Deployment['compound_v3']>[number]

export interface ListedMarket {
  readonly market: string
  readonly comet: Hex
  /** In the order of the contract's own numbers. */
  readonly assets: readonly Hex[]
  readonly infos: readonly AssetInfo[]
}

export function createMarketReader(markets: readonly MarketDeployment[]) {
  const names = createTokenNames()
  return {
    names,
    async read(at: PinnedReader): Promise<ListedMarket[]> {
      const counts = await at.must(markets.map(({ comet }) => ({ view: calls.assets, to: comet as Hex, args: [] })))
      const questions = markets.flatMap(({ comet }, m) =>
        Array.from({ length: counts[m]! }, (_, i) => ({ view: calls.asset, to: comet as Hex, args: [i] })),
      )
      const infos = (await at.must(questions)).values()
      return markets.map(({ market, comet }, m) => {
        const own = Array.from({ length: counts[m]! }, () => infos.next().value!)
        return { market, comet: comet as Hex, assets: own.map(({ asset }) => lower(asset)), infos: own }
      })
    },
  }
}

export async function readMarket(
  at: PinnedReader,
  names: TokenNames,
  { market, comet, assets, infos }: ListedMarket,
  tracked: bigint,
): Promise<Record<string, unknown>> {
  const [base, feed, totals, utilisation, reserves, target, factor, supplied] = await Promise.all([
    one(at, calls.base, comet),
    one(at, calls.basePriceFeed, comet),
    one(at, calls.totals, comet),
    one(at, calls.utilisation, comet),
    one(at, calls.reserves, comet),
    one(at, calls.targetReserves, comet),
    one(at, calls.storeFrontFactor, comet),
    at.must(assets.map((asset) => ({ view: calls.collateralTotal, to: comet, args: [asset] }))),
  ])
  const [rate, tokens] = await Promise.all([
    one(at, calls.borrowRate, comet, utilisation),
    names.read(at, [lower(base), ...assets]),
  ])
  return {
    market,
    comet,
    base: tokens.get(lower(base))!,
    base_price_feed: lower(feed),
    supply_index: String(totals.baseSupplyIndex),
    borrow_index: String(totals.baseBorrowIndex),
    borrow_rate: String(rate),
    updated_at: totals.lastAccrualTime,
    supply_total: String(totals.totalSupplyBase),
    borrow_total: String(totals.totalBorrowBase),
    borrow_tracked: String(tracked),
    reserves: String(reserves),
    target_reserves: String(target),
    store_front_factor: String(factor),
    pause_flags: totals.pauseFlags,
    assets: infos.map((info, i) => ({
      ...tokens.get(assets[i]!)!,
      price_feed: lower(info.priceFeed),
      borrow_factor: String(info.borrowCollateralFactor),
      liquidate_factor: String(info.liquidateCollateralFactor),
      liquidation_factor: String(info.liquidationFactor),
      supply_cap: String(info.supplyCap),
      supplied: String(supplied[i]![0]),
    })),
  }
}

async function one<T>(
  at: PinnedReader,
  view: { encode(args: readonly unknown[]): Hex; decode(data: Hex): T },
  to: Hex,
  ...args: unknown[]
) {
  const [answer] = await at.must([{ view, to, args }])
  return answer!
}

// Markets with their totals and the rate that runs since these were last brought up to date, at one block.
import type { Hex } from 'viem'
import { lower, noAddress } from '../../chains/address.ts'
import type { PinnedReader } from '../../chains/pinned.ts'
import { createTokenNames } from '../../chains/tokens.ts'
import { calls, type MarketParams, type MarketTotals } from './contracts.ts'

export function createMarketReader(morpho: Hex) {
  const names = createTokenNames()
  const params = new Map<Hex, MarketParams>()
  async function readParams(at: PinnedReader, ids: readonly Hex[]): Promise<void> {
    const unknown = ids.filter((id) => !params.has(id))
    const found = await at.must(unknown.map((id) => ({ view: calls.params, to: morpho, args: [id] })))
    unknown.forEach((id, i) => {
      const [loan, collateral, oracle, irm, lltv] = found[i]!
      // Zeros: no such market at this block.
      if (loan !== noAddress) params.set(id, [lower(loan), lower(collateral), lower(oracle), lower(irm), lltv])
    })
  }
  return async (
    at: PinnedReader,
    ids: readonly Hex[],
    tracked: (id: Hex) => bigint,
  ): Promise<(Record<string, unknown> | null)[]> => {
    // null: nobody owes anything there.
    await readParams(at, ids)
    const existing = ids.filter((id) => params.has(id))
    const totals = await at.must(existing.map((id) => ({ view: calls.market, to: morpho, args: [id] })))
    const rates = await at.answer(existing.map((id, i) => rateQuestion(params.get(id)!, totals[i]!)))
    const tokens = await names.read(
      at,
      existing.flatMap((id) => params.get(id)!.slice(0, 2) as Hex[]),
    )
    return ids.map((id) => {
      const i = existing.indexOf(id)
      if (i < 0) return null
      const [loan, collateral, oracle, irm, lltv] = params.get(id)!
      const [supplyAssets, supplyShares, borrowAssets, borrowShares, updatedAt, fee] = totals[i]!
      if (borrowShares === 0n) return null
      return {
        id,
        loan: tokens.get(loan)!,
        collateral: tokens.get(collateral)!,
        oracle,
        irm,
        lltv: String(lltv),
        total_supply_assets: String(supplyAssets),
        total_supply_shares: String(supplyShares),
        total_borrow_assets: String(borrowAssets),
        total_borrow_shares: String(borrowShares),
        borrow_shares_tracked: String(tracked(id)),
        updated_at: Number(updatedAt),
        // A market without a rate model, or one whose model refuses, runs at nothing.
        borrow_rate: String(rates[i] ?? 0n),
        fee: String(fee),
      }
    })
  }
}

function rateQuestion([loanToken, collateralToken, oracle, irm, lltv]: MarketParams, totals: MarketTotals) {
  const [totalSupplyAssets, totalSupplyShares, totalBorrowAssets, totalBorrowShares, lastUpdate, fee] = totals
  const market = { totalSupplyAssets, totalSupplyShares, totalBorrowAssets, totalBorrowShares, lastUpdate, fee }
  return { view: calls.borrowRate, to: irm, args: [{ loanToken, collateralToken, oracle, irm, lltv }, market] }
}

// One Morpho Blue liquidation, to the wei, with the bad debt that all suppliers of the market bear at once.
import {
  borrowAssets,
  borrowShares,
  incentiveOf,
  isHealthy,
  type MorphoMarket,
  type MorphoPosition,
  oraclePriceScale,
} from './morpho-market.ts'
import { floorAtZero, min, mulDiv, wad } from './rounding.ts'

export type MorphoAmount = { readonly repaidShares: bigint } | { readonly seizedAssets: bigint }

export type MorphoLiquidation = {
  readonly seizedAssets: bigint
  readonly repaidAssets: bigint
  readonly repaidShares: bigint
  readonly badDebtAssets: bigint
  readonly badDebtShares: bigint
  readonly market: MorphoMarket
  readonly position: MorphoPosition
}

// All shares where the collateral covers their seizure; otherwise all collateral, which leaves the rest as bad debt.
export function chooseAmount(market: MorphoMarket, position: MorphoPosition, price: bigint, lltv: bigint): MorphoAmount {
  const all = { repaidShares: position.borrowShares }
  return seizedFor(market, position.borrowShares, price, lltv) <= position.collateral
    ? all
    : { seizedAssets: position.collateral }
}

// Null when the position is healthy. The market must have accrued to the moment of the call.
export function liquidateMorpho(
  market: MorphoMarket,
  position: MorphoPosition,
  price: bigint,
  lltv: bigint,
  amount: MorphoAmount = chooseAmount(market, position, price, lltv),
): MorphoLiquidation | null {
  if (isHealthy(market, position, price, lltv)) return null
  const bySeizure = 'seizedAssets' in amount
  const repaidShares = bySeizure ? sharesFor(market, amount.seizedAssets, price, lltv) : amount.repaidShares
  const seizedAssets = bySeizure ? amount.seizedAssets : seizedFor(market, amount.repaidShares, price, lltv)
  const repaidAssets = borrowAssets(market, repaidShares, 'up')
  const repaid = {
    ...market,
    totalBorrowShares: market.totalBorrowShares - repaidShares,
    totalBorrowAssets: floorAtZero(market.totalBorrowAssets - repaidAssets),
  }
  const left = { borrowShares: position.borrowShares - repaidShares, collateral: position.collateral - seizedAssets }
  const done = { seizedAssets, repaidAssets, repaidShares }
  if (left.collateral > 0n || left.borrowShares === 0n) {
    return { ...done, badDebtAssets: 0n, badDebtShares: 0n, market: repaid, position: left }
  }
  const badDebtAssets = min(repaid.totalBorrowAssets, borrowAssets(repaid, left.borrowShares, 'up'))
  return {
    ...done,
    badDebtAssets,
    badDebtShares: left.borrowShares,
    market: {
      ...repaid,
      totalBorrowAssets: repaid.totalBorrowAssets - badDebtAssets,
      totalSupplyAssets: repaid.totalSupplyAssets - badDebtAssets,
      totalBorrowShares: repaid.totalBorrowShares - left.borrowShares,
    },
    position: { borrowShares: 0n, collateral: 0n },
  }
}

function seizedFor(market: MorphoMarket, shares: bigint, price: bigint, lltv: bigint): bigint {
  const withBonus = mulDiv(borrowAssets(market, shares, 'down'), incentiveOf(lltv), wad)
  return mulDiv(withBonus, oraclePriceScale, price)
}

function sharesFor(market: MorphoMarket, seizedAssets: bigint, price: bigint, lltv: bigint): bigint {
  const worth = mulDiv(seizedAssets, price, oraclePriceScale, 'up')
  return borrowShares(market, mulDiv(worth, wad, incentiveOf(lltv), 'up'), 'up')
}

// A Morpho Blue market, to the wei: its interest, the conversion of shares, and the incentive its LLTV implies.
import { bps, min, mulDiv, wad } from './rounding.ts'

export type MorphoMarket = {
  readonly totalSupplyAssets: bigint
  readonly totalSupplyShares: bigint
  readonly totalBorrowAssets: bigint
  readonly totalBorrowShares: bigint
  readonly updatedAt: bigint
  readonly fee: bigint
}

export type MorphoPosition = { readonly borrowShares: bigint; readonly collateral: bigint }

export const oraclePriceScale = 10n ** 36n
const virtualShares = 10n ** 6n
const virtualAssets = 1n
const liquidationCursor = 300_000_000_000_000_000n
const largestIncentive = 1_150_000_000_000_000_000n

export function incentiveOf(lltv: bigint): bigint {
  const denominator = wad - mulDiv(liquidationCursor, wad - lltv, wad)
  return min(largestIncentive, mulDiv(wad, wad, denominator))
}

export function borrowAssets(market: MorphoMarket, shares: bigint, rounding: 'down' | 'up'): bigint {
  return mulDiv(shares, market.totalBorrowAssets + virtualAssets, market.totalBorrowShares + virtualShares, rounding)
}

export function borrowShares(market: MorphoMarket, assets: bigint, rounding: 'down' | 'up'): bigint {
  return mulDiv(assets, market.totalBorrowShares + virtualShares, market.totalBorrowAssets + virtualAssets, rounding)
}

// Interest at a rate per second, three terms of its exponential; the fee is minted as supply shares.
export function accrue(market: MorphoMarket, ratePerSecond: bigint, timestamp: bigint): MorphoMarket {
  const seconds = timestamp - market.updatedAt
  if (seconds <= 0n) return market
  const first = ratePerSecond * seconds
  const second = mulDiv(first, first, 2n * wad)
  const third = mulDiv(second, first, 3n * wad)
  const interest = mulDiv(market.totalBorrowAssets, first + second + third, wad)
  const totalSupplyAssets = market.totalSupplyAssets + interest
  const feeAssets = mulDiv(interest, market.fee, wad)
  const feeShares = mulDiv(feeAssets, market.totalSupplyShares + virtualShares, totalSupplyAssets - feeAssets + virtualAssets)
  return {
    ...market,
    totalBorrowAssets: market.totalBorrowAssets + interest,
    totalSupplyAssets,
    totalSupplyShares: market.totalSupplyShares + feeShares,
    updatedAt: timestamp,
  }
}

export function maxBorrow(position: MorphoPosition, price: bigint, lltv: bigint): bigint {
  return mulDiv(mulDiv(position.collateral, price, oraclePriceScale), lltv, wad)
}

export function isHealthy(market: MorphoMarket, position: MorphoPosition, price: bigint, lltv: bigint): boolean {
  if (position.borrowShares === 0n) return true
  return maxBorrow(position, price, lltv) >= borrowAssets(market, position.borrowShares, 'up')
}

export function lltvBps(lltv: bigint): number {
  return Number((lltv * bps) / wad)
}

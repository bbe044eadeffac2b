// A liquidation on Euler v2, to the unit: how much may be repaid at once, and how much of one collateral is given for it.
import { bps, wad } from './rounding.ts'

/** Values are in the lender's unit of account, by the middle of its oracle's prices. */
export type EulerShortfall = {
  /** In the asset's units, rounded up. */
  readonly owed: bigint
  readonly owedValue: bigint
  /** All collateral, each at its loan-to-value for liquidation. */
  readonly weightedValue: bigint
  readonly maxDiscountBps: bigint
  /** Of the one that is taken. */
  readonly shares: bigint
  readonly sharesValue: bigint
}

export type EulerTaken = { readonly repaid: bigint; readonly shares: bigint }

/** Nothing for nothing where health is above one. */
export function eulerLiquidation(position: EulerShortfall): EulerTaken {
  const { owed, owedValue, weightedValue, maxDiscountBps, shares, sharesValue } = position
  if (owedValue === 0n || weightedValue > owedValue) return { repaid: 0n, shares: 0n }
  // What cannot be told from nothing is given away.
  if (sharesValue === 0n) return { repaid: 0n, shares }
  const least = wad - (wad * maxDiscountBps) / bps
  const health = (weightedValue * wad) / owedValue
  // The price at which collateral is given: its own times this.
  const factor = health < least ? least : health
  const wanted = (owedValue * wad) / factor
  const repaidValue = sharesValue < wanted ? (sharesValue * factor) / wad : owedValue
  const takenValue = sharesValue < wanted ? sharesValue : wanted
  return { repaid: (repaidValue * owed) / owedValue, shares: (takenValue * shares) / sharesValue }
}

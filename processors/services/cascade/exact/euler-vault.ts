// The arithmetic of Euler's vaults, to the unit: what interest adds, what shares and debts come to, and what a loan-to-value is on its way.
import { bps, ray } from './rounding.ts'

/** Debts are counted in 2^-31 of the asset's unit. */
const internalBits = 31n
const virtualDeposit = 1_000_000n
const mostAmount = (1n << 112n) - 1n
const mostDebt = mostAmount << internalBits

export type VaultTotals = {
  readonly cash: bigint
  readonly borrowTotal: bigint
  readonly shareTotal: bigint
  readonly accumulator: bigint
}

export type VaultRates = { readonly interestRate: bigint; readonly feeBps: bigint }

export type Ramp = {
  readonly liquidationLtvBps: number
  readonly initialLtvBps: number
  readonly targetTime: number
  readonly rampSeconds: number
}

/** After so many seconds in which nobody did anything. */
export function accrueVault(totals: VaultTotals, { interestRate, feeBps }: VaultRates, seconds: bigint): VaultTotals {
  const multiplier = seconds > 0n ? rayPower(interestRate + ray, seconds) : ray
  // What would not fit is not counted: the vault stands still.
  if (multiplier === null || seconds <= 0n) return totals
  const accumulator = fits(totals.accumulator * multiplier) ? (totals.accumulator * multiplier) / ray : totals.accumulator
  const product = totals.borrowTotal * accumulator
  const borrowTotal = fits(product) ? product / totals.accumulator : totals.borrowTotal
  if (borrowTotal > mostDebt) return totals
  const feeAssets = ((borrowTotal - totals.borrowTotal) * feeBps) / (bps << internalBits)
  const assets = totals.cash + toAssetsUp(borrowTotal)
  const shareTotal = feeAssets === 0n ? totals.shareTotal : (assets * totals.shareTotal) / (assets - feeAssets)
  return { ...totals, accumulator, borrowTotal, shareTotal: shareTotal <= mostAmount ? shareTotal : totals.shareTotal }
}

/** Whoever owes is rounded up. */
export const toAssetsUp = (owed: bigint): bigint => (owed + (1n << internalBits) - 1n) >> internalBits

export const owedAt = (owed: bigint, accumulator: bigint, accumulatorNow: bigint): bigint => (owed * accumulatorNow) / accumulator

/** Whoever has shares is rounded down. */
export function sharesToAssets({ cash, borrowTotal, shareTotal }: VaultTotals, shares: bigint): bigint {
  return (shares * (cash + toAssetsUp(borrowTotal) + virtualDeposit)) / (shareTotal + virtualDeposit)
}

/** A lowered one comes down in a straight line. */
export function ltvAt({ liquidationLtvBps, initialLtvBps, targetTime, rampSeconds }: Ramp, seconds: number): number {
  if (seconds >= targetTime || liquidationLtvBps >= initialLtvBps) return liquidationLtvBps
  return liquidationLtvBps + Math.floor(((initialLtvBps - liquidationLtvBps) * (targetTime - seconds)) / rampSeconds)
}

const fits = (value: bigint): boolean => value < 1n << 256n

// By squaring, each step rounded to the nearest; null where a step would not fit into a word.
function rayPower(base: bigint, exponent: bigint): bigint | null {
  const half = ray / 2n
  let [factor, result] = [base, exponent % 2n === 1n ? base : ray]
  for (let left = exponent / 2n; left > 0n; left /= 2n) {
    if (factor >> 128n !== 0n || !fits(factor * factor + half)) return null
    factor = (factor * factor + half) / ray
    if (left % 2n === 0n) continue
    if (!fits(result * factor + half)) return null
    result = (result * factor + half) / ray
  }
  return result
}

// One Aave borrower's account, to the wei: what it owns and owes in base currency, and its health factor.
import type { AaveRules } from './aave-rules.ts'
import { bps, maxUint256, mulDiv, ray, wad } from './rounding.ts'

// One reserve as one user meets it: indexes at the moment asked about, threshold and bonus of its eMode where that applies.
export type AaveLeg = {
  readonly reserve: string
  readonly unit: bigint
  readonly price: bigint
  readonly liquidityIndex: bigint
  readonly debtIndex: bigint
  readonly liquidationThresholdBps: bigint
  readonly liquidationBonusBps: bigint
  readonly protocolFeeBps: bigint
  readonly scaledBalance: bigint
  readonly scaledDebt: bigint
  readonly usedAsCollateral: boolean
}

export type AaveAccount = { readonly collateralBase: bigint; readonly debtBase: bigint; readonly health: bigint }

export const liquidatableBelow = wad

export function accountOf(legs: readonly AaveLeg[], rules: AaveRules): AaveAccount {
  let collateralBase = 0n
  let weighted = 0n
  let debtBase = 0n
  for (const leg of legs) {
    if (leg.usedAsCollateral) {
      const value = collateralValue(leg, rules)
      collateralBase += value
      weighted += value * leg.liquidationThresholdBps
    }
    if (leg.scaledDebt > 0n) debtBase += debtValue(leg, debtOf(leg, rules), rules)
  }
  return { collateralBase, debtBase, health: debtBase === 0n ? maxUint256 : healthOf(collateralBase, weighted, debtBase, rules) }
}

function healthOf(collateralBase: bigint, weighted: bigint, debtBase: bigint, { threshold }: AaveRules): bigint {
  // A half-up division to 18 decimals, then a plain one by the basis points of the thresholds.
  if (threshold === 'exact') return mulDiv(weighted, wad, debtBase, 'half-up') / bps
  const mean = collateralBase === 0n ? 0n : weighted / collateralBase
  return mulDiv(mulDiv(collateralBase, mean, bps, 'half-up'), wad, debtBase, 'half-up')
}

export function balanceOf(leg: AaveLeg, rules: AaveRules): bigint {
  return mulDiv(leg.scaledBalance, leg.liquidityIndex, ray, rules.balance)
}

export function debtOf(leg: AaveLeg, rules: AaveRules): bigint {
  return mulDiv(leg.scaledDebt, leg.debtIndex, ray, rules.debt)
}

export function collateralValue(leg: AaveLeg, rules: AaveRules): bigint {
  return (balanceOf(leg, rules) * leg.price) / leg.unit
}

export function debtValue(leg: AaveLeg, debt: bigint, rules: AaveRules): bigint {
  return mulDiv(debt, leg.price, leg.unit, rules.debtValue)
}

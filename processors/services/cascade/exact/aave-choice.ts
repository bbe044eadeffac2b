// Which collateral a liquidator takes and which debt it repays: the largest of each, ties by bonus, then in the reserves' order.
import { type AaveLeg, collateralValue, debtOf, debtValue } from './aave-account.ts'
import type { AaveRules } from './aave-rules.ts'

export function chooseLegs(legs: readonly AaveLeg[], rules: AaveRules): { collateral: AaveLeg; debt: AaveLeg } | null {
  let collateral: AaveLeg | null = null
  let debt: AaveLeg | null = null
  for (const leg of legs) {
    if (leg.usedAsCollateral && (collateral === null || preferred(leg, collateral, rules))) collateral = leg
    if (leg.scaledDebt > 0n && (debt === null || worth(leg, rules) > worth(debt, rules))) debt = leg
  }
  return collateral && debt ? { collateral, debt } : null
}

function preferred(leg: AaveLeg, over: AaveLeg, rules: AaveRules): boolean {
  const [value, other] = [collateralValue(leg, rules), collateralValue(over, rules)]
  return value === other ? leg.liquidationBonusBps > over.liquidationBonusBps : value > other
}

function worth(leg: AaveLeg, rules: AaveRules): bigint {
  return debtValue(leg, debtOf(leg, rules), rules)
}

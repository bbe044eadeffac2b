// One Aave liquidation call, to the wei: close factor, seizure and bonus, protocol fee, dust rule, and the deficit at the end.
import { type AaveLeg, accountOf, balanceOf, collateralValue, debtOf, debtValue, liquidatableBelow } from './aave-account.ts'
import type { AaveRules } from './aave-rules.ts'
import { bps, floorAtZero, min, mulDiv, ray } from './rounding.ts'

// In base currency, 8 decimals.
const closeFactorFrom = 2000n * 10n ** 8n
const leftoverAtLeast = 1000n * 10n ** 8n
const closeFactorAbove = 950_000_000_000_000_000n
const halfBps = 5000n

export type LiquidationResult =
  | { readonly status: 'healthy' }
  | { readonly status: 'leaves-dust' }
  | {
      readonly status: 'liquidated'
      readonly repaid: bigint
      // What the liquidator receives; the fee goes to the treasury on top.
      readonly seized: bigint
      readonly fee: bigint
      readonly deficits: ReadonlyMap<string, bigint>
      readonly legs: readonly AaveLeg[]
    }

export function liquidate(
  legs: readonly AaveLeg[],
  collateralReserve: string,
  debtReserve: string,
  debtToCover: bigint,
  rules: AaveRules,
): LiquidationResult {
  const account = accountOf(legs, rules)
  if (account.health >= liquidatableBelow) return { status: 'healthy' }
  const collateral = legOf(legs, collateralReserve)
  const debt = legOf(legs, debtReserve)
  const balance = balanceOf(collateral, rules)
  const owed = debtOf(debt, rules)
  const asked = min(debtToCover, mostRepayable(legs, collateral, debt, rules))

  const base = (debt.price * asked * collateral.unit) / (collateral.price * debt.unit)
  const wanted = mulDiv(base, collateral.liquidationBonusBps, bps, rules.seized)
  const capped = wanted > balance
  const taken = capped ? balance : wanted
  const repaid = capped ? repaidFor(taken, collateral, debt, rules) : asked
  const bonusPart = floorAtZero(taken - mulDiv(taken, bps, collateral.liquidationBonusBps, rules.withoutBonus))
  const fee = mulDiv(bonusPart, collateral.protocolFeeBps, bps, rules.fee)

  if (rules.dust === 'refused' && repaid < owed && taken < balance) {
    const debtLeft = debtValue(debt, owed - repaid, rules)
    const collateralLeft = ((balance - taken) * collateral.price) / collateral.unit
    if (debtLeft < leftoverAtLeast || collateralLeft < leftoverAtLeast) return { status: 'leaves-dust' }
  }
  const scaledLeft = scaledAfter(collateral, taken - fee, fee, rules)
  const others = legs.filter((l) => l !== collateral && l.usedAsCollateral && l.scaledBalance > 0n)
  const isBare =
    rules.stripped === 'by-value'
      ? account.collateralBase === (taken * collateral.price) / collateral.unit
      : scaledLeft === 0n && others.length === 0
  const stripped = rules.unbacked === 'written-off' && isBare
  const deficits = stripped ? deficitsOf(legs, debt, owed - repaid, rules) : new Map<string, bigint>()
  return {
    status: 'liquidated',
    repaid,
    seized: taken - fee,
    fee,
    deficits,
    legs: legs.map((leg) => {
      const scaledBalance = leg === collateral ? scaledLeft : leg.scaledBalance
      const scaledDebt = stripped ? 0n : leg === debt ? scaledDebtAfter(leg, owed, repaid, rules) : leg.scaledDebt
      return {
        ...leg,
        scaledBalance,
        scaledDebt,
        usedAsCollateral: leg.usedAsCollateral && !(leg === collateral && taken === balance),
      }
    }),
  }
}

// Half of one debt near a health of one in older pools. Since: half of the whole position where both chosen sides are large and the health factor is near one; otherwise the whole debt.
export function mostRepayable(legs: readonly AaveLeg[], collateral: AaveLeg, debt: AaveLeg, rules: AaveRules): bigint {
  const account = accountOf(legs, rules)
  const owed = debtOf(debt, rules)
  if (rules.halves === 'one-debt') return account.health > closeFactorAbove ? mulDiv(owed, halfBps, bps, 'half-up') : owed
  const owedBase = debtValue(debt, owed, rules)
  const large = collateralValue(collateral, rules) >= closeFactorFrom && owedBase >= closeFactorFrom
  if (!large || account.health <= closeFactorAbove) return owed
  const half = mulDiv(account.debtBase, halfBps, bps, 'half-up')
  return owedBase > half ? (half * debt.unit) / debt.price : owed
}

// The largest amount a liquidator can repay without being refused for leaving dust.
export function repayableWithoutDust(legs: readonly AaveLeg[], collateral: AaveLeg, debt: AaveLeg, rules: AaveRules): bigint {
  const most = mostRepayable(legs, collateral, debt, rules)
  if (liquidate(legs, collateral.reserve, debt.reserve, most, rules).status !== 'leaves-dust') return most
  const dustDebt = mulDiv(leftoverAtLeast, debt.unit, debt.price, 'up')
  const dustCollateral = mulDiv(leftoverAtLeast, collateral.unit, collateral.price, 'up')
  const spendable = mulDiv(floorAtZero(balanceOf(collateral, rules) - dustCollateral), bps, collateral.liquidationBonusBps)
  const byCollateral = (spendable * collateral.price * debt.unit) / (debt.price * collateral.unit)
  return min(most, min(floorAtZero(debtOf(debt, rules) - dustDebt), byCollateral))
}

function repaidFor(taken: bigint, collateral: AaveLeg, debt: AaveLeg, rules: AaveRules): bigint {
  const worth = (collateral.price * taken * debt.unit) / (debt.price * collateral.unit)
  return mulDiv(worth, bps, collateral.liquidationBonusBps, rules.repaidAtCap)
}

// The liquidator's part is burned and the fee transferred one after the other, each rounded, the second down to what is left.
function scaledAfter(leg: AaveLeg, seized: bigint, fee: bigint, { scaledTaken }: AaveRules): bigint {
  const left = leg.scaledBalance - mulDiv(seized, ray, leg.liquidityIndex, scaledTaken)
  if (fee === 0n) return floorAtZero(left)
  return left - min(left, mulDiv(fee, ray, leg.liquidityIndex, scaledTaken))
}

function scaledDebtAfter(leg: AaveLeg, owed: bigint, repaid: bigint, { scaledRepaid }: AaveRules): bigint {
  return repaid === owed ? 0n : leg.scaledDebt - mulDiv(repaid, ray, leg.debtIndex, scaledRepaid)
}

function deficitsOf(legs: readonly AaveLeg[], repaidLeg: AaveLeg, rest: bigint, rules: AaveRules): Map<string, bigint> {
  const deficits = new Map<string, bigint>()
  for (const leg of legs) {
    const short = leg === repaidLeg ? rest : debtOf(leg, rules)
    if (short > 0n) deficits.set(leg.reserve, short)
  }
  return deficits
}

export function legOf(legs: readonly AaveLeg[], reserve: string): AaveLeg {
  const leg = legs.find((l) => l.reserve === reserve)
  if (!leg) throw new RangeError(`the account has no leg in reserve ${reserve}`)
  return leg
}

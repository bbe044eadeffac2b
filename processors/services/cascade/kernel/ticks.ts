// One round of a position in a vault of Fluid: a liquidation takes what brings debt down to the threshold, and above a limit the position goes
// whole. Both are ratios that the vault knows: the next below.
import { badDebtUsd, liquidations, positions, talliesPerProtocol } from '../index/codes.ts'
import { sameRatio, tickStep } from '../model/rules.ts'
import { Kind } from './kinds.ts'
import { Run } from './records.ts'

// `value` of all its collateral, which is of one kind. True when it must be looked at again in the next round.
export function stepByTick(run: Run, at: i32, value: f64, debt: f64): bool {
  const wide = run.wide
  const tables = run.tables
  const from = wide.collateralFrom[at]
  const owed = wide.debtFrom[at]
  const kind = wide.collateralKind[from]
  const collateralPrice = Kind.at(kind).price
  const debtPrice = Kind.at(wide.debtKind[owed]).debtPrice
  const target = Kind.at(kind).target
  if (debt <= value * target * (1 + sameRatio)) {
    const least = (value * Kind.at(kind).threshold) / tickStep
    if (least < debt) return true
    wide.agenda.waiting.add(wide.group[at], at, debt / least)
    return false
  }
  const own = tables.collateralProtocol[kind] * talliesPerProtocol
  const tally = run.tallies
  tally[own + liquidations] += 1
  const first = wide.touched[at] === 0
  if (first) {
    wide.touched[at] = 1
    tally[own + positions] += 1
  }
  const collateral = first ? wide.collateralBefore : wide.collateral
  const debts = first ? wide.debtBefore : wide.debt
  if (debt > value * Kind.at(kind).most * (1 + sameRatio)) {
    run.pools.take(kind, collateral[from], debts[owed], debt - value)
    return false
  }
  const bonus = Kind.at(kind).bonus
  let repaid = (debt - value * target) / (1 - bonus * target)
  // Terms under which no payment brings the ratio down.
  const isAll = bonus * target >= 1 || repaid * bonus >= value
  if (isAll) repaid = min(debt, value / bonus)
  const seized = repaid * bonus
  Kind.at(kind).repaidUsd += repaid
  Kind.at(kind).seizedUsd += seized
  if (isAll) {
    tally[own + badDebtUsd] += debt - repaid
    return false
  }
  wide.collateral[from] = collateral[from] - seized / collateralPrice
  wide.debt[owed] = debts[owed] - repaid / debtPrice
  return true
}

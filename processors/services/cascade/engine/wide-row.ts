// One step of a position with more than two legs of a sort; true when it must be looked at again in the next round.
import { closeAllBelowHealth, leftoverUsd, smallUsd } from '../index/classify.ts'
import { putOff } from './row-queue.ts'
import { roundingRoom } from './rows.ts'
import type { Run } from './run.ts'

export function stepWideRow(run: Run, row: number): boolean {
  const { tables, assumptions } = run.index
  const { wideLegs: legs, wide } = run.index.rows
  const { touched, wideCollateral, wideDebt, collateralPrice, collateralWeight, debtPrice } = run
  const at = wide[row]!
  const [cFrom, cTo] = [legs.collateralFrom[at]!, legs.collateralFrom[at + 1]!]
  const [dFrom, dTo] = [legs.debtFrom[at]!, legs.debtFrom[at + 1]!]
  const first = touched[row] === 0
  const collateralAmount = first ? legs.collateralAmount : wideCollateral
  const debtAmount = first ? legs.debtAmount : wideDebt
  let weighted = 0
  let value = 0
  let taken = cFrom
  for (let k = cFrom; k < cTo; k++) {
    const kind = legs.collateralKind[k]!
    weighted += collateralAmount[k]! * collateralWeight[kind]!
    const worth = collateralAmount[k]! * collateralPrice[kind]!
    if (worth > value) {
      value = worth
      taken = k
    }
  }
  let debt = 0
  let largest = 0
  let paid = dFrom
  for (let k = dFrom; k < dTo; k++) {
    const worth = debtAmount[k]! * debtPrice[legs.debtKind[k]!]!
    debt += worth
    if (worth > largest) {
      largest = worth
      paid = k
    }
  }
  if (weighted >= debt) {
    const group = run.index.rows.groupOf[row]!
    putOff(run.queue, group, row, (run.queue.fall[group]! * roundingRoom * debt) / weighted)
    return false
  }
  const kind = legs.collateralKind[taken]!
  const bonus = tables.collateralBonus[kind]!
  let repaid = largest
  if (value >= smallUsd && largest >= smallUsd && weighted > closeAllBelowHealth * debt) repaid = Math.min(largest, debt / 2)
  let seized = repaid * bonus
  if (seized > value) {
    seized = value
    repaid = seized / bonus
  } else if (repaid < largest && (largest - repaid < leftoverUsd || value - seized < leftoverUsd)) {
    repaid = Math.min(repaid, largest - leftoverUsd, (value - leftoverUsd) / bonus)
    seized = repaid * bonus
  }
  const price = collateralPrice[kind]!
  const fee = (seized - repaid) * tables.collateralFeeShare[kind]!
  const tally = run.tallies[0]
  tally.liquidations++
  tally.repaidUsd += repaid
  tally.seizedUsd += seized
  tally.feeUsd += fee
  run.prices.sold[tables.collateralToken[kind]!]! += (assumptions.sellFraction * (seized - fee)) / price
  if (first) {
    touched[row] = 1
    tally.positions++
    for (let k = cFrom; k < cTo; k++) wideCollateral[k] = collateralAmount[k]!
    for (let k = dFrom; k < dTo; k++) wideDebt[k] = debtAmount[k]!
  }
  wideCollateral[taken] = seized === value ? 0 : wideCollateral[taken]! - seized / price
  wideDebt[paid] = repaid === largest ? 0 : wideDebt[paid]! - repaid / debtPrice[legs.debtKind[paid]!]!
  if (seized === value && !anyLeft(wideCollateral, cFrom, cTo)) {
    tally.badDebtUsd += debt - repaid
    return false
  }
  return repaid !== largest || anyLeft(wideDebt, dFrom, dTo)
}

function anyLeft(amounts: Float64Array, from: number, to: number): boolean {
  for (let k = from; k < to; k++) if (amounts[k]! > 0) return true
  return false
}

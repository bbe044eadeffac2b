// One round of the rows: reads each due row's health, liquidates it once where it is below one, and says when to look again.
import { closeAllBelowHealth, leftoverUsd, smallUsd } from '../index/classify.ts'
import { putOff } from './row-queue.ts'
import type { Run } from './run.ts'
import { stepWideRow } from './wide-row.ts'

// A health factor read earlier can only have sunk as far as prices did; this much room covers the rounding of that product.
export const roundingRoom = 1 + 1e-12
// Of a health worked out from what a liquidation left, which cancels more digits.
const clearlyHealthy = 1 + 1e-6

// Wide rows are taken out of the due ones first, which keeps the loop over the others free of inner loops.
function stepWideRows(run: Run): void {
  const { wideRows } = run.index.rows
  const { due, dueNext } = run.queue
  for (const row of wideRows) {
    const bit = 1 << row
    if ((due[row >> 5]! & bit) === 0) continue
    due[row >> 5]! &= ~bit
    if (stepWideRow(run, row)) dueNext[row >> 5]! |= bit
  }
}

export function stepRows(run: Run): void {
  stepWideRows(run)
  const { rows, tables, assumptions } = run.index
  const { kind: legKind, groupOf } = rows
  const { collateralBonus, collateralFeeShare, collateralThreshold, collateralToken } = tables
  const { queue, touched, amounts, collateralPrice, collateralWeight, debtPrice, perCollateralPrice, perDebtPrice } = run
  const { due, dueNext, fall } = queue
  const { sold } = run.prices
  const { sellFraction } = assumptions
  const tally = run.tallies[0]
  let positions = 0
  let liquidations = 0
  let repaidUsd = 0
  let seizedUsd = 0
  let feeUsd = 0
  let badDebtUsd = 0
  for (let word = 0; word < due.length; word++) {
    let bits = due[word]!
    while (bits !== 0) {
      const bit = 31 - Math.clz32(bits & -bits)
      bits &= bits - 1
      const row = (word << 5) + bit
      const leg = row * 4
      const first = touched[row] === 0
      const live = row * 8 + 4
      const at = first ? live - 4 : live
      const leftAmount = amounts[at]!
      const rightAmount = amounts[at + 1]!
      const leftKind = legKind[leg]!
      const rightKind = legKind[leg + 1]!
      const leftDebt = amounts[at + 2]! * debtPrice[legKind[leg + 2]!]!
      const rightDebt = amounts[at + 3]! * debtPrice[legKind[leg + 3]!]!
      const weighted = leftAmount * collateralWeight[leftKind]! + rightAmount * collateralWeight[rightKind]!
      const debt = leftDebt + rightDebt
      if (weighted >= debt) {
        const group = groupOf[row]!
        putOff(queue, group, row, (fall[group]! * roundingRoom * debt) / weighted)
        continue
      }
      const leftValue = leftAmount * collateralPrice[leftKind]!
      const rightValue = rightAmount * collateralPrice[rightKind]!
      const takesRight = rightValue > leftValue
      const value = takesRight ? rightValue : leftValue
      const kind = takesRight ? rightKind : leftKind
      const owesRight = rightDebt > leftDebt
      const largest = owesRight ? rightDebt : leftDebt
      const bonus = collateralBonus[kind]!
      let wanted = largest
      if (weighted > closeAllBelowHealth * debt && value >= smallUsd && largest >= smallUsd && largest > debt / 2) {
        wanted = halfOf(debt, largest, value, bonus)
      }
      // Both bounds at once: where the collateral runs out, exactly nothing of it is left, and where it does not, of what was owed.
      const seized = Math.min(wanted * bonus, value)
      const repaid = Math.min(wanted, value / bonus)
      const perPrice = perCollateralPrice[kind]!
      const fee = (seized - repaid) * collateralFeeShare[kind]!
      liquidations++
      repaidUsd += repaid
      seizedUsd += seized
      feeUsd += fee
      sold[collateralToken[kind]!]! += sellFraction * (seized - fee) * perPrice
      positions += first ? 1 : 0
      touched[row] = 1
      const keptAmount = (value - seized) * perPrice
      const otherAmount = takesRight ? leftAmount : rightAmount
      const owed = owesRight ? 3 : 2
      const keptDebt = (largest - repaid) * perDebtPrice[legKind[leg + owed]!]!
      const otherDebt = amounts[at + 5 - owed]!
      if (keptAmount + otherAmount === 0) {
        badDebtUsd += debt - repaid
      } else if (keptDebt + otherDebt > 0) {
        amounts[live] = takesRight ? leftAmount : keptAmount
        amounts[live + 1] = takesRight ? keptAmount : rightAmount
        amounts[live + owed] = keptDebt
        amounts[live + 5 - owed] = otherDebt
        const weightedLeft = weighted - seized * collateralThreshold[kind]!
        const debtLeft = debt - repaid
        // Well above one, not merely at it: what is near is read anew in the next round rather than put off on a rounded health.
        if (weightedLeft > debtLeft * clearlyHealthy) {
          const group = groupOf[row]!
          putOff(queue, group, row, (fall[group]! * clearlyHealthy * debtLeft) / weightedLeft)
        } else dueNext[word]! |= 1 << bit
      }
    }
  }
  tally.positions += positions
  tally.liquidations += liquidations
  tally.repaidUsd += repaidUsd
  tally.seizedUsd += seizedUsd
  tally.feeUsd += feeUsd
  tally.badDebtUsd += badDebtUsd
}

// Half of the whole debt, or less where more would leave dust behind.
function halfOf(debt: number, largest: number, value: number, bonus: number): number {
  const half = debt / 2
  if (half * bonus > value || (largest - half >= leftoverUsd && value - half * bonus >= leftoverUsd)) return half
  return Math.min(half, largest - leftoverUsd, (value - leftoverUsd) / bonus)
}

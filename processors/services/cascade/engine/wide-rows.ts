// One round of the positions with more than two legs of a sort.

import type { CascadeIndex } from '../index/build.ts'
import { closeAllBelowHealth, leftoverUsd, smallUsd } from '../index/classify.ts'
import { createDue, type Due } from './due.ts'
import type { Run } from './run.ts'
import { createWaiting, resetWaiting, type Waiting, wait } from './waiting.ts'

export type WideRows = {
  readonly touched: Uint8Array
  readonly collateral: Float64Array
  readonly debt: Float64Array
  readonly waiting: Waiting
  due: Due
  dueNext: Due
}

export function createWideRows({ rows }: CascadeIndex): WideRows {
  const count = rows.wideLegs.group.length
  return {
    touched: new Uint8Array(count),
    collateral: new Float64Array(rows.wideLegs.collateralAmount.length),
    debt: new Float64Array(rows.wideLegs.debtAmount.length),
    waiting: createWaiting(count > 0 ? rows.groups.count : 0, count),
    due: createDue(count),
    dueNext: createDue(count),
  }
}

export function resetWideRows(wide: WideRows): void {
  wide.touched.fill(0)
  wide.due.count = 0
  wide.dueNext.count = 0
  resetWaiting(wide.waiting)
}

export function stepWideRows(run: Run): void {
  const { wide } = run
  const { due, dueNext } = wide
  for (let n = 0; n < due.count; n++) if (stepWideRow(run, due.ids[n]!)) dueNext.ids[dueNext.count++] = due.ids[n]!
  due.count = 0
  wide.due = dueNext
  wide.dueNext = due
}

// True when it must be looked at again in the next round.
function stepWideRow(run: Run, at: number): boolean {
  const { tables } = run.index
  const { wideLegs: legs } = run.index.rows
  const { sums, collateralPrice, collateralWeight, debtPrice } = run
  const { touched, collateral: wideCollateral, debt: wideDebt } = run.wide
  const [cFrom, cTo] = [legs.collateralFrom[at]!, legs.collateralFrom[at + 1]!]
  const [dFrom, dTo] = [legs.debtFrom[at]!, legs.debtFrom[at + 1]!]
  const first = touched[at] === 0
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
    wait(run.wide.waiting, legs.group[at]!, at, debt / weighted)
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
  const tally = run.tallies[0]
  tally.liquidations++
  sums.repaidUsd[kind]! += repaid
  sums.seizedUsd[kind]! += seized
  if (first) {
    touched[at] = 1
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

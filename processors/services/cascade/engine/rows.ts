// One round of the rows that fit two collateral and two debt legs: each due one is liquidated once where its health is below one.
import { stillClass } from '../index/alike.ts'
import type { CascadeIndex } from '../index/build.ts'
import { closeAllBelowHealth, leftoverUsd, smallUsd } from '../index/classify.ts'
import { allocateLegs, type RowLegs } from '../index/rows.ts'
import { createDue, type Due } from './due.ts'
import { takeRest } from './rests.ts'
import type { Run } from './run.ts'
import { addSingle, clearlyHealthy, putBack } from './singles.ts'
import { createWaiting, resetWaiting, type Waiting, wait } from './waiting.ts'

// Rows that a round has reached, as they are by now.
export type LiveRows = {
  count: number
  readonly legs: RowLegs
  readonly group: Uint16Array
  // Liquidated before.
  readonly hit: Uint8Array
  readonly waiting: Waiting
  due: Due
  dueNext: Due
}

export function createLiveRows({ rows }: CascadeIndex): LiveRows {
  return {
    count: 0,
    legs: allocateLegs(rows.count),
    group: new Uint16Array(rows.count),
    hit: new Uint8Array(rows.count),
    waiting: createWaiting(rows.groups.count, rows.count),
    due: createDue(rows.count),
    dueNext: createDue(rows.count),
  }
}

export function resetLiveRows(live: LiveRows): void {
  live.count = 0
  live.due.count = 0
  live.dueNext.count = 0
  resetWaiting(live.waiting)
}

export function stepRows(run: Run): void {
  const { live, reached } = run
  stepEach(run, live.legs, live.due, false)
  stepEach(run, run.index.rows.legs, reached, true)
  reached.count = 0
  const done = live.due
  done.count = 0
  live.due = live.dueNext
  live.dueNext = done
}

// What is reached for the first time is read from the index and, where it lives on, written to the live rows.
function stepEach(run: Run, legs: RowLegs, due: Due, first: boolean): void {
  const { live, sums, collateralPrice, collateralWeight, debtPrice } = run
  const { collateralBonus, collateralThreshold } = run.index.tables
  const { groupOf } = run.index.rows
  const { seizedUsd, repaidUsd } = sums
  const { kind: kinds, amount: amounts } = legs
  const { ids, count } = due
  const tally = run.tallies[0]
  let liquidations = 0
  let positions = 0
  for (let n = 0; n < count; n++) {
    const id = ids[n]!
    const leg = id * 4
    const leftAmount = amounts[leg]!
    const rightAmount = amounts[leg + 1]!
    const leftKind = kinds[leg]!
    const rightKind = kinds[leg + 1]!
    const leftDebt = amounts[leg + 2]! * debtPrice[kinds[leg + 2]!]!
    const rightDebt = amounts[leg + 3]! * debtPrice[kinds[leg + 3]!]!
    const weighted = leftAmount * collateralWeight[leftKind]! + rightAmount * collateralWeight[rightKind]!
    const debt = leftDebt + rightDebt
    if (weighted >= debt) {
      const item = first ? copyRow(live, legs, id, groupOf[id]!, 0) : id
      wait(live.waiting, live.group[item]!, item, debt / weighted)
      continue
    }
    liquidations++
    if (first) positions++
    else {
      positions += 1 - live.hit[id]!
      live.hit[id] = 1
    }
    const leftValue = leftAmount * collateralPrice[leftKind]!
    const rightValue = rightAmount * collateralPrice[rightKind]!
    const takesRight = rightValue > leftValue
    const value = takesRight ? rightValue : leftValue
    const kind = takesRight ? rightKind : leftKind
    const otherAmount = takesRight ? leftAmount : rightAmount
    const otherKind = takesRight ? leftKind : rightKind
    const owesRight = rightDebt > leftDebt
    const largest = owesRight ? rightDebt : leftDebt
    const smallest = owesRight ? leftDebt : rightDebt
    const owed = leg + (owesRight ? 3 : 2)
    const otherOwed = leg + (owesRight ? 2 : 3)
    const bonus = collateralBonus[kind]!
    let repaid = largest
    if (weighted > closeAllBelowHealth * debt && value >= smallUsd && largest >= smallUsd && largest > debt / 2) {
      repaid = halfOf(debt, largest, value, bonus)
    }
    const wholeDebt = repaid === largest
    let seized = repaid * bonus
    if (seized >= value) {
      seized = value
      repaid = value / bonus
      seizedUsd[kind]! += seized
      repaidUsd[kind]! += repaid
      if (otherAmount === 0) tally.badDebtUsd += debt - repaid
      else if (smallest === 0) leaveSingle(run, otherKind, otherAmount, kinds[owed]!, largest - repaid)
      else {
        const item = first ? copyRow(live, legs, id, groupOf[id]!, 1) : id
        live.legs.amount[item * 4 + (takesRight ? 1 : 0)] = 0
        live.legs.amount[item * 4 + (owesRight ? 3 : 2)] = (largest - repaid) * run.perDebtPrice[kinds[owed]!]!
        putRowBack(live, item, weighted - seized * collateralThreshold[kind]!, debt - repaid)
      }
      continue
    }
    seizedUsd[kind]! += seized
    repaidUsd[kind]! += repaid
    const kept = (value - seized) * run.perCollateralPrice[kind]!
    if (wholeDebt) {
      if (smallest === 0) continue
      if (otherAmount === 0) {
        leaveSingle(run, kind, kept, kinds[otherOwed]!, smallest)
        continue
      }
    }
    const item = first ? copyRow(live, legs, id, groupOf[id]!, 1) : id
    live.legs.amount[item * 4 + (takesRight ? 1 : 0)] = kept
    live.legs.amount[item * 4 + (owesRight ? 3 : 2)] = wholeDebt ? 0 : (largest - repaid) * run.perDebtPrice[kinds[owed]!]!
    putRowBack(live, item, weighted - seized * collateralThreshold[kind]!, debt - repaid)
  }
  tally.liquidations += liquidations
  tally.positions += positions
}

// Half of the whole debt, or less where more would leave dust behind.
function halfOf(debt: number, largest: number, value: number, bonus: number): number {
  const half = debt / 2
  if (half * bonus > value || (largest - half >= leftoverUsd && value - half * bonus >= leftoverUsd)) return half
  return Math.min(half, largest - leftoverUsd, (value - leftoverUsd) / bonus)
}

function copyRow(live: LiveRows, legs: RowLegs, row: number, group: number, hit: number): number {
  const item = live.count++
  for (let k = 0; k < 4; k++) {
    live.legs.kind[item * 4 + k] = legs.kind[row * 4 + k]!
    live.legs.amount[item * 4 + k] = legs.amount[row * 4 + k]!
  }
  live.group[item] = group
  live.hit[item] = hit
  return item
}

// Well above one, not merely at it: what is near is read anew in the next round rather than put off on a rounded health.
function putRowBack(live: LiveRows, item: number, weighted: number, debt: number): void {
  if (weighted > debt * clearlyHealthy) wait(live.waiting, live.group[item]!, item, (clearlyHealthy * debt) / weighted)
  else live.dueNext.ids[live.dueNext.count++] = item
}

function leaveSingle(run: Run, kind: number, amount: number, debtKind: number, debt: number): void {
  const { tables, alike } = run.index
  const follows = tables.debtFollows[debtKind]!
  if (alike.classOf[follows] === stillClass && takeRest(run, kind, amount, debt)) return
  const item = addSingle(run, kind, follows, amount, debt / run.prices.oracle[follows]!)
  putBack(run.singles, item, amount * run.collateralWeight[kind]!, debt)
}

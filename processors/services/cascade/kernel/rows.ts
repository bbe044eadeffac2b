// One round of the rows that fit two collateral and two debt legs: each due one is liquidated once where its health is below one.
import { badDebtUsd, liquidations, positions } from '../index/codes.ts'
import { closeAllBelowHealth, leftoverUsd, smallUsd } from '../model/rules.ts'
import { Due, endRound } from './agenda.ts'
import { Legs, Run } from './records.ts'

export function stepRows(run: Run): void {
  const live = run.live
  stepEach(run, live.legs, live.agenda.due, false)
  stepEach(run, run.rows.legs, run.reached, true)
  run.reached.count = 0
  endRound(live.agenda)
}

// What is reached for the first time is read from the index and, where it lives on, written to the live rows.
function stepEach(run: Run, legs: Legs, due: Due, first: bool): void {
  const live = run.live
  const rows = run.rows
  const prices = run.prices
  const collateralPrice = prices.collateralPrice
  const collateralWeight = prices.collateralWeight
  const debtPrice = prices.debtPrice
  const bonuses = run.tables.collateralBonus
  const thresholds = run.tables.collateralThreshold
  const seizedUsd = run.sums.seizedUsd
  const repaidUsd = run.sums.repaidUsd
  const kinds = legs.kind
  const amounts = legs.amount
  const left = live.legs.amount
  const ids = due.ids
  const count = due.count
  let hit = 0
  let newlyHit = 0
  let lost: f64 = 0
  for (let n = 0; n < count; n++) {
    const id = ids[n]
    const leg = id * 4
    const leftAmount = amounts[leg]
    const rightAmount = amounts[leg + 1]
    const leftKind = kinds[leg]
    const rightKind = kinds[leg + 1]
    const leftDebt = amounts[leg + 2] * debtPrice[kinds[leg + 2]]
    const rightDebt = amounts[leg + 3] * debtPrice[kinds[leg + 3]]
    const weighted = leftAmount * collateralWeight[leftKind] + rightAmount * collateralWeight[rightKind]
    const debt = leftDebt + rightDebt
    if (weighted >= debt) {
      const item = first ? live.copy(rows, id, 0) : id
      live.agenda.waiting.add(live.group[item], item, debt / weighted)
      continue
    }
    hit++
    if (first) newlyHit++
    else {
      newlyHit += 1 - live.hit[id]
      live.hit[id] = 1
    }
    const leftValue = leftAmount * collateralPrice[leftKind]
    const rightValue = rightAmount * collateralPrice[rightKind]
    const takesRight = rightValue > leftValue
    const value = takesRight ? rightValue : leftValue
    const kind = takesRight ? rightKind : leftKind
    const otherAmount = takesRight ? leftAmount : rightAmount
    const owesRight = rightDebt > leftDebt
    const largest = owesRight ? rightDebt : leftDebt
    const smallest = owesRight ? leftDebt : rightDebt
    const owed = owesRight ? 3 : 2
    const bonus = bonuses[kind]
    let repaid = largest
    if (weighted > closeAllBelowHealth * debt && value >= smallUsd && largest >= smallUsd && largest > debt / 2) {
      repaid = halfOf(debt, largest, value, bonus)
    }
    const wholeDebt = repaid === largest
    let seized = repaid * bonus
    if (seized >= value) {
      seized = value
      repaid = value / bonus
      seizedUsd[kind] += seized
      repaidUsd[kind] += repaid
      if (otherAmount === 0) lost += debt - repaid
      else if (smallest === 0)
        run.singles.takeOver(run, takesRight ? leftKind : rightKind, otherAmount, kinds[leg + owed], largest - repaid)
      else {
        const item = first ? live.copy(rows, id, 1) : id
        left[item * 4 + i32(takesRight)] = 0
        left[item * 4 + owed] = (largest - repaid) * prices.perDebtPrice[kinds[leg + owed]]
        live.agenda.putBack(live.group[item], item, weighted - seized * thresholds[kind], debt - repaid)
      }
      continue
    }
    seizedUsd[kind] += seized
    repaidUsd[kind] += repaid
    const kept = (value - seized) * prices.perCollateralPrice[kind]
    if (wholeDebt) {
      if (smallest === 0) continue
      if (otherAmount === 0) {
        run.singles.takeOver(run, kind, kept, kinds[leg + 5 - owed], smallest)
        continue
      }
    }
    const item = first ? live.copy(rows, id, 1) : id
    left[item * 4 + i32(takesRight)] = kept
    left[item * 4 + owed] = wholeDebt ? 0 : (largest - repaid) * prices.perDebtPrice[kinds[leg + owed]]
    live.agenda.putBack(live.group[item], item, weighted - seized * thresholds[kind], debt - repaid)
  }
  const tally = run.tallies
  tally[liquidations] += <f64>hit
  tally[positions] += <f64>newlyHit
  tally[badDebtUsd] += lost
}

// Half of the whole debt, or less where more would leave dust behind.
function halfOf(debt: f64, largest: f64, value: f64, bonus: f64): f64 {
  const half = debt / 2
  if (half * bonus > value || (largest - half >= leftoverUsd && value - half * bonus >= leftoverUsd)) return half
  return min(min(half, largest - leftoverUsd), (value - leftoverUsd) / bonus)
}

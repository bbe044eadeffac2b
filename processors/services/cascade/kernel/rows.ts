// One round of the rows that fit two collateral and two debt legs: each due one is liquidated once where its health is below one.
import { badDebtUsd, liquidations, positions } from '../index/codes.ts'
import { closeAllBelowHealth, leftoverUsd, smallUsd } from '../model/rules.ts'
import { Due, endRound } from './agenda.ts'
import { Row } from './items.ts'
import { Kind } from './kinds.ts'
import { Run } from './records.ts'

export function stepRows(run: Run): void {
  const live = run.live
  stepEach(run, live.agenda.due, false)
  stepEach(run, run.reached, true)
  run.reached.count = 0
  endRound(live.agenda)
}

// What is reached for the first time is read from the index and, where it lives on, written to the live rows.
function stepEach(run: Run, due: Due, first: bool): void {
  const live = run.live
  const rows = run.rows
  const ids = due.ids
  const count = due.count
  let hit = 0
  let newlyHit = 0
  let lost: f64 = 0
  for (let n = 0; n < count; n++) {
    const id = ids[n]
    const row = first ? rows.items.at(id) : live.items.at(id).row
    const leftAmount = row.leftAmount
    const rightAmount = row.rightAmount
    const leftKind = <i32>row.leftKind
    const rightKind = <i32>row.rightKind
    const leftDebt = row.leftDebt * Kind.at(<i32>row.leftDebtKind).debtPrice
    const rightDebt = row.rightDebt * Kind.at(<i32>row.rightDebtKind).debtPrice
    const weighted = leftAmount * Kind.at(leftKind).weight + rightAmount * Kind.at(rightKind).weight
    const debt = leftDebt + rightDebt
    if (weighted >= debt) {
      const item = first ? live.copy(rows, id, 0) : id
      live.agenda.waiting.add(<i32>live.items.at(item).group, item, debt / weighted)
      continue
    }
    hit++
    if (first) newlyHit++
    else {
      newlyHit += 1 - <i32>live.items.at(id).hit
      live.items.at(id).hit = 1
    }
    const leftValue = leftAmount * Kind.at(leftKind).price
    const rightValue = rightAmount * Kind.at(rightKind).price
    const takesRight = rightValue > leftValue
    const value = takesRight ? rightValue : leftValue
    const kind = takesRight ? rightKind : leftKind
    const otherAmount = takesRight ? leftAmount : rightAmount
    const owesRight = rightDebt > leftDebt
    const largest = owesRight ? rightDebt : leftDebt
    const smallest = owesRight ? leftDebt : rightDebt
    const owedKind = <i32>(owesRight ? row.rightDebtKind : row.leftDebtKind)
    const bonus = Kind.at(kind).bonus
    let repaid = largest
    if (weighted > closeAllBelowHealth * debt && value >= smallUsd && largest >= smallUsd && largest > debt / 2) {
      repaid = halfOf(debt, largest, value, bonus)
    }
    const wholeDebt = repaid === largest
    let seized = repaid * bonus
    if (seized >= value) {
      seized = value
      repaid = value / bonus
      Kind.at(kind).seizedUsd += seized
      Kind.at(kind).repaidUsd += repaid
      if (otherAmount === 0) lost += debt - repaid
      else if (smallest === 0)
        run.singles.takeOver(run, takesRight ? leftKind : rightKind, otherAmount, owedKind, largest - repaid)
      else if (!takeRestOfTwo(row, takesRight ? leftKind : rightKind, otherAmount, largest - repaid, smallest)) {
        const item = first ? live.copy(rows, id, 1) : id
        const to = live.items.at(item)
        to.row.setCollateral(takesRight, 0)
        to.row.setDebt(owesRight, (largest - repaid) * Kind.at(owedKind).perDebtPrice)
        live.agenda.putBack(<i32>to.group, item, weighted - seized * Kind.at(kind).threshold, debt - repaid)
      }
      continue
    }
    Kind.at(kind).seizedUsd += seized
    Kind.at(kind).repaidUsd += repaid
    const kept = (value - seized) * Kind.at(kind).perPrice
    if (wholeDebt) {
      if (smallest === 0) continue
      if (otherAmount === 0) {
        run.singles.takeOver(run, kind, kept, <i32>(owesRight ? row.leftDebtKind : row.rightDebtKind), smallest)
        continue
      }
    }
    const item = first ? live.copy(rows, id, 1) : id
    const to = live.items.at(item)
    to.row.setCollateral(takesRight, kept)
    to.row.setDebt(owesRight, wholeDebt ? 0 : (largest - repaid) * Kind.at(owedKind).perDebtPrice)
    live.agenda.putBack(<i32>to.group, item, weighted - seized * Kind.at(kind).threshold, debt - repaid)
  }
  const tally = run.tallies
  tally[liquidations] += <f64>hit
  tally[positions] += <f64>newlyHit
  tally[badDebtUsd] += lost
}

// What is left under two debts, where no sale moves either and the collateral does not cover the larger: the next liquidation takes all.
function takeRestOfTwo(row: Row, kind: i32, amount: f64, oneUsd: f64, otherUsd: f64): bool {
  const steady = Kind.at(<i32>row.leftDebtKind).isSteadyDebt & Kind.at(<i32>row.rightDebtKind).isSteadyDebt
  return steady !== 0 && Kind.at(kind).takeRest(amount, oneUsd > otherUsd ? oneUsd : otherUsd, oneUsd + otherUsd)
}

// Half of the whole debt, or less where more would leave dust behind.
function halfOf(debt: f64, largest: f64, value: f64, bonus: f64): f64 {
  const half = debt / 2
  if (half * bonus > value || (largest - half >= leftoverUsd && value - half * bonus >= leftoverUsd)) return half
  return min(min(half, largest - leftoverUsd), (value - leftoverUsd) / bonus)
}

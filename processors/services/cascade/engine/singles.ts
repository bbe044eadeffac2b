// One round of the positions with one collateral and one debt that are closed in parts, or are what a liquidation left of more.

import type { CascadeIndex } from '../index/build.ts'
import { closeAllBelowHealth, leftoverUsd, smallUsd } from '../index/classify.ts'
import { createDue, type Due } from './due.ts'
import type { Run } from './run.ts'
import { createWaiting, resetWaiting, type Waiting, wait } from './waiting.ts'

export type Singles = {
  count: number
  readonly kind: Uint16Array
  readonly follows: Uint16Array
  readonly group: Uint16Array
  readonly amount: Float64Array
  // At today's price.
  readonly debtUsd: Float64Array
  readonly waiting: Waiting
  due: Due
  dueNext: Due
}

// Of a health worked out from what a liquidation left, which cancels more digits.
export const clearlyHealthy = 1 + 1e-6

export function createSingles(index: CascadeIndex): Singles {
  const capacity = index.pairs.threshold.length + index.rows.count
  return {
    count: 0,
    kind: new Uint16Array(capacity),
    follows: new Uint16Array(capacity),
    group: new Uint16Array(capacity),
    amount: new Float64Array(capacity),
    debtUsd: new Float64Array(capacity),
    waiting: createWaiting(index.singleGroups.count, capacity),
    due: createDue(capacity),
    dueNext: createDue(capacity),
  }
}

export function resetSingles(singles: Singles): void {
  singles.count = 0
  singles.due.count = 0
  singles.dueNext.count = 0
  resetWaiting(singles.waiting)
}

export function addSingle(run: Run, kind: number, follows: number, amount: number, debtUsd: number): number {
  const { singles, index } = run
  const { classOf, count } = index.alike
  const item = singles.count++
  singles.kind[item] = kind
  singles.follows[item] = follows
  singles.group[item] = index.singleGroups.groupAt[classOf[index.tables.collateralFollows[kind]!]! * count + classOf[follows]!]!
  singles.amount[item] = amount
  singles.debtUsd[item] = debtUsd
  return item
}

// What a liquidation left of a position: healthy for now, or to be looked at in the next round.
export function putBack(singles: Singles, item: number, weighted: number, debt: number): void {
  if (weighted > debt * clearlyHealthy) wait(singles.waiting, singles.group[item]!, item, (clearlyHealthy * debt) / weighted)
  else singles.dueNext.ids[singles.dueNext.count++] = item
}

export function stepSingles(run: Run): void {
  const { singles, sums, collateralPrice, collateralWeight } = run
  const { collateralBonus } = run.index.tables
  const { oracle } = run.prices
  const { kind: kinds, follows, amount: amounts, debtUsd: debtsUsd, due } = singles
  const tally = run.tallies[0]
  for (let n = 0; n < due.count; n++) {
    const item = due.ids[n]!
    const kind = kinds[item]!
    const amount = amounts[item]!
    const debtMultiplier = oracle[follows[item]!]!
    const debt = debtsUsd[item]! * debtMultiplier
    const weighted = amount * collateralWeight[kind]!
    if (weighted >= debt) {
      wait(singles.waiting, singles.group[item]!, item, debt / weighted)
      continue
    }
    const price = collateralPrice[kind]!
    const value = amount * price
    const bonus = collateralBonus[kind]!
    let repaid = debt
    if (weighted > closeAllBelowHealth * debt && value >= smallUsd && debt >= smallUsd) repaid = debt / 2
    let seized = repaid * bonus
    if (seized > value) {
      seized = value
      repaid = seized / bonus
    } else if (repaid < debt && value - seized < leftoverUsd) {
      repaid = (value - leftoverUsd) / bonus
      seized = repaid * bonus
    }
    tally.liquidations++
    sums.seizedUsd[kind]! += seized
    sums.repaidUsd[kind]! += repaid
    if (seized === value) tally.badDebtUsd += debt - repaid
    if (seized === value || repaid === debt) continue
    amounts[item] = amount - seized / price
    debtsUsd[item] = debtsUsd[item]! - repaid / debtMultiplier
    putBack(singles, item, amounts[item]! * collateralWeight[kind]!, debt - repaid)
  }
  const done = singles.due
  done.count = 0
  singles.due = singles.dueNext
  singles.dueNext = done
}

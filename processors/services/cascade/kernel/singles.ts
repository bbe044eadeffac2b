// One round of the positions with one collateral and one debt that are closed in parts, or are what a liquidation left of more.
import { badDebtUsd, liquidations } from '../index/codes.ts'
import { closeAllBelowHealth, leftoverUsd, smallUsd } from '../model/rules.ts'
import { endRound } from './agenda.ts'
import { Kind } from './kinds.ts'
import { Run } from './records.ts'

export function stepSingles(run: Run): void {
  const singles = run.singles
  const prices = run.prices
  const oracle = prices.oracle
  const ids = singles.agenda.due.ids
  const count = singles.agenda.due.count
  let hit = 0
  let lost: f64 = 0
  for (let n = 0; n < count; n++) {
    const item = ids[n]
    const single = singles.items.at(item)
    const kind = <i32>single.kind
    const follows = <i32>single.follows
    const amount = single.amount
    const debtMultiplier = oracle[follows]
    const debt = single.debtUsd * debtMultiplier
    const weighted = amount * Kind.at(kind).weight
    if (weighted >= debt) {
      singles.agenda.waiting.add(singles.groupOf(run, kind, follows), item, debt / weighted)
      continue
    }
    const price = Kind.at(kind).price
    const value = amount * price
    const bonus = Kind.at(kind).bonus
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
    hit++
    Kind.at(kind).seizedUsd += seized
    Kind.at(kind).repaidUsd += repaid
    if (seized === value) lost += debt - repaid
    if (seized === value || repaid === debt) continue
    const kept = amount - seized / price
    single.amount = kept
    single.debtUsd = single.debtUsd - repaid / debtMultiplier
    singles.agenda.putBack(singles.groupOf(run, kind, follows), item, kept * Kind.at(kind).weight, debt - repaid)
  }
  run.tallies[liquidations] += <f64>hit
  run.tallies[badDebtUsd] += lost
  endRound(singles.agenda)
}

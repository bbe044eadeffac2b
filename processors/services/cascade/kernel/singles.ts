// One round of the positions with one collateral and one debt that are closed in parts, or are what a liquidation left of more.
import { badDebtUsd, liquidations, stillClass } from '../index/codes.ts'
import { closeAllBelowHealth, leftoverUsd, smallUsd } from '../model/rules.ts'
import { Agenda, endRound } from './agenda.ts'
import { F64s, I32s, U16s } from './arrays.ts'
import { Run } from './records.ts'

@unmanaged
export class Singles {
  count: i32
  kind: U16s
  follows: U16s
  group: U16s
  amount: F64s
  // At today's price.
  debtUsd: F64s
  groups: SingleGroups
  agenda: Agenda

  @inline
  add(run: Run, kind: i32, follows: i32, amount: f64, debtUsd: f64): i32 {
    const classOf = run.alike.classOf
    const item = this.count++
    this.kind[item] = kind
    this.follows[item] = follows
    this.group[item] = this.groups.groupAt[classOf[run.tables.collateralFollows[kind]] * run.alike.count + classOf[follows]]
    this.amount[item] = amount
    this.debtUsd[item] = debtUsd
    return item
  }

  // What a liquidation left of a row: one leg of each sort.
  @inline
  takeOver(run: Run, kind: i32, amount: f64, debtKind: i32, debt: f64): void {
    const follows = run.tables.debtFollows[debtKind]
    if (run.alike.classOf[follows] === stillClass && run.rests.take(run, kind, amount, debt)) return
    const item = this.add(run, kind, follows, amount, debt / run.prices.oracle[follows])
    this.agenda.putBack(this.group[item], item, amount * run.prices.collateralWeight[kind], debt)
  }
}

@unmanaged
export class SingleGroups {
  count: i32
  groupAt: U16s
  collateralClass: I32s
  debtClass: I32s
}

export function stepSingles(run: Run): void {
  const singles = run.singles
  const prices = run.prices
  const collateralPrice = prices.collateralPrice
  const collateralWeight = prices.collateralWeight
  const oracle = prices.oracle
  const bonuses = run.tables.collateralBonus
  const seizedUsd = run.sums.seizedUsd
  const repaidUsd = run.sums.repaidUsd
  const kinds = singles.kind
  const follows = singles.follows
  const amounts = singles.amount
  const debtsUsd = singles.debtUsd
  const ids = singles.agenda.due.ids
  const count = singles.agenda.due.count
  let hit = 0
  let lost: f64 = 0
  for (let n = 0; n < count; n++) {
    const item = ids[n]
    const kind = kinds[item]
    const amount = amounts[item]
    const debtMultiplier = oracle[follows[item]]
    const debt = debtsUsd[item] * debtMultiplier
    const weighted = amount * collateralWeight[kind]
    if (weighted >= debt) {
      singles.agenda.waiting.add(singles.group[item], item, debt / weighted)
      continue
    }
    const price = collateralPrice[kind]
    const value = amount * price
    const bonus = bonuses[kind]
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
    seizedUsd[kind] += seized
    repaidUsd[kind] += repaid
    if (seized === value) lost += debt - repaid
    if (seized === value || repaid === debt) continue
    const kept = amount - seized / price
    amounts[item] = kept
    debtsUsd[item] = debtsUsd[item] - repaid / debtMultiplier
    singles.agenda.putBack(singles.group[item], item, kept * collateralWeight[kind], debt - repaid)
  }
  run.tallies[liquidations] += <f64>hit
  run.tallies[badDebtUsd] += lost
  endRound(singles.agenda)
}

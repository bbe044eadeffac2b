// Rows that no fall can rescue, closed from running sums: their first liquidation in the round that reaches them, the rest in the next.
//
// A hopeless row's collateral no longer covers its still debt after the bonus. Prices only sink from round to round, so it stays
// hopeless, each liquidation takes either a whole collateral or repays a whole debt, and what it ends as is known at once.
import { badDebtUsd, liquidations, positions, sumsPerRow } from '../index/codes.ts'
import { Kind } from './kinds.ts'
import { Run } from './records.ts'

// The larger collateral goes first; it never covers the debt.
export function closeByCollateral(run: Run, lane: i32, from: i32, to: i32, leftFirst: bool): void {
  const left = run.lanes.leftKind[lane]
  const right = run.lanes.rightKind[lane]
  const leftAmount = between(run, 0, lane, from, to)
  const rightAmount = between(run, 1, lane, from, to)
  const debtUsd = between(run, 2, lane, from, to)
  const kind = leftFirst ? left : right
  const seizedUsd = (leftFirst ? leftAmount : rightAmount) * Kind.at(kind).price
  const repaidUsd = seizedUsd / Kind.at(kind).bonus
  seize(run, kind, to - from, seizedUsd, repaidUsd)
  Kind.at(leftFirst ? right : left).addRest(to - from, leftFirst ? rightAmount : leftAmount, debtUsd - repaidUsd)
}

// Either the collateral covers the larger debt, which is repaid, or it is taken whole for part of it.
export function closeByDebt(run: Run, lane: i32, from: i32, to: i32, repaysLarger: bool): void {
  const kind = run.lanes.leftKind[lane]
  const bonus = Kind.at(kind).bonus
  const price = Kind.at(kind).price
  const amount = between(run, 0, lane, from, to)
  const largerUsd = between(run, 1, lane, from, to)
  const smallerUsd = between(run, 2, lane, from, to)
  if (repaysLarger) {
    seize(run, kind, to - from, largerUsd * bonus, largerUsd)
    Kind.at(kind).addRest(to - from, amount - (largerUsd * bonus) / price, smallerUsd)
  } else {
    const repaidUsd = (amount * price) / bonus
    seize(run, kind, to - from, amount * price, repaidUsd)
    run.tallies[badDebtUsd] += largerUsd + smallerUsd - repaidUsd
  }
}

function seize(run: Run, kind: i32, count: i32, seizedUsd: f64, repaidUsd: f64): void {
  run.tallies[positions] += <f64>count
  run.tallies[liquidations] += <f64>count
  Kind.at(kind).seizedUsd += seizedUsd
  Kind.at(kind).repaidUsd += repaidUsd
}

function between(run: Run, which: i32, lane: i32, from: i32, to: i32): f64 {
  const sums = run.lanes.sums
  return sums[(to + lane) * sumsPerRow + which] - sums[(from + lane) * sumsPerRow + which]
}

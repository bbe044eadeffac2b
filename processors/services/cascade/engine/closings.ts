// Rows that no fall can rescue, closed from running sums: their first liquidation in the round that reaches them, the rest in the next.
//
// A hopeless row's collateral no longer covers its still debt after the bonus. Prices only sink from round to round, so it stays
// hopeless, each liquidation takes either a whole collateral or repays a whole debt, and what it ends as is known at once.
import { sumsPerRow } from '../index/lanes.ts'
import { addRests } from './rests.ts'
import type { Run } from './run.ts'

// The larger collateral goes first; it never covers the debt.
export function closeByCollateral(run: Run, lane: number, from: number, to: number, leftFirst: boolean): void {
  const { lanes } = run.index.rows
  const [left, right] = [lanes.leftKind[lane]!, lanes.rightKind[lane]!]
  const leftAmount = between(lanes.sums, 0, lane, from, to)
  const rightAmount = between(lanes.sums, 1, lane, from, to)
  const debtUsd = between(lanes.sums, 2, lane, from, to)
  const kind = leftFirst ? left : right
  const seizedUsd = (leftFirst ? leftAmount : rightAmount) * run.collateralPrice[kind]!
  const repaidUsd = seizedUsd / run.index.tables.collateralBonus[kind]!
  seize(run, kind, to - from, seizedUsd, repaidUsd)
  addRests(run.rests, to - from, leftFirst ? right : left, leftFirst ? rightAmount : leftAmount, debtUsd - repaidUsd)
}

// Either the collateral covers the larger debt, which is repaid, or it is taken whole for part of it.
export function closeByDebt(run: Run, lane: number, from: number, to: number, repaysLarger: boolean): void {
  const { lanes } = run.index.rows
  const kind = lanes.leftKind[lane]!
  const bonus = run.index.tables.collateralBonus[kind]!
  const price = run.collateralPrice[kind]!
  const amount = between(lanes.sums, 0, lane, from, to)
  const largerUsd = between(lanes.sums, 1, lane, from, to)
  const smallerUsd = between(lanes.sums, 2, lane, from, to)
  if (repaysLarger) {
    seize(run, kind, to - from, largerUsd * bonus, largerUsd)
    addRests(run.rests, to - from, kind, amount - (largerUsd * bonus) / price, smallerUsd)
  } else {
    const repaidUsd = (amount * price) / bonus
    seize(run, kind, to - from, amount * price, repaidUsd)
    run.tallies[0].badDebtUsd += largerUsd + smallerUsd - repaidUsd
  }
}

function seize(run: Run, kind: number, liquidations: number, seizedUsd: number, repaidUsd: number): void {
  run.tallies[0].positions += liquidations
  run.tallies[0].liquidations += liquidations
  run.sums.seizedUsd[kind]! += seizedUsd
  run.sums.repaidUsd[kind]! += repaidUsd
}

function between(sums: Float64Array, which: number, lane: number, from: number, to: number): number {
  return sums[(to + lane) * sumsPerRow + which]! - sums[(from + lane) * sumsPerRow + which]!
}

// Rows that no fall can rescue, closed from running sums: their first liquidation in the round that reaches them, the rest in the next.
//
// A hopeless row's collateral no longer covers its still debt after the bonus. Prices only sink from round to round, so it stays
// hopeless, each liquidation takes either a whole collateral or repays a whole debt, and what it ends as is known at once.
import type { Run } from './run.ts'

// What hopeless rows still own and owe after their first liquidation, per lane.
export type Rests = {
  count: number
  readonly positions: Int32Array
  readonly kind: Uint16Array
  readonly amount: Float64Array
  readonly debtUsd: Float64Array
}

export function createRests(lanes: number): Rests {
  return {
    count: 0,
    positions: new Int32Array(lanes),
    kind: new Uint16Array(lanes),
    amount: new Float64Array(lanes),
    debtUsd: new Float64Array(lanes),
  }
}

// The larger collateral goes first; it never covers the debt.
export function closeByCollateral(run: Run, lane: number, from: number, to: number, leftFirst: boolean): void {
  const { lanes } = run.index.rows
  const [left, right] = [lanes.leftKind[lane]!, lanes.rightKind[lane]!]
  const leftAmount = between(lanes.firstSum, lane, from, to)
  const rightAmount = between(lanes.secondSum, lane, from, to)
  const debtUsd = between(lanes.debtUsdSum, lane, from, to)
  const kind = leftFirst ? left : right
  const seizedUsd = (leftFirst ? leftAmount : rightAmount) * run.collateralPrice[kind]!
  const repaidUsd = seizedUsd / run.index.tables.collateralBonus[kind]!
  run.tallies[0].positions += to - from
  seize(run, kind, to - from, seizedUsd, repaidUsd)
  rest(run, to - from, leftFirst ? right : left, leftFirst ? rightAmount : leftAmount, debtUsd - repaidUsd)
}

// Either the collateral covers the larger debt, which is repaid, or it is taken whole for part of it.
export function closeByDebt(run: Run, lane: number, from: number, to: number, repaysLarger: boolean): void {
  const { lanes } = run.index.rows
  const kind = lanes.leftKind[lane]!
  const bonus = run.index.tables.collateralBonus[kind]!
  const price = run.collateralPrice[kind]!
  const amount = between(lanes.firstSum, lane, from, to)
  const largerUsd = between(lanes.secondSum, lane, from, to)
  const smallerUsd = between(lanes.debtUsdSum, lane, from, to)
  run.tallies[0].positions += to - from
  if (repaysLarger) {
    seize(run, kind, to - from, largerUsd * bonus, largerUsd)
    rest(run, to - from, kind, amount - (largerUsd * bonus) / price, smallerUsd)
  } else {
    const repaidUsd = (amount * price) / bonus
    seize(run, kind, to - from, amount * price, repaidUsd)
    run.tallies[0].badDebtUsd += largerUsd + smallerUsd - repaidUsd
  }
}

export function sellRests(run: Run): void {
  const { rests } = run
  for (let at = 0; at < rests.count; at++) {
    const kind = rests.kind[at]!
    const seizedUsd = rests.amount[at]! * run.collateralPrice[kind]!
    const repaidUsd = seizedUsd / run.index.tables.collateralBonus[kind]!
    seize(run, kind, rests.positions[at]!, seizedUsd, repaidUsd)
    run.tallies[0].badDebtUsd += rests.debtUsd[at]! - repaidUsd
  }
  rests.count = 0
}

function rest(run: Run, positions: number, kind: number, amount: number, debtUsd: number): void {
  const { rests } = run
  const at = rests.count++
  rests.positions[at] = positions
  rests.kind[at] = kind
  rests.amount[at] = amount
  rests.debtUsd[at] = debtUsd
}

function seize(run: Run, kind: number, liquidations: number, seizedUsd: number, repaidUsd: number): void {
  const { tables, assumptions } = run.index
  const tally = run.tallies[0]
  const feeUsd = (seizedUsd - repaidUsd) * tables.collateralFeeShare[kind]!
  tally.liquidations += liquidations
  tally.repaidUsd += repaidUsd
  tally.seizedUsd += seizedUsd
  tally.feeUsd += feeUsd
  run.prices.sold[tables.collateralToken[kind]!]! +=
    (assumptions.sellFraction * (seizedUsd - feeUsd)) / run.collateralPrice[kind]!
}

function between(sums: Float64Array, lane: number, from: number, to: number): number {
  return sums[to + lane]! - sums[from + lane]!
}

// The working state of one scenario, kept between scenarios so that a curve of 198 drops allocates nothing per drop.
import type { CascadeIndex } from '../index/build.ts'
import { createDue, type Due } from './due.ts'
import { createFalls, type Falls, readFalls } from './falls.ts'
import { createLaneState, type LaneState, resetLanes } from './lanes.ts'
import { createPairCursors, type PairCursors, resetPairCursors } from './pairs.ts'
import { createPrices, type Prices } from './prices.ts'
import { createRests, type Rests, resetRests } from './rests.ts'
import { createLiveRows, type LiveRows, resetLiveRows } from './rows.ts'
import { createSingles, resetSingles, type Singles } from './singles.ts'
import { createSums, type Sums } from './sums.ts'
import { emptyTally, type Tally } from './tally.ts'
import { createWideRows, resetWideRows, type WideRows } from './wide-rows.ts'

export type Run = {
  readonly index: CascadeIndex
  readonly prices: Prices
  readonly collateralPrice: Float64Array
  readonly collateralWeight: Float64Array
  // The oracle's multiplier, and the same in debt that the collateral's liquidation repays per weighted USD of today.
  readonly collateralMultiplier: Float64Array
  readonly collateralCover: Float64Array
  readonly debtPrice: Float64Array
  readonly perCollateralPrice: Float64Array
  readonly perDebtPrice: Float64Array
  // Of the round before.
  readonly previousOracle: Float64Array
  tallies: [Tally, Tally]
  readonly pairCursors: PairCursors
  readonly falls: Falls
  readonly lanes: LaneState
  // Rows reached in this round for the first time, and those reached before.
  readonly reached: Due
  readonly live: LiveRows
  readonly wide: WideRows
  readonly singles: Singles
  readonly rests: Rests
  readonly sums: Sums
}

export function createRun(index: CascadeIndex): Run {
  const { tables, pairs, rows } = index
  return {
    index,
    prices: createPrices(index.state, index.assumptions.depthMultiplier),
    collateralPrice: new Float64Array(tables.collateralPriceUsd.length),
    collateralWeight: new Float64Array(tables.collateralPriceUsd.length),
    collateralMultiplier: new Float64Array(tables.collateralPriceUsd.length),
    collateralCover: new Float64Array(tables.collateralPriceUsd.length),
    debtPrice: new Float64Array(tables.debtPriceUsd.length),
    perCollateralPrice: new Float64Array(tables.collateralPriceUsd.length),
    perDebtPrice: new Float64Array(tables.debtPriceUsd.length),
    previousOracle: new Float64Array(tables.tokens + 1),
    tallies: [emptyTally(), emptyTally()],
    pairCursors: createPairCursors(pairs),
    falls: createFalls(index.alike),
    lanes: createLaneState(rows),
    reached: createDue(rows.count),
    live: createLiveRows(index),
    wide: createWideRows(index),
    singles: createSingles(index),
    rests: createRests(tables),
    sums: createSums(tables.collateralPriceUsd.length),
  }
}

export function resetRun(run: Run): void {
  const { pairs, rows } = run.index
  run.tallies = [emptyTally(), emptyTally()]
  run.prices.sold.fill(0)
  resetPairCursors(run.pairCursors, pairs)
  resetLanes(run.lanes, rows)
  run.reached.count = 0
  resetLiveRows(run.live)
  resetWideRows(run.wide)
  resetSingles(run.singles)
  resetRests(run.rests)
}

// Prices of the round for every kind of leg.
export function pricesOfRound(run: Run): void {
  const { tables } = run.index
  const { oracle } = run.prices
  for (let k = 0; k < run.collateralPrice.length; k++) {
    run.collateralMultiplier[k] = oracle[tables.collateralFollows[k]!]!
    run.collateralCover[k] = run.collateralMultiplier[k]! / (tables.collateralThreshold[k]! * tables.collateralBonus[k]!)
    run.collateralPrice[k] = tables.collateralPriceUsd[k]! * run.collateralMultiplier[k]!
    run.collateralWeight[k] = run.collateralPrice[k]! * tables.collateralThreshold[k]!
    run.perCollateralPrice[k] = 1 / run.collateralPrice[k]!
  }
  for (let k = 0; k < run.debtPrice.length; k++) {
    run.debtPrice[k] = tables.debtPriceUsd[k]! * oracle[tables.debtFollows[k]!]!
    run.perDebtPrice[k] = 1 / run.debtPrice[k]!
  }
  readFalls(run.falls, run.index.alike, run.prices, run.previousOracle)
}

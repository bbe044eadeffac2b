// The working state of one scenario, kept between scenarios so that a curve of 198 drops allocates nothing per drop.
import type { CascadeIndex } from '../index/build.ts'
import { createRests, type Rests } from './closings.ts'
import { createPrices, type Prices } from './prices.ts'
import { createRowQueue, type RowQueue, resetRowQueue } from './row-queue.ts'
import { emptyTally, type Tally } from './tally.ts'

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
  readonly pairCursor: Int32Array
  // Aave pairs between their first liquidation and their last; debt in USD at today's price.
  partials: number
  readonly partialKind: Uint16Array
  readonly partialFollows: Uint16Array
  readonly partialAmount: Float64Array
  readonly partialDebtUsd: Float64Array
  // Lanes not yet reached to their end, and the first row of each that is not.
  readonly lanes: { activeCount: number; readonly active: Int32Array; readonly cursor: Int32Array }
  readonly rests: Rests
  readonly queue: RowQueue
  readonly touched: Uint8Array
  // At 8 * row: the four amounts of the index, then the same once the row has been liquidated in part. One cache line a row.
  readonly amounts: Float64Array
  readonly wideCollateral: Float64Array
  readonly wideDebt: Float64Array
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
    pairCursor: new Int32Array(pairs.lists),
    partials: 0,
    partialKind: new Uint16Array(pairs.threshold.length),
    partialFollows: new Uint16Array(pairs.threshold.length),
    partialAmount: new Float64Array(pairs.threshold.length),
    partialDebtUsd: new Float64Array(pairs.threshold.length),
    lanes: { activeCount: 0, active: new Int32Array(rows.lanes.count), cursor: new Int32Array(rows.lanes.count) },
    // A lane leaves at most two stretches a round.
    rests: createRests(rows.lanes.count * 2),
    queue: createRowQueue(rows),
    touched: new Uint8Array(rows.count),
    amounts: besideLive(rows.amount),
    wideCollateral: new Float64Array(rows.wideLegs.collateralAmount.length),
    wideDebt: new Float64Array(rows.wideLegs.debtAmount.length),
  }
}

export function resetRun(run: Run): void {
  const { pairs, rows } = run.index
  run.tallies = [emptyTally(), emptyTally()]
  run.prices.sold.fill(0)
  for (let l = 0; l < pairs.lists; l++) run.pairCursor[l] = pairs.from[l]!
  run.partials = 0
  run.touched.fill(0)
  run.lanes.activeCount = rows.lanes.count
  for (let l = 0; l < rows.lanes.count; l++) {
    run.lanes.active[l] = l
    run.lanes.cursor[l] = rows.lanes.from[l]!
  }
  run.rests.count = 0
  resetRowQueue(run.queue)
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
}

function besideLive(amount: Float64Array): Float64Array {
  const amounts = new Float64Array(amount.length * 2)
  for (let at = 0; at < amount.length; at += 4) amounts.set(amount.subarray(at, at + 4), at * 2)
  return amounts
}

// What simulates an index's scenarios one after another, kept between them so that a curve of 198 drops allocates nothing per drop.
import type { CascadeIndex } from '../index/build.ts'
import { createKernel } from './kernel.ts'
import { layOutRun } from './layout.ts'
import { assume, clearSales, createPrices, type Prices } from './prices.ts'
import type { RoundPrices } from './round-prices.ts'
import { emptyTally, type Tally } from './tally.ts'

export type Sums = { readonly seizedUsd: Float64Array; readonly repaidUsd: Float64Array }

export type Run = {
  readonly index: CascadeIndex
  readonly prices: Prices
  readonly round: RoundPrices
  readonly sums: Sums
  tallies: [Tally, Tally]
  // What the kernel has counted since the reset: the places of index/codes.ts, for each protocol.
  readonly counts: Float64Array
  reset(): void
  /** Other markets under the same book, until told again. */
  assume(depthMultiplier: number, refillShare: number, beside?: Prices['beside']): void
  step(protocolMask: number): void
}

export function createRun(index: CascadeIndex): Run {
  const { kernel, laidOut } = createKernel((arena) => layOutRun(arena, index))
  const prices = createPrices(index.state, index.assumptions.depthMultiplier, laidOut.prices.oracle)
  prices.refillShare = index.assumptions.refillShare
  const address = laidOut.run.byteOffset
  const run: Run = {
    index,
    prices,
    round: laidOut.prices,
    sums: laidOut.sums,
    tallies: [emptyTally(), emptyTally()],
    counts: laidOut.tallies,
    reset() {
      run.tallies = [emptyTally(), emptyTally()]
      clearSales(prices)
      kernel.reset(address)
    },
    assume: (depthMultiplier, refillShare, beside) => assume(prices, index.state, depthMultiplier, refillShare, beside),
    step: (protocolMask) => kernel.step(address, protocolMask),
  }
  return run
}

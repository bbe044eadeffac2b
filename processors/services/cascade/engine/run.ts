// What simulates an index's scenarios one after another, kept between them so that a curve of 198 drops allocates nothing per drop.
import type { CascadeIndex } from '../index/build.ts'
import type { PerProtocol } from '../model/protocol.ts'
import { createKernel } from './kernel.ts'
import { layOutRun } from './layout.ts'
import { assume, clearSales, createPrices, type Prices } from './prices.ts'
import type { RoundPrices } from './round-prices.ts'
import { emptyTallies, type Tally } from './tally.ts'

export type Run = {
  readonly index: CascadeIndex
  readonly prices: Prices
  readonly round: RoundPrices
  tallies: PerProtocol<Tally>
  /** By market of Compound v3, in USD of what it is paid: how much of what it takes it still keeps for itself. */
  shelvesUsd: number[]
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
    tallies: emptyTallies(),
    shelvesUsd: index.state.shelvesUsd?.slice() ?? [],
    counts: laidOut.tallies,
    reset() {
      run.tallies = emptyTallies()
      run.shelvesUsd = index.state.shelvesUsd?.slice() ?? []
      clearSales(prices)
      kernel.reset(address)
    },
    assume: (depthMultiplier, refillShare, beside) => assume(prices, index.state, depthMultiplier, refillShare, beside),
    step: (protocolMask) => kernel.step(address, protocolMask),
  }
  return run
}

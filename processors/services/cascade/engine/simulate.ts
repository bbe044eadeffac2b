// One scenario to its fixed point: shock, then rounds in which everything liquidatable is liquidated once and sold, until none is.
import { allProtocols, type PerProtocol } from '../model/protocol.ts'
import { latentBadDebt } from './latent.ts'
import { drawMarkets, updatePrices } from './prices.ts'
import { priceRound } from './round-prices.ts'
import type { Run } from './run.ts'
import { settleSums } from './sums.ts'
import { addTallies, copyOf, emptyTallies, emptyTally, readCounts, type Tally } from './tally.ts'

export type Round = {
  readonly liquidations: number
  readonly repaidUsd: number
  readonly seizedUsd: number
  readonly badDebtUsd: number
}

export type Outcome = {
  readonly perProtocol: Readonly<PerProtocol<Tally>>
  readonly firstRound: Readonly<PerProtocol<Tally>>
  readonly latentBadDebtUsd: Readonly<PerProtocol<number>>
  readonly rounds: readonly Round[]
  readonly converged: boolean
  // Multipliers on today's prices at the end, and token units sold on the way.
  readonly oracleMultiplier: readonly number[]
  readonly marketMultiplier: readonly number[]
  readonly sold: readonly number[]
}

export function simulate(run: Run, shock: Float64Array, protocolMask = allProtocols): Outcome {
  const { state, assumptions, tables } = run.index
  run.reset()
  drawMarkets(run.prices, state, shock)
  updatePrices(run.prices, state, shock)
  run.round.previousOracle.set(run.prices.oracle)
  const rounds: Round[] = []
  let before = emptyTally()
  let firstRound = emptyTallies()
  let converged = false
  while (rounds.length < assumptions.maxRounds) {
    priceRound(run.round, run.index)
    run.step(protocolMask)
    readCounts(run.tallies, run.counts)
    settleSums(run)
    const after = addTallies(run.tallies)
    if (after.liquidations === before.liquidations) {
      converged = true
      break
    }
    rounds.push({
      liquidations: after.liquidations - before.liquidations,
      repaidUsd: after.repaidUsd - before.repaidUsd,
      seizedUsd: after.seizedUsd - before.seizedUsd,
      badDebtUsd: after.badDebtUsd - before.badDebtUsd,
    })
    if (rounds.length === 1) firstRound = copyOf(run.tallies)
    before = after
    run.round.previousOracle.set(run.prices.oracle)
    updatePrices(run.prices, state, shock)
  }
  return {
    perProtocol: run.tallies,
    firstRound,
    latentBadDebtUsd: latentBadDebt(run),
    rounds,
    converged,
    oracleMultiplier: Array.from(run.prices.oracle.subarray(0, tables.tokens)),
    marketMultiplier: Array.from(run.prices.market.subarray(0, tables.tokens)),
    sold: Array.from(run.prices.sold),
  }
}

// The shock of a price drop: every shocked token's price times (1 - drop).
export function uniformShock(shocked: readonly boolean[], drop: number): Float64Array {
  return Float64Array.from(shocked, (s) => (s ? 1 - drop : 1))
}

// What must hold of any book: the invariants of the model, over seeded books that shrink to a seed.

import { describe, expect, it } from 'vitest'
import { simulate, uniformShock } from '../../processors/services/cascade/engine/simulate.ts'
import { noImpact, scaleDepth } from '../../processors/services/cascade/model/impact.ts'
import type { MarketState } from '../../processors/services/cascade/model/market-state.ts'
import type { Position } from '../../processors/services/cascade/model/position.ts'
import { protocols } from '../../processors/services/cascade/model/protocol.ts'
import { type BookWish, generateBook } from '../support/cascade/book-generator.ts'
import { apart, runOf, totalOf } from '../support/cascade/indexed.ts'
import { createReferenceSimulator } from '../support/cascade/reference-simulator.ts'
import { seededRandom } from '../support/cascade/seeded-random.ts'
import fc from '../support/chance.ts'

// Seeded, so that a failure can be had again; CASCADE_RUNS tries more.
const runs = { numRuns: Number(process.env.CASCADE_RUNS ?? 60), seed: 20_261_121 }
const seeds = fc.integer({ min: 1, max: 1_000_000 })
const drops = fc.double({ min: 0.01, max: 0.9, noNaN: true })
const depthsUsd = fc.double({ min: 4e4, max: 2e7, noNaN: true })
const size = 250

function draw(seed: number, wish: Partial<BookWish>) {
  return generateBook({
    seed,
    positions: size,
    depthUsd: 1e6,
    morphoShare: 0.3,
    cometShare: 0.25,
    eulerShare: 0.35,
    fluidShare: 0.3,
    emodes: true,
    ...wish,
  })
}

function withDepth(state: MarketState, factor: number): MarketState {
  return { ...state, tokens: state.tokens.map((t) => ({ ...t, impact: scaleDepth(t.impact, factor) })) }
}

describe('cascade invariants', () => {
  it('any book: the fast simulator equals the straightforward one', () => {
    fc.assert(
      fc.property(seeds, drops, depthsUsd, fc.boolean(), (seed, drop, depthUsd, rateOracles) => {
        const { state, positions, ethFamily } = draw(seed, { depthUsd, rateOracles, fixedOracles: true, blockedShare: 0.05 })
        const shock = uniformShock(ethFamily, drop)
        const fast = simulate(runOf(positions, state, ethFamily), shock)
        const slow = createReferenceSimulator(positions, state).simulate([...shock])
        expect(fast.rounds.map((r) => r.liquidations)).toEqual(slow.roundLiquidations)
        for (const [p, name] of protocols.entries()) {
          for (const field of ['repaidUsd', 'seizedUsd', 'badDebtUsd'] as const) {
            expect(apart(fast.perProtocol[p]![field], slow.perProtocol[name][field])).toBeLessThan(1e-9)
          }
        }
      }),
      runs,
    )
  })

  it('markets without end: nobody but the first round’s borrowers is reached, and no price moves further', () => {
    fc.assert(
      fc.property(seeds, drops, depthsUsd, (seed, drop, depthUsd) => {
        const { state, positions, ethFamily } = draw(seed, { depthUsd })
        const endless = { ...state, tokens: state.tokens.map((t) => ({ ...t, impact: noImpact })) }
        const shock = uniformShock(ethFamily, drop)
        const still = simulate(runOf(positions, endless, ethFamily), shock)
        const moving = simulate(runOf(positions, state, ethFamily), shock)
        for (const p of protocols.keys()) expect(still.perProtocol[p]!.positions).toBe(still.firstRound[p]!.positions)
        expect(still.oracleMultiplier).toEqual([...shock])
        // The first round knows nothing of depth.
        for (const p of protocols.keys()) {
          expect(apart(moving.firstRound[p]!.seizedUsd, still.firstRound[p]!.seizedUsd)).toBeLessThan(1e-9)
          expect(moving.firstRound[p]!.positions).toBe(still.firstRound[p]!.positions)
        }
      }),
      runs,
    )
  })

  // Not so of a market that is only a little deeper: who is no longer reached by one round's fall is reached by the next and larger one.
  // Nor of Euler's vaults, where whoever is reached a round earlier loses a smaller bonus, nor of Fluid's, where he loses a part only.
  const debts = (seed: number, drop: number, depthUsd: number, deepen: (state: MarketState) => MarketState) => {
    const wish = { depthUsd, singleFamily: true, emodes: false, eulerShare: 0, fluidShare: 0 }
    const { state, positions, ethFamily } = draw(seed, wish)
    const badDebtUsd = (of: MarketState) =>
      totalOf(simulate(runOf(positions, of, ethFamily), uniformShock(ethFamily, drop)), 'badDebtUsd')
    return { thin: badDebtUsd(state), deep: badDebtUsd(deepen(state)) }
  }

  it('markets without end never leave more bad debt than others', () => {
    const endless = (state: MarketState) => ({ ...state, tokens: state.tokens.map((t) => ({ ...t, impact: noImpact })) })
    fc.assert(
      fc.property(seeds, drops, depthsUsd, (seed, drop, depthUsd) => {
        const { thin, deep } = debts(seed, drop, depthUsd, endless)
        expect(deep).toBeLessThanOrEqual(thin * (1 + 1e-9) + 1e-6)
      }),
      runs,
    )
  })

  it('markets twice as deep and more leave more bad debt in hardly any book, and less in all of them together', () => {
    const random = seededRandom(runs.seed)
    const sum = { thin: 0, deep: 0 }
    let more = 0
    for (let book = 0; book < 2 * runs.numRuns; book++) {
      const depthUsd = 4e4 * 500 ** random.between(0, 1)
      const factor = random.between(2, 50)
      const { thin, deep } = debts(Math.floor(random.between(1, 1e6)), random.between(0.01, 0.9), depthUsd, (state) =>
        withDepth(state, factor),
      )
      if (deep > thin * (1 + 1e-9) + 1e-6) more++
      sum.thin += thin
      sum.deep += deep
    }
    expect(more).toBeLessThanOrEqual(runs.numRuns / 30)
    expect(sum.deep).toBeLessThan(0.9 * sum.thin)
  })

  it('nothing is sold that nobody owned, nothing repaid that nobody owed, and fees are a tenth of Aave’s bonuses', () => {
    fc.assert(
      fc.property(seeds, drops, depthsUsd, (seed, drop, depthUsd) => {
        const { state, positions, ethFamily } = draw(seed, { depthUsd })
        const outcome = simulate(runOf(positions, state, ethFamily), uniformShock(ethFamily, drop))
        const owned = state.tokens.map(() => 0)
        let owedUsd = 0
        for (const p of positions) {
          for (const l of p.collateral) owned[state.collateralKinds[l.kind]!.token]! += l.amount
          for (const l of p.debt) owedUsd += l.amount * state.debtKinds[l.kind]!.priceUsd
        }
        // What vaults of Fluid took in an earlier fall is theirs to sell, against what was owed for it.
        for (const { token, ticks } of state.collateralKinds) {
          if (ticks?.absorbed === undefined) continue
          owned[token]! += ticks.absorbed.collateral
          owedUsd += ticks.absorbed.debt * state.debtKinds[ticks.debt]!.priceUsd
        }
        for (const [t, sold] of outcome.sold.entries()) expect(sold).toBeLessThanOrEqual(owned[t]! * (1 + 1e-9))
        expect(totalOf(outcome, 'repaidUsd') + totalOf(outcome, 'badDebtUsd')).toBeLessThanOrEqual(owedUsd * (1 + 1e-9))
        const [aave, ...others] = outcome.perProtocol
        expect(apart(aave.feeUsd, 0.1 * (aave.seizedUsd - aave.repaidUsd))).toBeLessThan(1e-9)
        expect(others.map(({ feeUsd }) => feeUsd)).toEqual([0, 0, 0, 0])
        expect(outcome.converged).toBe(true)
      }),
      runs,
    )
  })

  // Exactly so for the first round, whose prices depend on the drop alone. Later rounds value each sale at the price of its round:
  // a borrower reached one round earlier is sold at a higher price, hence fewer tokens, so the end is only nearly monotone.
  it('one family: a deeper drop never hits fewer borrowers, nor the cascade fewer than its first round', () => {
    fc.assert(
      fc.property(seeds, drops, fc.double({ min: 0.001, max: 0.3, noNaN: true }), depthsUsd, (seed, drop, more, depthUsd) => {
        const { state, positions, ethFamily } = draw(seed, { depthUsd, singleFamily: true, emodes: false })
        const run = runOf(positions, state, ethFamily)
        const [less, further] = [drop, Math.min(0.99, drop + more)].map((d) => simulate(run, uniformShock(ethFamily, d)))
        for (const p of protocols.keys()) {
          expect(further!.firstRound[p]!.positions).toBeGreaterThanOrEqual(less!.firstRound[p]!.positions)
          expect(less!.perProtocol[p]!.positions).toBeGreaterThanOrEqual(less!.firstRound[p]!.positions)
        }
        for (const [t, m] of further!.oracleMultiplier.entries()) expect(m).toBeLessThanOrEqual(uniformShock(ethFamily, drop)[t]!)
      }),
      runs,
    )
  })

  it('the order of positions, and of the protocols, changes nothing', () => {
    fc.assert(
      fc.property(seeds, drops, (seed, drop) => {
        const { state, positions, ethFamily } = draw(seed, {})
        const shock = uniformShock(ethFamily, drop)
        const one = simulate(runOf(positions, state, ethFamily), shock)
        const byProtocol = positions.toSorted((a, b) => (a.protocol < b.protocol ? 1 : -1))
        for (const order of [shuffle(positions, seed), byProtocol]) {
          const other = simulate(runOf(order, state, ethFamily), shock)
          expect(other.rounds.map((r) => r.liquidations)).toEqual(one.rounds.map((r) => r.liquidations))
          for (const field of ['seizedUsd', 'badDebtUsd'] as const) {
            expect(apart(totalOf(other, field), totalOf(one, field))).toBeLessThan(1e-9)
          }
        }
      }),
      runs,
    )
  })

  it('no amount is ever negative or not a number', () => {
    fc.assert(
      fc.property(seeds, fc.double({ min: 1e-9, max: 0.999999, noNaN: true }), depthsUsd, (seed, drop, depthUsd) => {
        const { state, positions, ethFamily } = draw(seed, { depthUsd, rateOracles: true })
        const outcome = simulate(runOf(positions, state, ethFamily), uniformShock(ethFamily, drop))
        const tallies = [...outcome.perProtocol, ...outcome.firstRound].flatMap((t) => Object.values(t))
        for (const value of [...tallies, ...outcome.marketMultiplier, ...outcome.sold, ...outcome.latentBadDebtUsd]) {
          expect(value).toBeGreaterThanOrEqual(0)
          expect(Number.isFinite(value)).toBe(true)
        }
      }),
      runs,
    )
  })
})

function shuffle(positions: readonly Position[], seed: number): Position[] {
  const random = seededRandom(seed)
  const copy = [...positions]
  for (let i = copy.length - 1; i > 0; i--) {
    const j = random.below(i + 1)
    ;[copy[i], copy[j]] = [copy[j]!, copy[i]!]
  }
  return copy
}

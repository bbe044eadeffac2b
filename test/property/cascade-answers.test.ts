// A served answer against a fresh simulation, and what must hold of every score.

import { describe, expect, it } from 'vitest'
import { analyseToken } from '../../processors/services/cascade/analysis.ts'
import { tallyOf } from '../../processors/services/cascade/curve/columns.ts'
import { computeCurve } from '../../processors/services/cascade/curve/curve.ts'
import { answerAt } from '../../processors/services/cascade/curve/interpolate.ts'
import { scaleOf } from '../../processors/services/cascade/curve/smoothness.ts'
import { createRun } from '../../processors/services/cascade/engine/run.ts'
import { simulate, uniformShock } from '../../processors/services/cascade/engine/simulate.ts'
import { buildIndex } from '../../processors/services/cascade/index/build.ts'
import { scaleDepth } from '../../processors/services/cascade/model/impact.ts'
import { defaultAssumptions, type MarketState } from '../../processors/services/cascade/model/market-state.ts'
import type { Position } from '../../processors/services/cascade/model/position.ts'
import { shockedBy } from '../../processors/services/cascade/model/shock.ts'
import { surveyBook } from '../../processors/services/cascade/survey/survey.ts'
import { generateBook } from '../support/cascade/book-generator.ts'
import { apart, bookOf, totalOf } from '../support/cascade/indexed.ts'
import fc from '../support/chance.ts'

const seeded = { seed: 20_261_121 }
const promisedError = 0.005

describe('a served answer', () => {
  for (const [seed, depthUsd, token] of [
    [1, 8e8, 0],
    [2, 1e8, 0],
    [3, 4e7, 12],
    [4, 8e8, 2],
  ] as const) {
    const { state, positions } = generateBook({
      seed,
      positions: 20_000,
      depthUsd,
      morphoShare: 0.3,
      emodes: true,
      rateOracles: token === 2,
    })
    const shocked = shockedBy(state, token)
    const index = buildIndex(bookOf(positions).view(), state, shocked)
    const curve = computeCurve(index, token)
    const run = createRun(index)

    it(`book ${seed}, ${state.tokens[token]!.symbol}: equals a fresh simulation on the grid, and within 0.5 % off it unless flagged`, () => {
      let smooth = 0
      const check = (dropPct: number) => {
        const answer = answerAt(curve, dropPct)
        const fresh = simulate(run, uniformShock(shocked, dropPct / 100))
        const total = tallyOf(answer.point, 'all', 'total')
        if (answer.jump) return
        if (answer.interpolated) smooth++
        const allowed = answer.interpolated ? promisedError : 1e-12
        expect(apart(total.seizedUsd, totalOf(fresh, 'seizedUsd')), `seized at ${dropPct} %`).toBeLessThanOrEqual(allowed)
        expect(apart(total.repaidUsd, totalOf(fresh, 'repaidUsd')), `repaid at ${dropPct} %`).toBeLessThanOrEqual(allowed)
        const [badDebtUsd, seizedUsd] = [totalOf(fresh, 'badDebtUsd'), totalOf(fresh, 'seizedUsd')]
        const scale = scaleOf({ badDebtUsd, seizedUsd, repaidUsd: 0 }, 'badDebtUsd')
        expect(Math.abs(total.badDebtUsd - badDebtUsd), `bad debt at ${dropPct} %`).toBeLessThanOrEqual(allowed * scale)
        expect(apart(answer.point.finalDropPct, (1 - fresh.marketMultiplier[token]!) * 100)).toBeLessThanOrEqual(allowed)
      }
      fc.assert(fc.property(fc.double({ min: 0.01, max: 99, noNaN: true }), check), { ...seeded, numRuns: 150 })
      fc.assert(
        fc.property(fc.integer({ min: 1, max: 198 }), (k) => check(k / 2)),
        { ...seeded, numRuns: 40 },
      )
      if (token === 0) expect(smooth).toBeGreaterThan(10)
    })
  }
})

describe('the score', () => {
  const score = (positions: readonly Position[], state: MarketState) => {
    const book = bookOf(positions).view()
    return analyseToken(book, state, 0, defaultAssumptions, surveyBook(book, state)).score
  }
  const seeds = fc.integer({ min: 1, max: 100_000 })
  const depthsUsd = fc.double({ min: 4e4, max: 2e7, noNaN: true })
  const draw = (seed: number, depthUsd: number, morphoShare: number) =>
    generateBook({ seed, positions: 150, depthUsd, morphoShare })

  it('lies in [0, 100] with every component in [0, 1], and is 0 where nobody owes', () => {
    fc.assert(
      fc.property(seeds, depthsUsd, (seed, depthUsd) => {
        const { state, positions } = draw(seed, depthUsd, 0.4)
        const { score: value, components } = score(positions, state)
        expect(value).toBeGreaterThanOrEqual(0)
        expect(value).toBeLessThanOrEqual(100)
        for (const part of Object.values(components)) {
          expect(part).toBeGreaterThanOrEqual(0)
          expect(part).toBeLessThanOrEqual(1)
        }
        expect(
          score(
            positions.map((p) => ({ ...p, debt: [] })),
            state,
          ).score,
        ).toBe(0)
      }),
      { ...seeded, numRuns: 10 },
    )
  })

  // Aave's rules in fixed dollars are what breaks the scale, so this is asked of Morpho's positions.
  it('does not change when every amount and every depth is multiplied', () => {
    fc.assert(
      fc.property(seeds, depthsUsd, fc.double({ min: 0.001, max: 1000, noNaN: true }), (seed, depthUsd, k) => {
        const { state, positions } = draw(seed, depthUsd, 1)
        const scaled = positions.map((p) => ({
          ...p,
          collateral: p.collateral.map((l) => ({ ...l, amount: l.amount * k })),
          debt: p.debt.map((l) => ({ ...l, amount: l.amount * k })),
        }))
        const deeper = { ...state, tokens: state.tokens.map((t) => ({ ...t, impact: scaleDepth(t.impact, k) })) }
        expect(apart(score(scaled, deeper).score, score(positions, state).score)).toBeLessThan(1e-6)
      }),
      { ...seeded, numRuns: 10 },
    )
  })

  it('sell pressure falls with depth', () => {
    fc.assert(
      fc.property(seeds, depthsUsd, fc.double({ min: 1, max: 100, noNaN: true }), (seed, depthUsd, k) => {
        const { state, positions } = draw(seed, depthUsd, 0.4)
        const deeper = { ...state, tokens: state.tokens.map((t) => ({ ...t, impact: scaleDepth(t.impact, k) })) }
        expect(score(positions, deeper).components.sell_pressure).toBeLessThanOrEqual(
          score(positions, state).components.sell_pressure + 1e-9,
        )
      }),
      { ...seeded, numRuns: 10 },
    )
  })
})

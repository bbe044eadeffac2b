// What a drop adds, at jumps the worse of two sides, and words and numbers that are true at the ends of their range.
import { beforeAll, describe, expect, it } from 'vitest'
import { analyseToken } from '../../../processors/services/cascade/analysis.ts'
import { answerCascade, type CascadeRow } from '../../../processors/services/cascade/answers/cascade.ts'
import { answerRisk } from '../../../processors/services/cascade/answers/risk.ts'
import { atMost, percent, price } from '../../../processors/services/cascade/answers/rounded.ts'
import type { Columns } from '../../../processors/services/cascade/curve/columns.ts'
import type { Curve } from '../../../processors/services/cascade/curve/curve.ts'
import { largestGain } from '../../../processors/services/cascade/curve/gain.ts'
import { packCurve, unpackCurve } from '../../../processors/services/cascade/curve/pack.ts'
import { defaultAssumptions } from '../../../processors/services/cascade/model/market-state.ts'
import { surveyBook } from '../../../processors/services/cascade/survey/survey.ts'
import { generateBook } from '../../support/cascade/book-generator.ts'
import { bookOf } from '../../support/cascade/indexed.ts'

const asOf = '2026-11-20T12:00:00.000Z'
const generated = generateBook({ seed: 5, positions: 1500, depthUsd: 3e7, morphoShare: 0.3 })
// Of one book half the collateral is gone from every fortieth position: it is liquidatable before anything falls.
const harmed = generated.positions.map((position, i) =>
  i % 40 === 0 ? { ...position, collateral: position.collateral.map((leg) => ({ ...leg, amount: leg.amount / 2 })) } : position,
)
const book = bookOf(harmed).view()
const survey = surveyBook(book, generated.state)
const rowOf = (curve: Curve): CascadeRow => ({
  token: curve.token,
  scenario: null,
  chainId: 1,
  priceUsd: 2500,
  score: 30,
  confidence: 0.9,
  asOf,
  assumptions: defaultAssumptions,
  curve,
})
let curve: Curve
let other: Curve

beforeAll(() => {
  const analyse = (token: number) => analyseToken(book, generated.state, token, defaultAssumptions, survey).curve
  curve = analyse(0)
  other = analyse(5)
})

describe('every /cascade answer', () => {
  it('has the outcome at drop 0 beside it, the same for every drop of the token, and the total is baseline plus increment', () => {
    const first = answerCascade(rowOf(curve), 3)
    expect(first.baseline.collateral_seized_usd).toBeGreaterThan(0)
    for (const drop of [0.2, 3, 7.77, 40, 99, 99.9]) {
      const { baseline, increment, outcome } = answerCascade(rowOf(curve), drop)
      expect(baseline).toEqual(first.baseline)
      for (const name of ['collateral_seized_usd', 'debt_repaid_usd', 'bad_debt_usd', 'latent_bad_debt_usd'] as const)
        expect(baseline[name] + increment[name], `${name} at ${drop}`).toBeCloseTo(outcome[name], 1)
      expect(baseline.positions + increment.positions).toBe(outcome.positions)
    }
    expect(first.signal.summary).toContain('without any drop')
  })

  it('adds nothing for a fall that reaches nobody new, whatever stands liquidatable already', () => {
    const nothingMore = { ...other, columns: held(other.columns) }
    const { increment, outcome } = answerCascade(rowOf(nothingMore), 3)
    expect(outcome.collateral_seized_usd).toBeGreaterThan(0)
    expect(increment).toMatchObject({ positions: 0, collateral_seized_usd: 0, bad_debt_usd: 0, further_drop_pct: 0 })
    expect(outcome.amplification).toBe(0)
  })

  it('gives at a jump each metric’s own worse side, with rounds and protocols that add up', () => {
    const jumping = { ...curve, smooth: curve.smooth.map(() => false) }
    const turned = structuredClone(jumping) as Curve
    // A deeper drop that leaves less bad debt and seizes more.
    const at = turned.dropsPct.indexOf(5)
    turned.columns['aave.total.badDebtUsd'][at] = 9e6
    turned.columns['aave.total.badDebtUsd'][at + 1] = 2e6
    let lowerSides = 0
    for (const row of [rowOf(jumping), rowOf(turned)]) {
      for (let drop = 0.25; drop < 98; drop += 0.5) {
        const { outcome, neighbours, first_round, cascade, protocols } = answerCascade(row, drop)
        const [below, above] = [neighbours.below!, neighbours.above!]
        expect(outcome.jump).toBe(true)
        for (const name of ['collateral_seized_usd', 'bad_debt_usd', 'final_drop_pct', 'rounds'] as const)
          expect(outcome[name], `${name} at ${drop}`).toBe(Math.max(below[name], above[name]))
        if (below.bad_debt_usd > above.bad_debt_usd) lowerSides++
        expect(cascade.collateral_seized_usd).toBeGreaterThanOrEqual(-0.01)
        expect(first_round.collateral_seized_usd + cascade.collateral_seized_usd).toBeCloseTo(outcome.collateral_seized_usd, 1)
        const parts = protocols.map((p) => p.total.bad_debt_usd)
        expect(parts[0]! + parts[1]!).toBeCloseTo(outcome.bad_debt_usd, 1)
        for (const p of protocols) expect(p.total.liquidations).toBeGreaterThanOrEqual(p.first_round.liquidations)
      }
    }
    expect(lowerSides).toBeGreaterThan(0)
  })

  it('names a next leap that never moves nearer as the drop grows, and over which more is always liquidated', () => {
    let last = 0
    for (let drop = 0.1; drop < 99; drop += 0.37) {
      const { next_leap } = answerCascade(rowOf(curve), drop)
      if (next_leap === null) {
        last = 100
        continue
      }
      expect(next_leap.to_drop_pct).toBeGreaterThanOrEqual(last)
      expect(next_leap.to_drop_pct).toBeGreaterThan(drop)
      expect(next_leap.collateral_seized_after_usd).toBeGreaterThan(next_leap.collateral_seized_before_usd)
      last = next_leap.to_drop_pct
    }
  })

  it('has one gain: what follows the first round over the first round, as the answer itself shows them', () => {
    let most = 0
    for (let drop = 0.5; drop <= 20; drop += 0.5) {
      const { outcome, first_round, cascade } = answerCascade(rowOf(curve), drop)
      const gain = cascade.collateral_seized_usd / first_round.collateral_seized_usd
      expect(outcome.gain).toBeCloseTo(gain, 3)
      if (drop <= 10) most = Math.max(most, gain)
    }
    expect(largestGain(curve, 0)).toBeCloseTo(most, 3)
    expect(most).toBeGreaterThan(0)
    // A first round of next to nothing says nothing of a token.
    expect(largestGain(curve, Number.MAX_VALUE)).toBe(0)
  })

  it('defines its words in the answer, the same ones in /risk', () => {
    const { definitions } = answerCascade(rowOf(curve), 10)
    for (const word of ['baseline:', 'gain:', 'leap:', 'jump:', 'runaway:'])
      expect(definitions.filter((line) => line.startsWith(word))).toHaveLength(1)
    const analysis = analyseToken(book, generated.state, 0, defaultAssumptions, survey)
    const past = { '1h': null, '24h': null, '7d': null, firstAt: null }
    const chains = [{ chainId: 1, survey, tokens: [analysis], setAside: [] }]
    const risk = answerRisk({ chains, asOf, confidence: 1, assumptions: defaultAssumptions, past, valueAtRisk: [] })
    expect(risk.definitions).toEqual(definitions)
    const [potential] = risk.potential_cascade
    expect(potential!.baseline).toEqual(answerCascade(rowOf(analysis.curve), 1).baseline)
    for (const shock of potential!.shocks)
      expect(shock.added_usd + potential!.baseline.collateral_seized_usd).toBeCloseTo(shock.collateral_seized_usd, 1)
  })
})

describe('a number is never rounded to what is not so', () => {
  it('99.998 is not 100, 0.00001 is not 0', () => {
    expect([percent(99.998, 2), percent(99.998, 1), percent(99.9999999)]).toEqual([99.998, 99.998, 99.9999999])
    expect([percent(0.00001, 2), percent(-0.00001), percent(0), percent(100), percent(12.34567)]).toEqual([
      0.00001, -0.00001, 0, 100, 12.3457,
    ])
    expect([price(0.0000123456789123), price(63_412.5)]).toEqual([0.0000123456789, 63_412.5])
    expect([atMost(0.996, 2), atMost(0.29, 2), atMost(1, 2)]).toEqual([0.99, 0.29, 1])
  })

  it.each([99.2, 99.998, 99.99999])('a fall of %f %% ends no higher than it began, and not at 100', (drop) => {
    const stored = unpackCurve(JSON.parse(JSON.stringify(packCurve(curve))))
    const { outcome, signal } = answerCascade(rowOf(stored), drop)
    expect(outcome.final_drop_pct).toBeGreaterThanOrEqual(drop - 1e-9)
    expect(outcome.final_drop_pct).toBeLessThan(100)
    expect(outcome.final_price_usd).toBeGreaterThan(0)
    expect(signal.summary).toContain(`-${drop}%`)
    expect(signal.summary).not.toMatch(/ 100% lower/)
  })

  it('a fall that sales take to nearly nothing is stored as one', () => {
    const columns = { ...curve.columns, finalDropPct: curve.columns.finalDropPct.map(() => 99.99999999999) }
    const stored = unpackCurve(JSON.parse(JSON.stringify(packCurve({ ...curve, columns }))))
    expect(answerCascade(rowOf(stored), 10).outcome.final_drop_pct).toBeLessThan(100)
  })
})

// Every drop leads to what drop 0 leads to, and to the fall itself on top of it.
function held(columns: Columns): Columns {
  const flat = Object.fromEntries(Object.entries(columns).map(([name, values]) => [name, values.map(() => values[0]!)]))
  const [at0] = columns.finalDropPct
  const finalDropPct = columns.finalDropPct.map((_, d) => 100 - ((100 - d / 2) * (100 - at0!)) / 100)
  return { ...(flat as Columns), finalDropPct }
}

// The four answers against their schemas, on a book analysed by a real worker thread.
import Type from 'typebox'
import Value from 'typebox/value'
import { beforeAll, describe, expect, it } from 'vitest'
import { analyseToken } from '../../../processors/services/cascade/analysis.ts'
import { answerCascade, type CascadeRow, cascadeAnswer } from '../../../processors/services/cascade/answers/cascade.ts'
import { answerReport, type MarketFacts, reportAnswer } from '../../../processors/services/cascade/answers/report.ts'
import {
  answerDemo,
  answerRisk,
  demoAnswer,
  type RiskInput,
  riskAnswer,
} from '../../../processors/services/cascade/answers/risk.ts'
import { defaultAssumptions } from '../../../processors/services/cascade/model/market-state.ts'
import { createAnalysisRunner } from '../../../processors/services/cascade/runner/runner.ts'
import { createExposure } from '../../../processors/services/cascade/survey/exposure.ts'
import { surveyBook } from '../../../processors/services/cascade/survey/survey.ts'
import { generateBook } from '../../support/cascade/book-generator.ts'
import { bookOf } from '../../support/cascade/indexed.ts'

const asOf = '2026-03-10T12:00:00.000Z'
const generated = generateBook({ seed: 21, positions: 3000, depthUsd: 3e7, morphoShare: 0.3, emodes: true, fixedOracles: true })
const book = bookOf(generated.positions)
let input: RiskInput
let ticks = 0

// The body as a service hands it over: everything but meta, which the API adds.
const check = (schema: Type.TObject, body: unknown) => {
  const { meta: _, ...properties } = schema.properties
  const bare = Type.Object(properties, { additionalProperties: false })
  expect([...Value.Errors(bare, body)].slice(0, 3)).toEqual([])
}

beforeAll(async () => {
  const runner = createAnalysisRunner(1)
  const ticking = setInterval(() => ticks++, 5)
  const { survey, tokens } = await runner.analyse(book.snapshot(), generated.state)
  clearInterval(ticking)
  await runner.close()
  input = {
    chains: [{ chainId: 1, survey, tokens, setAside: [] }],
    asOf,
    confidence: 0.9,
    assumptions: defaultAssumptions,
    past: { '1h': { score: 10, atRiskCollateralUsd: 1 }, '24h': null, '7d': null, firstAt: '2026-03-10T09:00:00.000Z' },
    valueAtRisk: [],
  }
})

function row(token: string): CascadeRow {
  const { curve, score } = input.chains[0]!.tokens.find((t) => t.token === token)!
  return {
    token,
    scenario: null,
    chainId: 1,
    priceUsd: 2500,
    score: score.score,
    confidence: 0.9,
    asOf,
    assumptions: defaultAssumptions,
    curve,
  }
}

describe('the analysis on a worker thread', () => {
  it('is the one this thread would have made, for every collateral token, families first, then the largest', () => {
    const { survey, tokens } = input.chains[0]!
    expect(survey).toEqual(surveyBook(book.view(), generated.state))
    expect(tokens.length).toBe(20)
    for (const at of [0, 7]) {
      const token = generated.state.tokens.findIndex((t) => t.symbol === tokens[at]!.token)
      expect(tokens[at]).toEqual(analyseToken(book.view(), generated.state, token, defaultAssumptions, survey))
    }
    expect(
      tokens
        .slice(0, 2)
        .map((t) => t.token)
        .sort(),
    ).toEqual(['BTC', 'ETH'])
    const owned = tokens.slice(2).map((t) => survey.collateralUsd[generated.state.tokens.findIndex((s) => s.symbol === t.token)]!)
    expect(owned).toEqual(owned.toSorted((a, b) => b - a))
    expect(ticks).toBeGreaterThan(5)
  })

  it('ends with a reason for whoever waits when the runner closes', async () => {
    const runner = createAnalysisRunner(1)
    const waiting = runner.analyse(book.snapshot(), generated.state)
    const ended = expect(waiting).rejects.toThrow()
    await runner.close()
    await ended
    await expect(runner.analyse(book.snapshot(), generated.state)).rejects.toThrow('closed')
  })
})

describe('/cascade', () => {
  it.each([0.3, 5, 10, 12.34, 50, 99, 99.7])('answers a drop of %f %% as its schema says', (dropPct) => {
    for (const token of ['ETH', 'ETH3', 'BTC']) {
      const body = answerCascade(JSON.parse(JSON.stringify(row(token))) as CascadeRow, dropPct)
      check(cascadeAnswer, body)
      expect(Object.keys(body)[0]).toBe('signal')
      expect(body.signal.summary.length).toBeLessThanOrEqual(240)
      expect(body.first_round.collateral_seized_usd + body.cascade.collateral_seized_usd).toBeCloseTo(
        body.outcome.collateral_seized_usd,
        1,
      )
      const parts = body.protocols.map((p) => p.total.bad_debt_usd)
      expect(parts[0]! + parts[1]!).toBeCloseTo(body.outcome.bad_debt_usd, 1)
      expect(body.outcome.final_drop_pct).toBeGreaterThanOrEqual(Math.min(99, dropPct) - 1e-6)
    }
  })

  it('says that its label and score are of the token, and its sentence what the drop that was asked for does', () => {
    const [shallow, deep] = [answerCascade(row('ETH'), 5), answerCascade(row('ETH'), 50)]
    expect(deep.signal).toMatchObject({ label: shallow.signal.label, score: shallow.signal.score })
    expect(shallow.signal.summary).toMatch(/^ETH -5% on chain \d+ \(label and score: drops of 5 to 40%\): /)
    expect(deep.signal.summary).toMatch(/^ETH -50% on chain \d+ \(label and score: drops of 5 to 40%\): /)
    const { label, score } = cascadeAnswer.properties.signal.properties
    for (const { description } of [label, score] as { description?: string }[])
      expect(description).toContain('of the token or scenario over drops of 5 to 40%')
  })

  it('says where it stands between its neighbours', () => {
    const body = answerCascade(row('ETH'), 10.2)
    expect(body.neighbours.below?.drop_pct).toBe(10)
    expect(body.neighbours.above?.drop_pct).toBe(10.5)
    expect(answerCascade(row('ETH'), 10).outcome.interpolated).toBe(false)
    expect(answerCascade(row('ETH'), 99.5).outcome.jump).toBe(true)
  })

  it('names the next leap of the curve, and in its sentence one that is near', () => {
    const leaping = (leapAt: number): CascadeRow => {
      const { curve, ...rest } = row('ETH')
      const columns = structuredClone(curve.columns) as Record<string, number[]>
      for (const name of Object.keys(columns)) if (name.endsWith('.seizedUsd')) columns[name] = columns[name]!.map(() => 0)
      columns['aave.total.seizedUsd'] = curve.dropsPct.map((drop) => curve.debtUsd * (drop < leapAt ? 0.1 : 0.2))
      return { ...rest, curve: { ...curve, columns: columns as typeof curve.columns } }
    }
    const near = answerCascade(leaping(12), 10)
    expect(near.next_leap).toMatchObject({ from_drop_pct: 11.5, to_drop_pct: 12 })
    expect(near.next_leap!.collateral_seized_after_usd).toBeCloseTo(2 * near.outcome.collateral_seized_usd, 1)
    expect(near.signal.summary).toMatch(/ lower; from -12% on [\d.]+[kMB] USD\.$/)
    expect(near.signal.summary.length).toBeLessThanOrEqual(240)
    const far = answerCascade(leaping(40), 10)
    expect(far.next_leap).toMatchObject({ to_drop_pct: 40 })
    expect(far.signal.summary).toMatch(/% lower\.$/)
    expect(answerCascade(leaping(12), 12).next_leap).toBeNull()
    expect(answerCascade(leaping(12), 11.7).next_leap).toMatchObject({ to_drop_pct: 12 })
    expect(answerCascade(row('ETH'), 33.3).contributors_at_drop_pct).toBe(30)
  })

  it('moves the family for a numeraire and the token alone for a derivative', () => {
    expect(answerCascade(row('ETH'), 10).query.shocked_tokens).toHaveLength(12)
    expect(answerCascade(row('ETH3'), 10).query.shocked_tokens).toEqual(['ETH3'])
  })
})

describe('/risk and /demo', () => {
  it('answer as their schemas say', () => {
    const risk = answerRisk(input)
    check(riskAnswer, risk)
    expect(Object.keys(risk)[0]).toBe('signal')
    expect(risk.signal.summary.length).toBeLessThanOrEqual(240)
    const points = risk.components.reduce((sum, c) => sum + c.points, 0)
    expect(points).toBeCloseTo(risk.signal.score, 0)
    expect(risk.at_risk.map((b) => b.health_below)).toEqual([1, 1.05, 1.1, 1.25])
    expect(risk.at_risk.map((b) => b.positions)).toEqual(risk.at_risk.map((b) => b.positions).toSorted((a, b) => a - b))
    expect(risk.potential_cascade[0]!.shocks.map((s) => s.drop_pct)).toEqual([5, 10, 20, 30])
    expect(risk.changes['1h']!.score).toBeCloseTo(risk.signal.score - 10, 1)
    expect(risk.changes['24h']).toBeNull()
    const reason = 'no answer is recorded from then; the first that is remembered is of 2026-03-10T09:00:00.000Z'
    expect(risk.changes.missing).toEqual([
      { since: '24h', reason },
      { since: '7d', reason },
    ])
    expect(risk.potential_cascade.map(({ token }) => token).sort()).toEqual(['BTC', 'ETH'])
    const volumes = risk.potential_cascade.map(({ shocks }) => shocks.find((s) => s.drop_pct === 20)!.collateral_seized_usd)
    const named = / (ETH|BTC) -20% would liquidate ([\d.]+)M USD, [\d.]+[kM]? USD bad debt\.$/.exec(risk.signal.summary)!
    expect(Number(named[2])).toBeCloseTo(Math.max(...volumes) / 1e6, 2)
    for (const { shocks } of risk.potential_cascade)
      for (const shock of shocks) expect(shock.aave_v3_usd + shock.morpho_blue_usd).toBeCloseTo(shock.collateral_seized_usd, 1)
    expect(risk.contributors.length).toBeGreaterThan(0)
    for (const { shocked_token, drop_pct } of risk.contributors) expect([shocked_token, drop_pct]).toEqual([named[1], 20])
    for (const { token, runaway_from_drop_pct: from } of risk.tokens) {
      const curve = input.chains[0]!.tokens.find((t) => t.token === token)!.curve
      const doubles = curve.dropsPct.filter((drop, d) => drop > 0 && curve.columns.finalDropPct[d]! >= 2 * drop)
      expect(from, token).toBe(doubles[0] ?? null)
    }
    expect(risk.tokens.some((token) => token.runaway_from_drop_pct !== null)).toBe(true)
    const demo = answerDemo(input, 1, 'ETH')
    check(demoAnswer, demo)
    expect(answerDemo(input, 1, 'NOPE')).toBeNull()
    expect(answerDemo(input, 5, 'ETH')).toBeNull()
  })

  it('answer for a chain without borrowers', () => {
    const empty = surveyBook(bookOf([]).view(), generated.state)
    const risk = answerRisk({
      ...input,
      chains: [{ chainId: 1, survey: empty, tokens: [], setAside: [] }],
      past: { '1h': null, '24h': null, '7d': null, firstAt: null },
    })
    check(riskAnswer, risk)
    expect(risk.signal).toMatchObject({ score: 0, label: 'low' })
  })
})

describe('what every answer says of itself', () => {
  it('names the model’s assumptions with their numbers', () => {
    const body = answerCascade(row('ETH'), 10)
    const all = body.assumptions.join('\n')
    const numbers = ['at most 60', '100 % is sold', '70 % is sold on', '1,000,000 USD', 'times 1:', '0 USD', 'beta of 0']
    for (const number of [...numbers, '5, 10, 20, 30, 40 % by 0.4, 0.3, 0.17, 0.08, 0.05']) expect(all).toContain(number)
    expect(answerRisk(input).assumptions).toEqual(body.assumptions)
    const stressed = { ...defaultAssumptions, sellFraction: 0.5, depthMultiplier: 0.5, gasCostUsd: 12, maxRounds: 9 }
    const other = answerCascade({ ...row('ETH'), assumptions: stressed }, 10).assumptions.join('\n')
    for (const number of ['at most 9', '50 % is sold at once', 'times 0.5:', 'not pay 12 USD of gas'])
      expect(other).toContain(number)
    expect(body.blind_spots.join('\n')).toMatch(/Hardcoded.*\n.*backing.*\n.*misconfigured.*\n.*utilisation and gas.*\n/)
  })

  it('counts a borrower’s debt once for a family of which it owns two tokens', () => {
    const token = (family: string, role: 'numeraire' | 'derivative') => ({ family, role })
    const tokens = [token('ETH', 'numeraire'), token('ETH', 'derivative'), token('X', 'numeraire'), token('ETH', 'derivative')]
    const exposed = createExposure(tokens)
    for (const [position, owned, owedUsd] of [
      [0, [0, 1, 1], 10],
      [1, [1, 2], 5],
      [2, [3], 1],
    ] as const)
      for (const at of owned) exposed.add(position, at, owedUsd)
    expect(exposed.perToken()).toEqual([16, 15, 5, 1])
  })
})

describe('/report', () => {
  it('lists every reserve, eMode and market with who stands where in it', () => {
    const markets: MarketFacts[] = generated.state.collateralKinds.map((kind, k) => ({
      collateralKind: k,
      protocol: kind.protocol,
      kind: kind.protocol === 'morpho-blue' ? 'market' : kind.label.includes('eMode') ? 'emode' : 'reserve',
      id: `market ${k}`,
      name: kind.label,
      collateralToken: generated.state.tokens[kind.token]!.symbol,
      suppliedUsd: 1e6,
      borrowedUsd: k % 2 === 0 ? 4e5 : null,
      liquidationThreshold: kind.liquidationThreshold,
      liquidationBonus: kind.liquidationBonus,
      oracle: kind.follows === kind.token ? 'market' : 'fixed',
      deficitUsd: 10,
      depth2PctUsd: null,
      depthCoverage: 'none',
    }))
    const { survey } = input.chains[0]!
    const body = answerReport({
      chainId: 1,
      survey,
      markets,
      setAside: [],
      nameOf: (slot) => book.idAt(slot) ?? '',
      score: 33,
      asOf,
      confidence: 1,
      assumptions: defaultAssumptions,
    })
    check(reportAnswer, body)
    expect(body.markets).toHaveLength(markets.length)
    expect(body.markets[0]!.utilisation_pct === null || body.markets[0]!.utilisation_pct === 40).toBe(true)
    for (const m of body.markets) {
      const inHistogram = m.health_histogram.reduce((sum, b) => sum + b.positions, 0)
      expect(inHistogram).toBe(m.borrowers.positions)
      expect(m.distance_histogram_pct.reduce((sum, b) => sum + b.positions, 0)).toBe(m.borrowers.positions)
      const sizes = m.largest_positions.map((p) => p.collateral_usd)
      expect(sizes).toEqual(sizes.toSorted((a, b) => b - a))
    }
    const largest = body.markets[0]!.largest_positions[0]!
    expect(book.get(largest.id)).not.toBeNull()
  })
})

// The macro answer by hand: quadrants and their start, Taylor's rule, twelve months of deficits, the weights.
import { expect, test } from 'vitest'
import ebp from '../../../ingestors/sources/fed-ebp/ingestor.ts'
import fred from '../../../ingestors/sources/fred/ingestor.ts'
import treasury from '../../../ingestors/sources/treasury-yields/ingestor.ts'
import { cycleFacts } from '../../../processors/families/us-cycle.ts'
import { summarizeCycle } from '../../../processors/formula/business-cycle.ts'
import type { Point } from '../../../processors/formula/index.ts'
import { readFacts } from '../../../processors/kit/index.ts'
import { createObservations } from '../../../processors/runner/observe.ts'
import cycle from '../../../processors/services/cycle/service.ts'
import macro from '../../../processors/services/macro/service.ts'
import { computeMacro, type MacroInputs, quadrantOf, quadrantRun } from '../../../processors/services/macro/signal.ts'
import { draftsOf, pollSample, select, toFacts } from '../../support/service-facts.ts'

const month = (i: number) => new Date(Date.UTC(2023, i, 1))
const months = (count: number, value: (i: number) => number): Point[] =>
  Array.from({ length: count }, (_, i) => ({ at: month(i), value: value(i) }))

const none: MacroInputs = {
  activity: [],
  cycleScore: null,
  fedAssetsM: [],
  tgaM: [],
  reverseRepoBn: [],
  payrollsK: [],
  unemployment: [],
  naturalRate: [],
  sahm: [],
  claims: [],
  cpi: [],
  coreCpi: [],
  corePce: [],
  ppi: [],
  realTenYear: [],
  realGdp: [],
  gdpBn: [],
  gdpNow: [],
  production: [],
  stress: [],
  tenYear: [],
  spread2s10s: [],
  debtM: [],
  balanceM: [],
  funds: undefined,
}

test('quadrants', () => {
  expect([quadrantOf(1, -1), quadrantOf(1, 1), quadrantOf(-1, 1), quadrantOf(-1, -1)]).toEqual([
    'goldilocks',
    'reflation',
    'stagflation',
    'disinflation_slowdown',
  ])
})

test('a regime is dated to the first month of its run', () => {
  const activity = months(24, (i) => i)
  const inflation = months(24, (i) => (i < 12 ? i : 24 - i))
  // At month 13 inflation stood at 11 and at 10 three months before; at 14 it is 10 against 11.
  expect(quadrantRun(activity, inflation)).toEqual({ quadrant: 'goldilocks', since: '2024-03' })
  expect(quadrantRun(activity, [])).toEqual({ quadrant: null, since: null })
})

test('October 2025 was never published: a year later its rate is unknown, and not September’s', () => {
  // To October 2026, prices 2.7 % up in a year and 6.7 % at the rate of the last three months.
  const gone = month(33)
  const prices = months(46, (i) => 100 * 1.027 ** (i / 12) * (i > 42 ? 1.037 ** ((i - 42) / 12) : 1)).filter(
    ({ at }) => at.getTime() !== gone.getTime(),
  )
  const told = (points: Point[]) => computeMacro({ ...none, cpi: points, coreCpi: points }, month(46)).inflation
  expect(gone.toISOString()).toBe('2025-10-01T00:00:00.000Z')
  const october = told(prices)
  expect(october).toMatchObject({ cpi_yoy_pct: null, core_cpi_yoy_pct: null, as_of: { cpi: month(45), core_cpi: month(45) } })
  expect(october.core_3m_saar_pct).toBeCloseTo(6.5, 1)
  const september = told(prices.slice(0, -1))
  expect(september.cpi_yoy_pct).toBeGreaterThan(2.7)
  expect(september.as_of.cpi).toEqual(month(44))
  // In December 2025 and January 2026 there is no rate of three months either, nor a month before November.
  expect(told(prices.filter(({ at }) => at <= month(36))).core_3m_saar_pct).toBeNull()
  const november = computeMacro({ ...none, coreCpi: prices.filter(({ at }) => at <= month(34)) }, month(36))
  expect(november.surprises.find(({ series }) => series === 'core_cpi_mom_pct')?.month).not.toEqual(month(34))
})

test("Taylor's rule as he wrote it: at 2 % inflation and no slack the rate is 4 %", () => {
  const prices = months(13, (i) => 100 * 1.02 ** (i / 12))
  const funds = { rate_pct: 3.5, target_low_pct: 3.25, target_high_pct: 3.5 }
  const atRest = { ...none, corePce: prices, funds, unemployment: months(13, () => 4.4), naturalRate: months(1, () => 4.4) }
  const { real_policy_rate_pct, taylor_gap_pp } = computeMacro(atRest, month(13)).policy
  expect([real_policy_rate_pct, taylor_gap_pp]).toEqual([expect.closeTo(1.5, 10), expect.closeTo(-0.5, 10)])
  // One point of unemployment above the natural rate is two of output, and half of that off the rate.
  const slack = { ...atRest, unemployment: months(13, () => 5.4) }
  expect(computeMacro(slack, month(13)).policy.taylor_gap_pp).toBeCloseTo(0.5, 10)
})

test('a deficit of twelve months, or none where one is missing; units are dollars', () => {
  const balanceM = months(14, () => -150_000)
  const answer = computeMacro(
    { ...none, balanceM, gdpBn: months(1, () => 30_000), debtM: months(1, () => 38_000_000) },
    month(14),
  )
  expect(answer.fiscal).toMatchObject({ debt_usd: 38_000_000_000_000, deficit_12m_pct_gdp: 6, as_of: { deficit: month(13) } })
  expect(
    computeMacro({ ...none, balanceM: balanceM.slice(3), gdpBn: months(1, () => 30_000) }, month(14)).fiscal.deficit_12m_pct_gdp,
  ).toBeNull()
})

test('the weights: a business cycle of 50 and core inflation of 3 %', () => {
  const coreCpi = months(30, (i) => 100 * 1.03 ** (i / 12))
  const answer = computeMacro({ ...none, activity: months(30, () => 1), cycleScore: 50, coreCpi }, month(30))
  // 0.30 · 50 for growth and 0.20 · -50 for prices a point from goal, over the 0.5 that is there.
  expect(answer.mix.score).toBeCloseTo((0.3 * 50 - 0.2 * 50) / 0.5, 6)
  expect(answer.inflation.core_3m_saar_pct).toBeCloseTo(3, 10)
  expect(answer.inflation.core_cpi_yoy_pct).toBeCloseTo(3, 10)
  expect(answer.mix.coverage.missing).toEqual(['labor', 'liquidity', 'financial_stress'])
  expect(answer.surprises.map(({ series }) => series)).toEqual(['core_cpi_mom_pct'])
})

test('growth scores what the cycle answer scores of the same facts', async () => {
  const now = new Date('2026-11-21T12:00:00Z')
  const polled = await Promise.all([ebp, fred, treasury].map(async (one) => toFacts(one.topic, await pollSample(one, now))))
  const facts = polled.flat()
  const { body, coverage } = draftsOf(cycle, facts, 'us')[0]!
  const { signal } = body as unknown as { signal: { score: number; as_of: string } }
  // A Saturday: Friday's yields are the newest, the activity of two months ago the oldest, and nothing is past its age.
  expect(coverage.stale).toEqual([])
  expect(now.getTime() - Date.parse(signal.as_of)).toBeLessThan(cycle.routes[0]!.maxAgeSeconds * 1_000)
  const seen = createObservations(select(facts, macro.selects('us')))
  expect(summarizeCycle(readFacts(cycleFacts, seen), now).cycleScore).toBeCloseTo(signal.score, 1)
})

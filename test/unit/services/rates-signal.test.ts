// The rates formulas on cases small enough to check by hand, and on the New York Fed's published readings.
import { describe, expect, test } from 'vitest'
import type { Point } from '../../../processors/formula/index.ts'
import { recessionProbability } from '../../../processors/formula/recession.ts'
import {
  type CurveDay,
  computeRates,
  nowcastSpread,
  type RatesInputs,
  readRegime,
} from '../../../processors/services/rates/signal.ts'

const dayMs = 86_400_000
const last = Date.UTC(2026, 10, 17)
const now = new Date(last)
const daysAgo = (n: number) => new Date(last - n * dayMs)
const empty: RatesInputs = {
  nominal: [],
  real: [],
  gzSpread: [],
  excessBondPremium: [],
  ofrCredit: [],
  baaSpread: [],
  funds: undefined,
  secured: undefined,
}

const daily = (values: readonly number[]): Point[] => values.map((value, i) => ({ at: daysAgo(values.length - 1 - i), value }))
const monthly = (values: readonly number[]): Point[] =>
  values.map((value, i) => ({ at: new Date(Date.UTC(2026, 10 - (values.length - 1 - i), 1)), value }))
const curve = (days: readonly Record<string, number | null>[]): CurveDay[] =>
  days.map((yields, i) => ({ at: daysAgo(days.length - 1 - i), yields }))

describe('recession probability', () => {
  // Phi(-0.5333 - 0.6330 s), by another program's normal distribution.
  test.each([
    [-1, 0.53971],
    [0, 0.29691],
    [1, 0.12175],
    [2, 0.03599],
  ])('at a spread of %d pp', (spread, probability) => {
    expect(recessionProbability(daily(Array(30).fill(spread)))).toBeCloseTo(probability, 4)
  })

  // The Fed's own monthly readings: August 2019 (37.9 %) and May 2023 (70.8 %).
  test.each([
    [-0.36, 0.379],
    [-1.71, 0.708],
  ])('as published for %d pp', (spread, published) => {
    expect(Math.abs(recessionProbability(daily(Array(20).fill(spread)))! - published)).toBeLessThan(0.003)
  })

  test('averages the last 30 days and nothing before them', () => {
    const older = Array<number>(100).fill(-5)
    expect(recessionProbability(daily([...older, ...Array<number>(15).fill(1), ...Array<number>(15).fill(-1)]))).toBeCloseTo(
      0.29691,
      4,
    )
    expect(recessionProbability([])).toBeNull()
  })
})

describe('regime', () => {
  const month = (two: number, ten: number) =>
    curve([...Array.from({ length: 20 }, () => ({ '2y': 4, '10y': 4.2 })), { '2y': 4 + two, '10y': 4.2 + ten }])

  test.each([
    [-0.2, -0.1, 'bull_steepening'],
    [0.1, 0.3, 'bear_steepening'],
    [-0.1, -0.3, 'bull_flattening'],
    [0.3, 0.1, 'bear_flattening'],
    [0, 0.04, 'range'],
    [0, -0.04, 'range'],
    [0.5, 0.5, 'range'],
    [0, 0.05, 'bear_steepening'],
    [0, -0.05, 'bull_flattening'],
    [0.05, 0, 'bear_flattening'],
  ])('2y by %d and 10y by %d in a month is %s', (two, ten, regime) => {
    expect(readRegime(month(two, ten))).toBe(regime)
  })

  test('a month is 20 trading days: with fewer there is none', () => {
    expect(readRegime(month(-0.2, -0.1).slice(1))).toBe('range')
    expect(readRegime([])).toBe('range')
  })
})

describe('credit', () => {
  const upTo100 = Array.from({ length: 100 }, (_, i) => i + 1)
  const endingIn = (value: number) => monthly([...upTo100.filter((other) => other !== value), value])

  test.each([
    [49, 'low'],
    [50, 'normal'],
    [74, 'normal'],
    [75, 'elevated'],
    [89, 'elevated'],
    [90, 'stressed'],
    [100, 'stressed'],
  ])('the spread of percentile %d is %s', (value, stress) => {
    expect(computeRates({ ...empty, gzSpread: endingIn(value) }, now).credit).toMatchObject({
      percentile: value,
      stress,
      gz_spread: value,
    })
  })

  test('the nowcast moves the newest month by the slope it has on the daily index', () => {
    // spread = 1 + 2 * index over 30 months; after the newest month the index rises by half a point.
    const index = Array.from({ length: 30 }, (_, i) => (i % 5) / 10)
    const spreads = monthly(index.map((value) => 1 + 2 * value))
    const days = spreads.flatMap((point, i) =>
      [1, 2].map((n) => ({ at: new Date(point.at.getTime() + n * dayMs), value: index[i]! })),
    )
    const newest = { at: new Date(Date.UTC(2026, 11, 3)), value: index.at(-1)! + 0.5 }
    expect(nowcastSpread(spreads, [...days, newest])).toBeCloseTo(1 + 2 * 0.4 + 1, 10)
  })

  test('with under two years of pairs the nowcast is the newest month itself', () => {
    const spreads = monthly(Array.from({ length: 23 }, (_, i) => 1 + i / 10))
    const days = spreads.map((point) => ({ at: new Date(point.at.getTime() + dayMs), value: point.value }))
    expect(nowcastSpread(spreads, days)).toBe(3.2)
    expect(nowcastSpread(spreads, [])).toBe(3.2)
    expect(nowcastSpread([], days)).toBeNull()
  })
})

test('breakevens are nominal minus real, and 5y5y is twice the ten less the five', () => {
  const inputs = { ...empty, nominal: curve([{ '5y': 4, '10y': 4.5 }]), real: curve([{ '5y': 1.7, '10y': 2.1 }]) }
  expect(computeRates(inputs, now).inflation).toEqual({
    breakeven_5y: 2.3,
    breakeven_10y: 2.4,
    forward_5y5y: 2.5,
    real_yield_10y: 2.1,
    date: daysAgo(0),
  })
})

test('where one curve is a day ahead of the other, breakevens are of the day both have', () => {
  const nominal = curve([
    { '5y': 4, '10y': 4.5 },
    { '5y': 9, '10y': 9 },
  ])
  const real = [{ at: daysAgo(1), yields: { '5y': 1.7, '10y': 2.1 } }]
  expect(computeRates({ ...empty, nominal, real }, now).inflation).toMatchObject({ breakeven_10y: 2.4, date: daysAgo(1) })
  // A day of the real curve alone has no breakeven.
  const lone = [{ at: daysAgo(-1), yields: { '5y': 1.7, '10y': 2.1 } }]
  expect(computeRates({ ...empty, nominal, real: lone }, now).inflation).toMatchObject({
    breakeven_10y: null,
    real_yield_10y: 2.1,
  })
})

test('each figure of credit and policy has its own date', () => {
  const funds = { at: daysAgo(1), rate_pct: 4.3, target_low_pct: 4.25, target_high_pct: 4.5 }
  const inputs = { ...empty, gzSpread: monthly([2, 2.1]), ofrCredit: daily([0.1, 0.2]), funds }
  const { credit, policy } = computeRates(inputs, now)
  expect(credit.as_of).toEqual({
    gz_spread: monthly([0])[0]!.at,
    gz_spread_nowcast: daysAgo(0),
    ebp: null,
    baa_10y_spread: null,
    ofr_credit: daysAgo(0),
  })
  expect(policy).toMatchObject({ effr: 4.3, effr_date: daysAgo(1), sofr: null, sofr_date: null })
})

test('the curve: spreads, change, inversion and odds', () => {
  const flat = { '3m': 4.5, '2y': 4, '5y': 4, '10y': 4.3, '30y': 4.75 }
  const { curve: section } = computeRates(
    { ...empty, nominal: curve([...Array(20).fill(flat), { ...flat, '2y': 4.1, '10y': 4.35 }]) },
    now,
  )
  expect(section).toMatchObject({
    spread_2s10s: expect.closeTo(0.25, 10),
    spread_3m10y: expect.closeTo(-0.15, 10),
    spread_5s30s: 0.75,
    slope_chg_20d_bp: expect.closeTo(-5, 10),
    inversion: true,
    recession_flag: true,
  })
  // 20 days at -0.20 and one at -0.15: Phi(-0.5333 + 0.633 * 0.197619)
  expect(section.recession_prob_12m).toBeCloseTo(0.342, 3)
})

test('the score weighs curve 0.35, credit 0.35, real yield 0.15 and inflation 0.15', () => {
  const swing = Array.from({ length: 260 }, (_, i) => i % 2) // mean 0.5, deviation 0.5, ends in 1
  const inputs: RatesInputs = {
    ...empty,
    nominal: curve(swing.map((x) => ({ '3m': 4, '10y': 4 + x }))),
    real: curve(swing.map(() => ({ '10y': 1.95 }))), // never changes: no real-yield score
    gzSpread: monthly(Array.from({ length: 40 }, (_, i) => 1 + (i % 2))), // ends high: z = 1
  }
  const { mix, label } = computeRates(inputs, new Date(Math.max(last, inputs.gzSpread.at(-1)!.at.getTime())))
  // curve +50, credit -50, breakeven 3.05 is 0.75 off the goal of 2.3: -50
  expect(mix.score).toBeCloseTo((0.35 * 50 - 0.35 * 50 - 0.15 * 50) / 0.85, 9)
  expect(mix.coverage).toMatchObject({ inputs_used: 3, inputs_expected: 4, missing: ['real_yield'] })
  expect(label).toBe('neutral')
})

test('a monthly spread two months late is not stale; a daily index is after ten days', () => {
  const gzSpread = monthly(Array.from({ length: 40 }, (_, i) => 1 + (i % 2)))
  const twoMonthsOn = new Date(gzSpread.at(-1)!.at.getTime() + 62 * dayMs)
  expect(computeRates({ ...empty, gzSpread }, twoMonthsOn).mix.coverage.stale).toEqual([])
  const ofrCredit = [{ at: new Date(twoMonthsOn.getTime() - 11 * dayMs), value: 0.1 }]
  expect(computeRates({ ...empty, gzSpread, ofrCredit }, twoMonthsOn).mix.coverage.stale).toMatchObject([
    { id: 'credit', age_days: 11 },
  ])
})

test('the summary says what is unknown and fits', () => {
  const { summary } = computeRates(empty, now)
  expect(summary).toContain('unknown')
  expect(summary.length).toBeLessThanOrEqual(240)
})

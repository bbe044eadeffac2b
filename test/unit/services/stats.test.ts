// The statistics against values computed by hand or printed in tables.

import { describe, expect, test } from 'vitest'
import {
  atMostSure,
  band,
  clip,
  composite,
  deviation,
  mean,
  normalCdf,
  part,
  percentile,
  riskLabel,
  round,
  roundOrNull,
  signedLabel,
  slope,
  squash,
  zScore,
} from '../../../processors/formula/index.ts'
import fc from '../../support/chance.ts'

const eight = [2, 4, 4, 4, 5, 5, 7, 9]
const day = (n: number) => new Date(Date.UTC(2026, 0, 1 + n))

test('mean, deviation and z-score of the textbook eight', () => {
  expect(mean(eight)).toBe(5)
  expect(deviation(eight)).toBe(2)
  expect(zScore(9, eight)).toBe(2)
  expect(zScore(1, [3, 3, 3])).toBe(0)
})

test('percentile counts what lies at or below', () => {
  expect(percentile(4, eight)).toBe(50)
  expect(percentile(1, eight)).toBe(0)
  expect(percentile(9, eight)).toBe(100)
})

test('squash, clip and band stay in their range', () => {
  expect([squash(1), squash(-0.5), squash(3), squash(-9)]).toEqual([50, -25, 100, -100])
  expect([clip(5, 0, 1), clip(-5, 0, 1), clip(0.5, 0, 1)]).toEqual([1, 0, 0.5])
  expect([band(5, 0, 10), band(2, 10, 0), band(99, 0, 10)]).toEqual([50, 80, 100])
})

test('slope is least squares; still x has none', () => {
  expect(slope([1, 2, 3], [3, 5, 7])).toBe(2)
  expect(slope([1, 2, 3, 4], [6, 5, 7, 10])).toBeCloseTo(1.4, 12)
  expect(slope([2, 2], [1, 9])).toBe(0)
})

test.each([
  [0, 0.5],
  [0.5, 0.69146],
  [1, 0.84134],
  [1.28, 0.89973],
  [1.645, 0.95002],
  [1.96, 0.975],
  [2.33, 0.9901],
  [3, 0.99865],
  [-1, 0.15866],
  [-1.96, 0.025],
])('the normal distribution at %d is %d, as printed', (x, p) => {
  expect(Math.abs(normalCdf(x) - p)).toBeLessThan(6e-6)
})

test('the normal distribution is symmetric and never falls', () => {
  const z = fc.double({ min: -8, max: 8, noNaN: true })
  fc.assert(fc.property(z, (x) => Math.abs(normalCdf(x) + normalCdf(-x) - 1) < 2e-7))
  fc.assert(fc.property(z, z, (a, b) => normalCdf(Math.min(a, b)) <= normalCdf(Math.max(a, b)) + 3e-7))
})

describe('round', () => {
  test.each([
    [1.005, 2, 1.01],
    [2.675, 2, 2.68],
    [0.285, 2, 0.29],
    [-1.234, 1, -1.2],
    [1234.5, 0, 1235],
    [1.5e-7, 7, 2e-7],
    [1.2e-9, 2, 0],
    [3e21, 2, 3e21],
    [1.23456789e21, 2, 1.23456789e21],
  ])('%d to %d digits is %d', (x, digits, rounded) => {
    expect(round(x, digits)).toBe(rounded)
  })

  test('never writes minus zero, and hides no NaN or Infinity', () => {
    expect(Object.is(round(-0.001, 2), 0)).toBe(true)
    expect(round(Number.NaN, 2)).toBeNaN()
    expect(round(Number.POSITIVE_INFINITY, 2)).toBe(Number.POSITIVE_INFINITY)
    expect(roundOrNull(null, 2)).toBeNull()
    expect(roundOrNull(1.239, 2)).toBe(1.24)
  })
})

describe('composite', () => {
  test('weighs what is there, and says what is not', () => {
    const mix = composite(
      [
        { id: 'a', weight: 0.5, score: 80 },
        { id: 'b', weight: 0.25, score: -40 },
        { id: 'c', weight: 0.25, score: null },
      ],
      day(0),
    )
    // (40 - 10) / 0.75; agreement |30| / 50; no ages: 0.75 * 1 * (0.5 + 0.3)
    expect(mix).toEqual({
      score: 40,
      confidence: 0.6,
      availableWeight: 0.75,
      coverage: { inputs_used: 2, inputs_expected: 3, missing: ['c'], stale: [] },
    })
  })

  test('age past the limit costs confidence and is named', () => {
    const mix = composite(
      [
        { id: 'fresh', weight: 1, score: 10, observedAt: day(20), maxAgeDays: 10 },
        { id: 'old', weight: 1, score: 10, observedAt: day(5), maxAgeDays: 10 },
      ],
      day(20),
    )
    // freshness: mean of 1 and 2 - 15/10
    expect(mix.confidence).toBe(0.75)
    expect(mix.coverage.stale).toEqual([{ id: 'old', observed_at: '2026-01-06T00:00:00.000Z', age_days: 15, max_age_days: 10 }])
  })

  test('of nothing is nothing', () => {
    expect(composite([{ id: 'a', weight: 1, score: null }], day(0))).toMatchObject({
      score: 0,
      confidence: 0,
      availableWeight: 0,
    })
  })
})

test('labels change at their borders', () => {
  const five = ['pp', 'p', 'o', 'n', 'nn'] as const
  expect([60, 59.9, 20, 19.9, -19.9, -20, -59.9, -60].map((score) => signedLabel(score, five))).toEqual([
    'pp',
    'p',
    'p',
    'o',
    'o',
    'n',
    'n',
    'nn',
  ])
  expect([19, 20, 40, 60, 80].map(riskLabel)).toEqual(['low', 'guarded', 'elevated', 'high', 'extreme'])
})

test('a part without a score or without a date is missing, and no older for the other', () => {
  const now = new Date('2026-01-10T00:00:00Z')
  const parts = [
    part('known', 0.5, 40, now, 5),
    part('unscored', 0.25, null, new Date(0), 5),
    part('undated', 0.25, -100, null, 5),
  ]
  const mix = composite(parts, now)
  expect(mix).toMatchObject({ score: 40, availableWeight: 0.5, coverage: { missing: ['unscored', 'undated'], stale: [] } })
  expect(atMostSure(mix, 0.3).confidence).toBe(0.3)
  expect(atMostSure(mix, 1)).toEqual(mix)
})

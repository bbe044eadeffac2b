// The business cycle by hand: standardised growth, phases, how long they last, and odds of recession.
import { expect, test } from 'vitest'
import { activityLevel, type CycleInputs, computeCycle, phaseOf } from '../../processors/services/cycle/signal.ts'
import { growthOver, type Point, standardise } from '../../processors/stats.ts'

const month = (i: number) => new Date(Date.UTC(2016, i, 1))
const months = (count: number, value: (i: number) => number): Point[] =>
  Array.from({ length: count }, (_, i) => ({ at: month(i), value: value(i) }))

test('growth is compounded to a year, and a month that was never published has no pair', () => {
  const points = [...months(6, () => 100), { at: month(6), value: 101 }]
  expect(growthOver(points, 6, { annualised: true })[0]!.value).toBeCloseTo(2.01, 10)
  // October 2025 was never published: neither it nor what would be compared with it.
  const gap = points.filter((point) => point.at.getTime() !== month(0).getTime())
  expect(growthOver(gap, 6)).toEqual([])
})

test('one wild spring does not make the other months look calm', () => {
  // Values 0..40 around 20 have a median distance of 10; one of -5000 hardly moves it.
  const values = Array.from({ length: 41 }, (_, i) => i)
  const calm = standardise(months(41, (i) => values[i]!))
  expect(calm.at(-1)!.value).toBeCloseTo(20 / 14.826, 6)
  const wild = standardise(months(43, (i) => (i === 20 ? -5_000 : i === 21 ? 5_000 : values[i > 21 ? i - 2 : i]!)))
  expect(wild.at(-1)!.value).toBeCloseTo(20 / 14.826, 0)
  expect(wild[20]!.value).toBe(-4)
})

test('phases are quadrants of level and momentum', () => {
  expect([phaseOf(1, 1), phaseOf(1, 0), phaseOf(0, -1), phaseOf(-1, 1)]).toEqual([
    'expansion',
    'slowdown',
    'contraction',
    'recovery',
  ])
})

const none: CycleInputs = {
  coincident: [],
  leading: [],
  yieldProbit: null,
  premiumOdds: [],
  smoothedPct: [],
  sahm: [],
  recession: [],
}
const now = new Date(month(121).getTime())

// Growth swings by a slow sine; from its trough at month 99 it climbs, and crosses its middle near month 111.
const swinging = months(120, (i) => 100 * Math.exp(0.02 * (i / 12) + 0.02 * Math.sin((2 * Math.PI * (i - 36)) / 48)))

test('a swing passes through the four phases in order', () => {
  const seen: string[] = []
  for (let count = 72; count <= 120; count++) {
    const phase = computeCycle({ ...none, coincident: [{ id: 'x', points: swinging.slice(0, count) }] }, now).phase
    if (seen.at(-1) !== phase) seen.push(phase)
  }
  const order = ['expansion', 'slowdown', 'contraction', 'recovery']
  for (let i = 1; i < seen.length; i++) expect(order.indexOf(seen[i]!)).toBe((order.indexOf(seen[i - 1]!) + 1) % 4)
  expect(new Set(seen).size).toBe(4)
})

test('the score weighs level, momentum and lead, and the odds are the mean of the models there are', () => {
  const coincident = [{ id: 'x', points: swinging }]
  const level = activityLevel(coincident)
  const [last, before] = [level.at(-1)!.value, level.at(-4)!.value]
  const leading = [{ id: 'y', points: months(120, (i) => i % 3) }]
  const answer = computeCycle(
    { ...none, coincident, leading, yieldProbit: 0.3, smoothedPct: months(1, () => 6), sahm: months(1, () => 0.5) },
    now,
  )
  // The leading series is 2 where its median is 1 and the median distance 1: one over 1.4826.
  const clip = (x: number) => Math.min(100, Math.max(-100, 50 * x))
  expect(answer.mix.score).toBeCloseTo(0.5 * clip(last) + 0.2 * clip(last - before) + 0.3 * clip(1 / 1.4826), 6)
  expect(answer.recession).toEqual({
    probability_12m: 0.18,
    yield_probit: 0.3,
    ebp_prob: null,
    smoothed_prob: 0.06,
    sahm: 0.5,
    sahm_triggered: true,
    nber_recession: null,
  })
  expect(answer.breadth).toEqual({ pct_rising_6m: 100 })
})

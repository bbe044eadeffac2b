// The business cycle by hand: standardised growth, phases, how long they last, and odds of recession.
import { Compile } from 'typebox/compile'
import { expect, test } from 'vitest'
import oecd from '../../../ingestors/sources/oecd-cli/ingestor.ts'
import { activityLevel, type CycleInputs, phaseOf } from '../../../processors/formula/business-cycle.ts'
import { growthOver, type Point, standardise } from '../../../processors/formula/index.ts'
import { computeAbroad } from '../../../processors/services/cycle/abroad.ts'
import cycle from '../../../processors/services/cycle/service.ts'
import { computeCycle } from '../../../processors/services/cycle/signal.ts'
import { draftsOf, pollSample, toFacts } from '../../support/service-facts.ts'

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
    // Each model's own newest month: one point at the first month, none where the model is not there.
    as_of: {
      yield_probit: null,
      ebp_prob: null,
      smoothed_prob: month(0),
      sahm: month(0),
      nber_recession: null,
    },
  })
  expect(answer.breadth).toEqual({ pct_rising_6m: 100 })
})

test('abroad the phase is the leading indicator’s: below its trend and rising is a recovery, and the rest is said to be missing', () => {
  // 60 months: falling to 98 at month 48, then climbing to 99.4.
  const index = months(60, (i) => (i <= 48 ? 102 - i / 12 : 98 + (1.4 * (i - 48)) / 11))
  const answer = computeAbroad(index, 'Germany', new Date(index.at(-1)!.at.getTime() + 45 * 86_400_000))
  expect(answer).toMatchObject({ phase: 'recovery', coincident: { score: null, components: [] }, recession: { sahm: null } })
  expect(answer.mix.coverage).toMatchObject({ missing: ['coincident'], stale: [] })
  expect(answer.mix.availableWeight).toBeCloseTo(0.7)
  // Level and momentum by hand: the median of the 60 and their robust spread.
  const values = index.map(({ value }) => value).sort((a, b) => a - b)
  const centre = (values[29]! + values[30]!) / 2
  const distances = values.map((value) => Math.abs(value - centre)).sort((a, b) => a - b)
  const spread = (1.4826 * (distances[29]! + distances[30]!)) / 2
  expect(answer.leading.score).toBeCloseTo((99.4 - centre) / spread, 1)
  const [level, momentum] = [(99.4 - centre) / spread, (3 * 1.4) / 11 / spread]
  expect(answer.mix.score).toBeCloseTo((0.5 * 50 * level + 0.2 * 50 * momentum) / 0.7, 6)
})

test('every country has an answer of its own, and one that the OECD has no indicator of is unusable', async () => {
  const now = new Date('2026-11-21T12:00:00Z')
  const facts = toFacts(oecd.topic, await pollSample(oecd, now))
  const keys = cycle.affected(facts.map(({ topic, key, value }) => ({ topic, key, value })))
  expect([...keys].sort()).toEqual('AU BR CA CN DE ES FR GB ID IN IT JP KR MX TR ZA'.split(' '))
  const [route] = cycle.routes
  const { properties, ...schema } = route!.output
  const check = Compile({ ...schema, properties: { ...properties, meta: { type: 'object' } } })
  for (const key of keys)
    for (const { body } of draftsOf(cycle, facts, key)) expect([...check.Errors({ ...body, meta: {} })], key).toEqual([])
  const keyOf = (country?: string) => route!.key(route!.read!(country === undefined ? {} : { country }, now))
  expect([keyOf(), keyOf('USA'), keyOf('Japan'), keyOf('CH')]).toEqual(['us', 'us', 'JP', 'CH'])
  expect(route!.closed).toBe(true)
})

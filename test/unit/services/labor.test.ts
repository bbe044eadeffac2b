// The labor market by hand: Sahm's rule, payroll revisions, the weights, and the BLS's own bytes.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import bls from '../../../ingestors/sources/bls/ingestor.ts'
import { blsSeries } from '../../../ingestors/sources/bls/topic.ts'
import type { Point } from '../../../processors/formula/index.ts'
import { computeLabor, type LaborInputs, revisionOf, sahmOf } from '../../../processors/services/labor/signal.ts'

const month = (i: number) => new Date(Date.UTC(2022, i, 1))
const months = (values: readonly number[]): Point[] => values.map((value, i) => ({ at: month(i), value }))
const at = new Date('2026-11-18T12:00:00Z')

const none: LaborInputs = {
  payrollsK: [],
  releases: { newest: null, before: null },
  unemployment: [],
  underemployment: [],
  unemployedK: [],
  participation: [],
  primeAgeParticipation: [],
  primeAgeEmployment: [],
  hourlyEarnings: [],
  wageTracker: [],
  cpi: [],
  openingsK: [],
  quitsRate: [],
  layoffsRate: [],
  sahmPublished: [],
  claims: [],
  continued: [],
}

test("Sahm's rule on the unemployment rates of June 2023 to July 2024, which triggered at 0.53", () => {
  // LNS14000000 as published in August 2024, from April 2023 on.
  const rates = [3.4, 3.7, 3.6, 3.5, 3.8, 3.8, 3.8, 3.7, 3.7, 3.7, 3.9, 3.8, 3.9, 4.0, 4.1, 4.3]
  // The three-month mean of July 2024 is 4.13, the lowest of the twelve before it 3.60 (May to July 2023).
  expect(sahmOf(months(rates)).at(-1)!.value).toBeCloseTo(0.53, 2)
})

test('a revision is what a release did to the two months before it', () => {
  // First print: 158,000 after 157,900 and 157,750. Next month: that one now 157,960 after 157,880 and 157,750.
  const before = { value: 158_000, earlier: [157_900, 157_750, 157_600] }
  const newest = { value: 158_100, earlier: [157_960, 157_880, 157_750] }
  // 210 in two months where 250 had been reported.
  expect(revisionOf(newest, before)).toBe(-40)
  expect(revisionOf(newest, null)).toBeNull()
})

test('hiring alone is a quarter of the weights, too little; with Sahm and claims there is a score', () => {
  const payrollsK = months(Array.from({ length: 48 }, (_, i) => 150_000 + 100 * i + (i % 2 === 0 ? 30 : 0)))
  expect(computeLabor({ ...none, payrollsK }, month(48)).mix.availableWeight).toBeCloseTo(0.25, 10)
  const sahmPublished = months([0, 0.25])
  const claims = Array.from({ length: 200 }, (_, i) => ({ at: new Date(Date.UTC(2022, 0, 1 + 7 * i)), value: 200_000 }))
  const answer = computeLabor({ ...none, payrollsK, sahmPublished, claims }, month(48))
  // Sahm at half its trigger is one of two deviations: -50. Claims stand still: 0.
  const hiring = (answer.mix.score * 0.6 + 0.2 * 50) / 0.25
  expect(hiring).toBeGreaterThanOrEqual(-100)
  expect(answer.claims).toMatchObject({ initial_k: 200, avg4_k: 200, continuing_k: null })
  expect(answer.unemployment).toMatchObject({ sahm: 0.25, sahm_triggered: false })
})

test('a trigger of 0.50 is one, whatever the floating point says', () => {
  expect(computeLabor({ ...none, sahmPublished: months([0.49999999999]) }, at).unemployment.sahm_triggered).toBe(true)
})

const answer = (series: object[], status = 'REQUEST_SUCCEEDED', message: string[] = []) => ({
  status,
  message,
  Results: { series },
})

test('yearly averages and months never measured are no observations', () => {
  const data = [
    { year: '2025', period: 'M13', value: '4.2' },
    { year: '2025', period: 'M10', value: '-' },
    { year: '2025', period: 'M09', value: '4.4' },
  ]
  expect(bls.parse([answer([{ seriesID: blsSeries.unemployment, data }])], at)).toEqual([
    { series: blsSeries.unemployment, month: '2025-09-01', value: 4.4, vintage: at.toISOString() },
  ])
})

test('a failure with HTTP status 200 is one, and the daily quota is named', () => {
  const failed = answer([], 'REQUEST_NOT_PROCESSED', ['Request could not be serviced, as the daily threshold has been reached.'])
  expect(() => bls.parse([failed], at)).toThrow(expect.objectContaining({ code: 'upstream_rate_limited' }))
  expect(() => bls.parse([answer([], 'REQUEST_FAILED')], at)).toThrow(expect.objectContaining({ code: 'upstream_changed' }))
})

const folder = process.env.UPSTREAM_SAMPLES ?? ''
test.skipIf(folder === '')('what the BLS really sent', () => {
  const values = bls.parse([JSON.parse(readFileSync(join(folder, 'samples/markets/bls_timeseries.json'), 'utf8'))], at)
  expect(values.map(({ series, month: of, value }) => [series, of, value])).toEqual([
    ['CUUR0000SA0', '2026-05-01', 335.123],
    ['CUUR0000SA0', '2026-04-01', 333.02],
    ['LAUST080000000000006', '2019-10-01', 3_178_070],
    ['LAUST080000000000006', '2019-09-01', 3_177_825],
  ])
})

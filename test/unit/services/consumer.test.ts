// The consumer by hand: the Census Bureau's own print, prices of the same month, late cards over four quarters, petrol and mortgages.
import { Compile } from 'typebox/compile'
import { expect, test } from 'vitest'
import bls from '../../../ingestors/sources/bls/ingestor.ts'
import fred from '../../../ingestors/sources/fred/ingestor.ts'
import pmms from '../../../ingestors/sources/freddie-pmms/ingestor.ts'
import type { Point } from '../../../processors/formula/index.ts'
import service from '../../../processors/services/consumer/service.ts'
import { type ConsumerInputs, computeConsumer } from '../../../processors/services/consumer/signal.ts'
import { draftsOf, pollSample, toFacts } from '../../support/service-facts.ts'

const now = new Date('2026-11-18T12:00:00Z')
const months = (count: number, value: (i: number) => number, step = 1): Point[] =>
  Array.from({ length: count }, (_, i) => ({ at: new Date(Date.UTC(2026, 9 - step * (count - 1 - i), 1)), value: value(i) }))
const none: ConsumerInputs = {
  retailM: [],
  cpi: [],
  consumption: [],
  income: [],
  savingRate: [],
  revolving: [],
  cardDelinquency: [],
  sentiment: [],
  gasoline: [],
  mortgage: [],
  hourlyEarnings: [],
  wageCpi: [],
}
const on = (text: string, value: number): Point => ({ at: new Date(`${text}T00:00:00Z`), value })

test.each([
  ['June 2022', 673_900, 680_600, 1],
  ['June 2019', 517_700, 519_900, 0.4],
  ['January 2018', 493_300, 492_000, -0.3],
])('retail sales of %s move by what the Census Bureau printed', (_, before, after, printed) => {
  const { spending } = computeConsumer({ ...none, retailM: [on('2022-05-01', before), on('2022-06-01', after)] }, now)
  expect(Math.round(spending.retail_mom_pct! * 10) / 10).toBe(printed)
})

test('a month that was never published is no month before', () => {
  const { spending } = computeConsumer({ ...none, retailM: [on('2022-04-01', 100), on('2022-06-01', 110)] }, now)
  expect(spending.retail_mom_pct).toBeNull()
})

test('sales after prices are of a month that has both', () => {
  const retailM = months(5, (i) => 100 * 1.03 ** i)
  const cpi = months(5, (i) => 100 * 1.02 ** i).slice(0, -1)
  const { spending } = computeConsumer({ ...none, retailM, cpi }, now)
  // Three per cent a month less two: (1.03 / 1.02) ^ 12 a year.
  expect(spending.retail_real_3m_saar_pct).toBeCloseTo(100 * ((1.03 / 1.02) ** 12 - 1), 8)
  expect(spending.real_month).toEqual(new Date('2026-09-01T00:00:00Z'))
  expect(spending.month).toEqual(new Date('2026-10-01T00:00:00Z'))
})

test('late cards are compared over four quarters, and rising is bad', () => {
  const late = computeConsumer({ ...none, cardDelinquency: months(24, (i) => (i < 23 ? 2 + Math.sin(3 * i) / 10 : 4), 3) }, now)
  expect(late.credit.card_delinquency_chg_4q_pp).toBeCloseTo(2 - Math.sin(57) / 10, 9)
  expect(late.mix.score).toBe(-100)
})

test('dearer petrol and cheaper mortgages weigh alike, each in its own steps', () => {
  const weeks = (value: (i: number) => number): Point[] =>
    Array.from({ length: 160 }, (_, i) => ({ at: new Date(now.getTime() - (159 - i) * 7 * 86_400_000), value: value(i) }))
  const wave = (i: number) => Math.sin(i / 5)
  const up = computeConsumer({ ...none, gasoline: weeks((i) => 3 + wave(i)), mortgage: weeks((i) => 6 - wave(i)) }, now)
  expect(up.mix.score).toBeCloseTo(0, 6)
  expect(up.mix.coverage.missing).toHaveLength(5)
})

test('the survey’s rows are read wide and short alike, and a week without a rate is none', () => {
  const csv = 'date,pmms30,pmms30p,pmms15\r\n4/2/1971,7.33, ,\r\n4/9/1971,, ,\r\n"5/16/2024","7.02","","6.28"\r\n'
  expect(pmms.parse(csv, now).map(({ date, rate_30y_pct }) => [date, rate_30y_pct])).toEqual([
    ['1971-04-02', 7.33],
    ['2024-05-16', 7.02],
  ])
})

test('on its samples it answers within its schema, every figure with its month', async () => {
  const polled = await Promise.all([bls, fred, pmms].map(async (one) => toFacts(one.topic, await pollSample(one, now))))
  const [draft] = draftsOf(service, polled.flat(), 'us')
  const { properties, ...schema } = service.routes[0]!.output
  const check = Compile({ ...schema, properties: { ...properties, meta: { type: 'object' } } })
  expect([...check.Errors({ ...draft!.body, meta: {} })]).toEqual([])
  const { signal: _, ...sections } = draft!.body
  expect(JSON.stringify(sections)).not.toContain('null')
  expect(draft!.coverage).toMatchObject({ inputs_used: 6, missing: [] })
})

// Crops by hand: the balance's identity on published figures, stocks of a year's use, China apart, seasons and months as upstreams write them.
import { readFileSync } from 'node:fs'
import { Compile } from 'typebox/compile'
import { expect, test } from 'vitest'
import cot from '../../../ingestors/sources/cftc-cot/ingestor.ts'
import food from '../../../ingestors/sources/fao-ffpi/ingestor.ts'
import nino from '../../../ingestors/sources/noaa-oni/ingestor.ts'
import pinkSheet from '../../../ingestors/sources/pink-sheet/ingestor.ts'
import drought from '../../../ingestors/sources/us-drought/ingestor.ts'
import { isBalanced, readLines, toBalances, useOf } from '../../../ingestors/sources/usda-psd/balances.ts'
import psd from '../../../ingestors/sources/usda-psd/ingestor.ts'
import { nextReports } from '../../../processors/services/agri/releases.ts'
import service from '../../../processors/services/agri/service.ts'
import { type Crop, judge, stocksToUse } from '../../../processors/services/agri/signal.ts'
import { draftsOf, pollSample, toFacts } from '../../support/service-facts.ts'

const now = new Date('2026-11-18T12:00:00Z')
const header =
  'Commodity_Code,Commodity_Description,Country_Code,Country_Name,Market_Year,Calendar_Year,Month,Attribute_ID,Attribute_Description,Unit_ID,Unit_Description,Value'
// Brazil's corn of 2021/22 as estimated in June 2022.
const brazil = { '020': 4_153, '028': 116_000, '057': 2_000, '086': 122_153, '088': 44_500, '125': 73_000, '176': 4_653 }
const linesOf = (amounts: Readonly<Record<string, number>>, country = 'BR', month = '06') =>
  Object.entries(amounts).map(
    ([id, value]) =>
      `0440000,"Corn, sample",${country},Brazil,2021,2022,${month},${id},"Some, attribute",08,(1000 MT),${value}.0000`,
  )
async function* pieces(rows: readonly string[]) {
  yield [header, ...rows].join('\r\n')
}

test('Brazil’s corn balances: 4,153, 116,000 and 2,000 are 44,500, 73,000 and 4,653', async () => {
  const [one, ...rest] = toBalances(await readLines(pieces(linesOf(brazil)), 2005))
  expect(rest).toEqual([])
  expect(one).toMatchObject({
    beginning: 4_153,
    production: 116_000,
    imports: 2_000,
    exports: 44_500,
    use: 73_000,
    ending: 4_653,
  })
  expect(useOf(one!)).toBe(73_000)
  expect(isBalanced(one!)).toBe(true)
  expect(isBalanced({ ...one!, exports: 44_000 })).toBe(true) // within half a percent
  expect(isBalanced({ ...one!, exports: 54_500 })).toBe(false)
  expect(isBalanced({ ...one!, ending: 200_000 })).toBe(false)
})

test('the newest estimate of each attribute holds, and a country that does not balance costs itself', async () => {
  const rows = [
    ...linesOf({ ...brazil, '028': 110_000, '125': 67_000 }, 'BR', '05'),
    ...linesOf(brazil, 'BR', '06'),
    ...linesOf({ '020': 10, '028': 5, '176': 1_000 }, 'XX'),
    ...linesOf({ '028': 100, '125': 60, '176': 40 }, 'CH'),
  ]
  const body = await readLines(pieces(rows), 2005)
  const aside: string[] = []
  const [year] = psd.parse([{ id: 'psd_grains_pulses_csv.zip', body }], now, (what) => aside.push(what))
  expect(year).toMatchObject({ commodity: 'corn', market_year: 2021, estimated_in: '2022-06', countries: 2 })
  expect(year!.world).toEqual({ production_kt: 116_100, use_kt: 73_060, net_exports_kt: 42_500, ending_stocks_kt: 4_693 })
  expect(year!.without_china).toMatchObject({ production_kt: 116_000, ending_stocks_kt: 4_653 })
  expect(aside[0]).toBe('corn of XX in 2021')
  // Of the archive's two other crops there is nothing here, and each says so.
  expect(aside.slice(1)).toEqual(['wheat', 'rice'])
})

test('stocks are a share of what is used and sold to others', () => {
  expect(stocksToUse({ production_kt: 0, use_kt: 73_000, net_exports_kt: 42_500, ending_stocks_kt: 4_653 })).toBeCloseTo(
    (100 * 4_653) / 115_500,
    9,
  )
  expect(stocksToUse({ production_kt: 0, use_kt: 0, net_exports_kt: 0, ending_stocks_kt: 1 })).toBeNull()
  // The world as the WASDE of September 2026 has wheat in 2025/26: 280 left of 823 used.
  expect(stocksToUse({ production_kt: 0, use_kt: 823, net_exports_kt: 0, ending_stocks_kt: 280 })).toBeCloseTo(34.02, 2)
})

test('the fewest stocks of ten years are the tightest; without a balance price and positions alone are a small part', () => {
  const group = (stocks: number) => ({ production_kt: 100, use_kt: 100, net_exports_kt: 0, ending_stocks_kt: stocks })
  const years = Array.from({ length: 10 }, (_, i) => {
    const both = { world: group(50 - i), without_china: group(50 - i) }
    return { market_year: 2017 + i, estimated_in: '2026-11', readAt: now, ...both }
  })
  const crop: Crop = { name: 'corn', years, price: { unit: 'USD/t', points: [] }, positions: [], isGrownInUs: false }
  const { mix, told } = judge(crop, [], now)
  // One of ten years has so little: its percentile is 10.
  expect(mix.score).toBeCloseTo(90, 9)
  expect(told).toMatchObject({ stocks_to_use_pct: 41, stocks_to_use_pctile: 10, market_year: '2026/27', label: 'critical' })
  const months = Array.from({ length: 60 }, (_, i) => ({ at: new Date(Date.UTC(2021, 10 + i, 1)), value: 100 + i ** 2 }))
  const bare = judge({ ...crop, years: [], price: { unit: 'USD/kg', points: months } }, [], now)
  expect(bare.mix.availableWeight).toBeCloseTo(0.15 / 0.65)
  expect(bare.told).toMatchObject({ stocks_to_use_pct: null, market_year: null })
})

test('months of the food price index in all three spellings, and a season of the Pacific by its last month', () => {
  const head =
    '\uFEFFFAO Food Price Index,,,,,,\n2014-2016=100,,,,,,\nDate,Food Price Index,Meat,Dairy,Cereals,Oils,Sugar\n,,,,,,\n'
  const row = (month: string) => `${month},124.7,116.7,143.4,111.8,153,111.2\n`
  const values = food.parse(`${head}${row('Jan-90')}${row('25-Jan')}${row('2026-09')}`, now)
  expect(values.map(({ month }) => month)).toEqual(['1990-01-31', '2025-01-31', '2026-09-30'])
  expect(() => food.parse(`${head}${row('13-13')}`, now)).toThrow(/no month/)
  const text = ' SEAS  YR   TOTAL   ANOM\n  DJF 1982  26.56  -0.05\n  NDJ 1982  28.60   2.20\n'
  // December of 1981 to February of 1982, and November of 1982 to January of 1983.
  expect(nino.parse(text, now).map(({ month, anomaly_c }) => [month, anomaly_c])).toEqual([
    ['1982-02-28', -0.05],
    ['1983-01-31', 2.2],
  ])
})

test('the next reports are after today', () => {
  expect(nextReports(new Date('2026-11-20T15:00:00Z'))).toEqual([
    { name: 'crop_progress', date: '2026-11-23' },
    { name: 'us_drought_monitor', date: '2026-11-26' },
    // Thanksgiving lies between.
    { name: 'commitments_of_traders', date: '2026-11-20' },
    { name: 'fao_food_price_index', date: '2026-12-04' },
    { name: 'wasde_at_the_latest', date: '2026-12-12' },
  ])
  expect(nextReports(new Date('2026-12-01T00:00:00Z')).map(({ name }) => name)).not.toContain('crop_progress')
})

test('what is due next is due after the day on which an answer is sold, however old its figures', () => {
  const sold = (day: string) =>
    service.routes[0]!.age!({ signal: {}, next_reports: nextReports(new Date('2026-11-20T20:30:00Z')) }, new Date(day)) as {
      next_reports: { date: string }[]
    }
  for (const day of ['2026-11-20T21:00:00Z', '2026-11-25T18:00:00Z', '2026-12-12T00:00:00Z'])
    expect(sold(day).next_reports.every(({ date }) => date > day.slice(0, 10))).toBe(true)
  expect(sold('2026-11-20T21:00:00Z').next_reports).toContainEqual({ name: 'commitments_of_traders', date: '2026-11-30' })
})

test('on its samples it answers for all crops and each, within its schema', async () => {
  const sources = [psd, drought, food, nino, pinkSheet, cot]
  const polled = await Promise.all(sources.map(async (one) => toFacts(one.topic, await pollSample(one, now))))
  const [route] = service.routes
  const { properties, ...schema } = route!.output
  const check = Compile({ ...schema, properties: { ...properties, meta: { type: 'object' } } })
  for (const key of ['all', 'corn', 'coffee', 'cocoa', 'rice']) {
    const [draft] = draftsOf(service, polled.flat(), key)
    expect([...check.Errors({ ...draft!.body, meta: {} })], key).toEqual([])
  }
  const [whole] = draftsOf(service, polled.flat(), 'all')
  expect(whole!.body.commodities).toHaveLength(8)
  expect(route!.key(route!.read!({ commodity: 'Maize' }, now))).toBe('corn')
  expect(() => route!.read!({ commodity: 'unobtainium' }, now)).toThrow(expect.objectContaining({ code: 'input_unusable' }))
  expect(() => route!.read!({ commodity: '%' }, now)).toThrow(expect.objectContaining({ code: 'input_invalid' }))
})

const samples = process.env.UPSTREAM_SAMPLES
test.skipIf(samples === undefined)('the captures of food prices, the Pacific and drought are read as they came', () => {
  const read = (name: string) => readFileSync(`${samples}/samples/captured/agri/${name}`, 'utf8')
  expect(food.parse(read('fao-food_price_indices_data.csv'), now).at(-1)).toMatchObject({ month: '2025-03-31', food: 127.1 })
  expect(nino.parse(read('noaa-oni.ascii.txt'), now)[0]).toMatchObject({ month: '1950-02-28', anomaly_c: -1.53 })
  const weeks = JSON.parse(read('usdm-county-percent.json'))
  expect(drought.parse([{ id: '2025', body: weeks }], now)[0]).toMatchObject({ date: '2025-09-30', d1_pct: 100, d2_pct: 0 })
})

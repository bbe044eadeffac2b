// Metals by hand: zloty a gram into dollars an ounce, positioning inside and beyond extremes, trend, and what is not sold.
import { expect, test } from 'vitest'
import cbr from '../../../ingestors/sources/cbr-metals/ingestor.ts'
import nbp from '../../../ingestors/sources/nbp-gold/ingestor.ts'
import nbu from '../../../ingestors/sources/nbu-metals/ingestor.ts'
import { commodities } from '../../../ingestors/sources/pink-sheet/commodities.ts'
import pinkSheet from '../../../ingestors/sources/pink-sheet/ingestor.ts'
import type { Point } from '../../../processors/formula/index.ts'
import metals from '../../../processors/services/metals/service.ts'
import {
  choosePrices,
  computeMetals,
  type MetalSeries,
  type MetalsInputs,
  type Priced,
  positionScore,
  usdPerOunce,
} from '../../../processors/services/metals/signal.ts'

const at = new Date('2026-11-10T00:00:00Z')
const on = (day: string, value: number): Point => ({ at: new Date(`${day}T00:00:00Z`), value })
const daily = (count: number, value: (i: number) => number): Point[] =>
  Array.from({ length: count }, (_, i) => ({ at: new Date(at.getTime() - (count - 1 - i) * 86_400_000), value: value(i) }))

test('400 zloty a gram at 4 zloty a dollar are 3,110 dollars an ounce', () => {
  const ounce = usdPerOunce([on('2026-11-09', 400), on('2026-11-10', 400)], [on('2026-11-10', 4)])
  expect(ounce).toEqual([{ at, value: expect.closeTo(3_110.34768, 6) }])
})

test('speculators are followed half-way to their extremes and faded beyond, without a step between', () => {
  expect([50, 60, 75, 80, 100, 40, 25, 0].map(positionScore)).toEqual([0, 20, 50, 20, -100, -20, -50, 100])
  for (let index = 0; index < 100; index += 0.5)
    expect(Math.abs(positionScore(index + 0.5) - positionScore(index)), `${index}`).toBeLessThanOrEqual(3)
})

const gold: MetalSeries = {
  name: 'gold',
  kind: 'precious',
  unit: 'USD/oz',
  frequency: 'daily',
  source: 'x',
  prices: [],
  positions: [],
}
const none: MetalsInputs = { metals: [gold], monthlyGold: [], realTenYear: [], dollar: [], activity: [], oil: [] }

test('a trend alone is too little; with momentum still, and the dollar still, it is weighed', () => {
  const prices = daily(200, (i) => (i < 199 ? 100 : 109.9))
  expect(computeMetals({ ...none, metals: [{ ...gold, prices }] }, ['gold'], at).metals[0]!.score).toBeNull()
  const answer = computeMetals({ ...none, metals: [{ ...gold, prices }], dollar: daily(400, () => 120) }, ['gold'], at)
  // The mean of 200 days is 100.0495; 9.846 % above it of the 15 % that are full is 65.64. 0.35 of it over 0.5 that is there.
  expect(answer.metals[0]!.score).toBeCloseTo((0.35 * 65.64) / 0.5, 1)
  expect(answer.metals[0]).toMatchObject({ price: 109.9, chg_1m_pct: 9.9, chg_12m_pct: null, label: 'bullish', cot_index: null })
})

test('gold against oil, and copper against gold by weight', () => {
  const copper: MetalSeries = {
    ...gold,
    name: 'copper',
    kind: 'base',
    unit: 'USD/t',
    frequency: 'monthly',
    prices: [on('2026-10-01', 10_000)],
  }
  const prices = [on('2026-10-01', 3_110.34768)]
  const metals = [{ ...gold, prices }, copper]
  const answer = computeMetals({ ...none, metals, monthlyGold: prices, oil: [on('2026-10-01', 62.2069536)] }, ['copper'], at)
  // A hundred dollars a gram of gold, a cent a gram of copper.
  expect(answer.ratios).toMatchObject({ gold_oil: 50, gold_oil_pctile: null, copper_gold: 0.0001, gold_silver: null })
  // As it is in the autumn of 2026: .000081 would be a step of one per cent.
  const real = computeMetals(
    { ...none, metals: [{ ...copper, prices: [on('2026-10-01', 10_780)] }], monthlyGold: [on('2026-10-01', 4_151.5)] },
    ['copper'],
    at,
  )
  expect(real.ratios.copper_gold).toBe(0.00008076)
  // October's average is ten days old on 10 November.
  expect(answer.metals).toMatchObject([{ name: 'copper', frequency: 'monthly', age_days: 10 }])
})

test('gold against silver: 3,000 dollars buy 75 ounces at 40', () => {
  const silver: MetalSeries = { ...gold, name: 'silver', prices: [on('2026-11-10', 40)] }
  const answer = computeMetals({ ...none, metals: [{ ...gold, prices: [on('2026-11-10', 3_000)] }, silver] }, ['silver'], at)
  expect(answer.ratios).toMatchObject({ gold_silver: 75, gold_silver_pctile: null })
})

test('the bank’s days and numbers: a comma, blanks between thousands, codes for metals, a rate of a hundred', () => {
  const record = (code: number, price: string) =>
    `<Record Date="10.11.2026" Code="${code}"><Buy>${price}</Buy><Sell>${price}</Sell></Record>`
  const metal = `<Metall>${record(1, '11 234,5600')}${record(2, '124,4100')}${record(3, '1 000,00')}</Metall>`
  const dollar =
    '<ValCurs><Record Date="10.11.2026" Id="R01235"><Nominal>100</Nominal><Value>8 000,0000</Value></Record></ValCurs>'
  const tables = (metals: string) => [{ of: 'metals', xml: metals } as const, { of: 'dollar', xml: dollar } as const]
  const rows = cbr.parse(tables(metal), at)
  expect(rows.map(({ series, date, value }) => [series, date, value])).toEqual([
    ['silver_rub_per_gram', '2026-11-10', 124.41],
    ['platinum_rub_per_gram', '2026-11-10', 1_000],
    ['usd_rub', '2026-11-10', 80],
  ])
  // 124.41 / 80 · 31.1034768
  expect(usdPerOunce([on('2026-11-10', 124.41)], [on('2026-11-10', 80)])[0]!.value).toBeCloseTo(48.3697, 3)
  for (const price of ['1.234', '12 34,5', 'NaN', '-1,0', '0,00'])
    expect(() => cbr.parse(tables(`<Metall>${record(2, price)}</Metall>`), at)).toThrow(/no price/)
  expect(() => cbr.parse(tables(metal.replaceAll('10.11', '31.11')), at)).toThrow(/no day/)
})

test('a metal is known by its names, and what is none is refused', () => {
  const [route] = metals.routes
  const key = (metal?: string) => route!.key(route!.read!(metal === undefined ? {} : { metal }, at))
  expect([key(), key('Gold'), key('aluminium')]).toEqual(['all', 'gold', 'aluminum'])
  expect([key('xag'), key('Palladium')]).toEqual(['silver', 'palladium'])
  expect(() => key('kryptonite')).toThrow(expect.objectContaining({ code: 'input_unusable' }))
})

test('the two tables of the bank', () => {
  const tables = {
    gold: [{ data: '2026-11-09', cena: 480.12 }],
    dollar: { rates: [{ no: '1', effectiveDate: '2026-11-09', mid: 3.6521 }] },
  }
  expect(nbp.parse([tables], at).map(({ series, date, value }) => [series, date, value])).toEqual([
    ['gold_pln_per_gram', '2026-11-09', 480.12],
    ['usd_pln', '2026-11-09', 3.6521],
  ])
})

test('the rates of bank metals: hryvnias an ounce, by unit, without weekends and tomorrow', () => {
  const row = (cc: string, exchangedate: string, rate: number, units = 1) => ({ exchangedate, r030: 961, cc, rate, units })
  const silver = [row('XAG', '13.06.2021', 750), row('XAG', '17.06.2021', 750.54), row('XAG', '11.11.2026', 1_900)]
  const tables = [
    { id: 'XAG' as const, body: silver },
    { id: 'USD' as const, body: [row('USD', '17.06.2021', 2_700, 100)] },
  ]
  expect(nbu.parse(tables, at).map(({ series, date, value }) => [series, date, value])).toEqual([
    ['silver_uah_per_ounce', '2021-06-17', 750.54],
    ['usd_uah', '2021-06-17', 27],
  ])
  // The bank's rate of silver for 17 June 2021, in dollars.
  expect(usdPerOunce([on('2021-06-17', 750.54)], [on('2021-06-17', 27)], 1)[0]!.value).toBeCloseTo(27.798, 3)
  const wrong = [{ id: 'XAG' as const, body: [row('XAU', '17.06.2021', 50_215.47)] }]
  expect(() => nbu.parse(wrong, at)).toThrow(/XAU is not XAG/)
})

test('the Pink Sheet is read by its headings and units, whatever stands around them', () => {
  const names = [
    'Aluminum',
    'Copper',
    'Nickel **',
    ' Zinc',
    'Gold',
    'Platinum',
    'Silver',
    'Crude oil, Brent',
    'Natural gas, Europe',
  ]
  const units = ['($/mt)', '($/mt)', '($/mt)', '($/mt)', '($/troy oz)', '($/troy oz)', '($/troy oz)', '($/bbl)', '($/mmbtu)']
  const months = [
    ['1999M12', 1, 1, 1, 1, 1, 1, 1, 1, 1],
    ['2026M09', 2_600, 9_900, 15_200, '…', 3_600, 1_400, 42.5, 66.1, null],
  ]
  const rows = [['World Bank Commodity Price Data'], [null, ...names], [null, ...units], ...months]
  const missing: string[] = []
  const prices = pinkSheet.parse(rows, at, (what) => missing.push(what))
  // What stands in no column costs itself.
  expect(missing).toEqual(Object.keys(commodities).slice(names.length))
  expect(prices.map(({ commodity, month, price, unit }) => [commodity, month, price, unit])).toEqual([
    ['aluminum', '2026-09-01', 2_600, 'USD/t'],
    ['copper', '2026-09-01', 9_900, 'USD/t'],
    ['nickel', '2026-09-01', 15_200, 'USD/t'],
    ['gold', '2026-09-01', 3_600, 'USD/oz'],
    ['platinum', '2026-09-01', 1_400, 'USD/oz'],
    ['silver', '2026-09-01', 42.5, 'USD/oz'],
    ['brent', '2026-09-01', 66.1, 'USD/bbl'],
  ])
  const inPounds = [rows[0]!, rows[1]!, [null, '($/mt)', '($/lb)', ...units.slice(2)], ...months]
  const told: string[] = []
  const others = pinkSheet.parse(inPounds, at, (_, error) => told.push(String(error)))
  expect(told[0]).toMatch(/copper is in \(\$\/lb\)/)
  expect(others.map(({ commodity }) => commodity)).not.toContain('copper')
  expect(() => pinkSheet.parse(inPounds, at)).toThrow(/copper is in/)
})

test('the best source that is fresh has the price; a month’s average is fresh for longer', () => {
  const source = (name: string, frequency: Priced['frequency'], day: string): Priced => ({
    source: name,
    frequency,
    prices: [on(day, 1)],
  })
  const chosen = (...sources: Priced[]) => choosePrices(sources, at).source
  expect(chosen(source('a', 'daily', '2026-11-06'), source('b', 'monthly', '2026-09-01'))).toBe('a')
  expect(chosen(source('a', 'daily', '2026-10-20'), source('b', 'monthly', '2026-09-01'))).toBe('b')
  expect(chosen(source('a', 'daily', '2026-02-01'), source('b', 'monthly', '2026-01-01'))).toBe('a')
  expect(chosen({ source: 'a', frequency: 'daily', prices: [] }, source('b', 'monthly', '2020-01-01'))).toBe('b')
})

// Trade by hand: goods and services are the whole, duties over imports of the same months, shares squared, three months over three.
import { Compile } from 'typebox/compile'
import { expect, test } from 'vitest'
import census from '../../../ingestors/sources/census-products/ingestor.ts'
import comtrade, { findReporter } from '../../../ingestors/sources/comtrade-products/ingestor.ts'
import cpb from '../../../ingestors/sources/cpb-trade/ingestor.ts'
import fred from '../../../ingestors/sources/fred/ingestor.ts'
import customs from '../../../ingestors/sources/mts-customs/ingestor.ts'
import portwatch from '../../../ingestors/sources/portwatch/ingestor.ts'
import notices from '../../../ingestors/sources/trade-notices/ingestor.ts'
import monthly from '../../../ingestors/sources/world-bank-monthly/ingestor.ts'
import type { Point } from '../../../processors/formula/index.ts'
import { defaultSettings } from '../../../processors/kit/define.ts'
import { computeProduct } from '../../../processors/services/trade/product.ts'
import tradeOf from '../../../processors/services/trade/service.ts'
import { computeTrade, concentrate, quarterly, type TradeInputs } from '../../../processors/services/trade/signal.ts'
import { draftsOf, pollSample, toFacts } from '../../support/service-facts.ts'

const now = new Date('2026-11-18T12:00:00Z')
const service = tradeOf(defaultSettings)
const months = (count: number, value: (i: number) => number, back = 0): Point[] =>
  Array.from({ length: count }, (_, i) => ({ at: new Date(Date.UTC(2026, 8 - back - (count - 1 - i), 1)), value: value(i) }))
const lastDays = (points: readonly Point[]): Point[] =>
  points.map(({ at, value }) => ({ at: new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)), value }))
const none: TradeInputs = {
  reporter: 'US',
  name: 'United States',
  world: [],
  exports: [],
  imports: [],
  services: [],
  exportPrices: [],
  newOrders: [],
  duties: [],
  exportsOfAll: [],
  importsOfAll: [],
  straits: [],
  partners: [],
  notices: [],
}

test('the balance is of one month: goods and services are the whole', () => {
  // September 2024 as the FT-900 of November 2024 has it, in billions: 109.0 short in goods, 24.6 over in services, 84.4 short in all.
  const month = (value: number, back = 0) => months(1, () => value, back)
  const goods = { exports: month(176_000), imports: month(285_000) }
  const told = computeTrade({ ...none, ...goods, services: month(24_600) }, now)
  expect(told.balance).toMatchObject({ goods_bn: -109, services_bn: 24.6, total_bn: -84.4, chg_3m_bn: null })
  // Services of the month before are no part of this one's whole.
  const late = computeTrade({ ...none, ...goods, services: month(24_600, 1) }, now)
  expect(late.balance).toMatchObject({ month: null, goods_bn: null, total_bn: null })
})

test('duties are told at a month’s end and imports at its beginning, and still meet', () => {
  const imports = months(36, () => 250_000)
  const duties = lastDays(months(36, (i) => (i < 24 ? 6_250 : 25_000)))
  const { tariff } = computeTrade({ ...none, imports, duties }, now)
  // 2.5 % in the year before, 10 % in the last: 300 billion of three thousand.
  expect(tariff).toMatchObject({ effective_rate_pct: 10, customs_revenue_12m_bn: 300, chg_12m_pp: 7.5 })
  const holed = computeTrade({ ...none, imports: imports.toSpliced(30, 1), duties }, now)
  // Half a year at each rate.
  expect(holed.tariff.effective_rate_pct).toBe(6.25)
  expect(holed.tariff.month!.toISOString().slice(0, 7)).toBe('2026-03')
})

test('three months over the three before', () => {
  const points = [100, 100, 100, 103, 103, 103].map((value, i) => ({ at: new Date(Date.UTC(2026, i, 1)), value }))
  expect(quarterly(points).map(({ value }) => Math.round(value * 1e6) / 1e6)).toEqual([3])
  expect(quarterly(points.toSpliced(2, 1))).toEqual([])
})

test('half from one, a quarter from another and the rest unlisted is an index of at least 3,125', () => {
  const partner = (iso2: string, value: number, back = 0) => ({
    iso2,
    name: iso2,
    exports: months(30, () => value),
    imports: months(30, () => value, back),
  })
  const told = concentrate({ importsOfAll: months(30, () => 100), partners: [partner('MX', 50), partner('CA', 25)] })
  expect(told.import_hhi).toBeCloseTo(3_125, 9)
  expect(told.listed_share_pct).toBeCloseTo(75, 9)
  // A partner told of a month late holds the whole back: shares are of one year.
  const late = concentrate({ importsOfAll: months(30, () => 100), partners: [partner('MX', 50), partner('CA', 25, 1)] })
  expect(late.month).toEqual(new Date('2026-08-01T00:00:00Z'))
})

test('of another country goods alone are judged, in dollars, and it says so', () => {
  const told = computeTrade(
    {
      ...none,
      reporter: 'DE',
      name: 'Germany',
      world: months(60, (i) => 100 + i),
      exports: months(60, () => 130_000),
      imports: months(60, () => 120_000),
    },
    now,
  )
  expect(told.balance).toMatchObject({ goods_bn: 10, services_bn: null, total_bn: null, chg_3m_bn: 0 })
  expect(told.basis.exports).toMatch(/not after prices/)
  expect(told.mix.availableWeight).toBeCloseTo(0.6)
})

test('the workbook is read by its code and its months, wherever they stand', () => {
  const head = [
    null,
    null,
    null,
    null,
    ...Array.from({ length: 14 }, (_, i) => `20${24 + Math.floor(i / 12)}m${String((i % 12) + 1).padStart(2, '0')}`),
  ]
  const rows = [
    [null, 'CPB WORLD TRADE MONITOR'],
    head,
    [null, 'World trade', ' tgz_w1_qnmi_sn', null, ...head.slice(4).map((_, i) => 100 + i)],
  ]
  const values = cpb.parse(rows, now)
  expect([values[0], values.at(-1)]).toEqual([
    { month: '2024-01-31', index: 100 },
    { month: '2025-02-28', index: 113 },
  ])
  expect(() => cpb.parse(rows.slice(0, 2), now)).toThrow(/0 rows are/)
  expect(() => cpb.parse([...rows, rows[2]!], now)).toThrow(/2 rows are/)
})

test('on its samples it answers for the United States and for others, within its schema', async () => {
  const sources = [cpb, fred, customs, portwatch, notices, monthly, census, comtrade]
  const polled = await Promise.all(sources.map(async (one) => toFacts(one.topic, await pollSample(one, now))))
  const [route] = service.routes
  const { properties, ...schema } = route!.output
  const check = Compile({ ...schema, properties: { ...properties, meta: { type: 'object' } } })
  for (const key of ['US', 'DE', 'NG', 'US:8542', 'DE:8542']) {
    const [draft] = draftsOf(service, polled.flat(), key)
    expect([...check.Errors({ ...draft!.body, meta: {} })], key).toEqual([])
  }
  const [whole] = draftsOf(service, polled.flat(), 'US')
  expect(whole!.coverage).toMatchObject({ inputs_used: 5, missing: [] })
  expect(whole!.body.partners).toHaveLength(13)
  expect(whole!.body.policy_events).toHaveLength(5)
  expect(route!.key(route!.read!({}, now))).toBe('US')
  expect(route!.key(route!.read!({ reporter: 'Germany' }, now))).toBe('DE')
  expect(() => route!.read!({ reporter: 'Atlantis' }, now)).toThrow(expect.objectContaining({ code: 'input_unusable' }))
  expect(() => route!.read!({ reporter: '%' }, now)).toThrow(expect.objectContaining({ code: 'input_invalid' }))
})

const naming = { iso2: 'US', name: 'United States', hs: '8542', iso2Of: (name: string) => (name === 'TAIWAN' ? 'TW' : null) }
const flow = (usd: number, before_usd: number | null) => ({ usd, before_usd })
const chips = {
  asked: 'US:8542',
  title: 'INTEGRATED CIRCUITS',
  every: 'month',
  until: { day: '2026-09-30' },
  newest_month: { exports_usd: 5e9, imports_usd: 8e9 },
  exports: flow(55e9, 50e9),
  imports: flow(90e9, 100e9),
  duties: { usd: 4.5e9, of_usd: 90e9, before: { usd: 1e9, of_usd: 100e9 } },
  partners: [
    { code: '5700', iso2: null, name: 'CHINA', exports: flow(33e9, 30e9), imports: flow(22.5e9, 50e9) },
    { code: '5830', iso2: null, name: 'TAIWAN', exports: flow(22e9, 20e9), imports: flow(67.5e9, 50e9) },
  ],
  vintage: '2026-11-18T00:00:00Z',
}

test('a product by hand: a tenth more sold and a tenth less bought, duties from one to five percent, three quarters from one country', () => {
  const told = computeProduct(chips, false, naming, now)
  expect(told.flows.exports_yoy_pct).toBeCloseTo(10, 9)
  expect(told.flows.imports_yoy_pct).toBeCloseTo(-10, 9)
  expect(told.tariff).toMatchObject({ effective_rate_pct: 5, chg_12m_pp: 4, customs_revenue_12m_bn: 4.5 })
  expect(told.concentration.import_hhi).toBe(75 ** 2 + 25 ** 2)
  expect(told.balance).toMatchObject({ goods_bn: -3, total_bn: null })
  // 0.45 of a half up, 0.35 of a half down, 0.2 of four fifths down.
  expect(told.mix.score).toBeCloseTo(0.45 * 50 - 0.35 * 50 - 0.2 * 80, 9)
  expect(told.partners.map(({ iso2, name, imports_share_pct }) => [iso2, name, imports_share_pct])).toEqual([
    ['TW', 'TAIWAN', 75],
    [null, 'CHINA', 25],
  ])
})

test('what a source keeps to itself is told as shares and growth, and a year of it makes nobody sure', () => {
  const yearly = { ...chips, every: 'year', until: { day: '2025-12-31' }, newest_month: null, duties: null }
  const told = computeProduct(yearly, true, naming, now)
  expect(JSON.stringify(told)).not.toMatch(/[:,][0-9]{9,}[,}]/)
  expect(told.partners[0]).toMatchObject({ exports_bn: null, imports_bn: null, balance_bn: null, imports_share_pct: 75 })
  expect(told.product).toMatchObject({ exports_usd: null, imports_usd: null, told_every: 'year' })
  expect(told.mix.confidence).toBeLessThanOrEqual(0.4)
  expect(told.mix.availableWeight).toBeCloseTo(0.8, 9)
})

test('a product is asked of whoever counts it, and refused by name where nobody does', () => {
  const off = (...names: string[]) =>
    tradeOf({ ...defaultSettings, offSources: new Map(names.map((name) => [name, 'needs a key'])) }).routes[0]!
  const ask = (route: ReturnType<typeof off>, query: Record<string, string>) => {
    const input = route.refine!(route.read!(query, now), now)
    return route.demand!.of(input)
  }
  expect(ask(off(), { hs: '8542' })).toEqual({ source: 'census-products', key: 'US:8542' })
  expect(ask(off(), { hs: '85.42', reporter: 'DE' })).toEqual({ source: 'comtrade-products', key: 'DE:8542' })
  expect(ask(off('census-products'), { hs: '8542' })).toEqual({ source: 'comtrade-products', key: 'US:8542' })
  expect(ask(off('census-products', 'comtrade-products'), {})).toBeNull()
  const refused = (message: RegExp) =>
    expect.objectContaining({ code: 'input_unusable', message: expect.stringMatching(message) })
  expect(() => ask(off('census-products', 'comtrade-products'), { hs: '8542' })).toThrow(refused(/ask without hs/))
  expect(() => ask(off('comtrade-products'), { hs: '8542', reporter: 'DE' })).toThrow(refused(/ask for the United States/))
  expect(() => ask(off(), { hs: '77' })).toThrow(refused(/in no chapter/))
  for (const hs of ['8', '854', '8542310000', '85 42', '-1', 'chips', '８５４２', '8542..31', '', '0x21'])
    expect(() => ask(off(), { hs }), hs).toThrow(expect.objectContaining({ code: 'input_invalid' }))
})

test('a reporter is a country of today, under the number it reports by', () => {
  const row = (reporterCode: number, more: object = {}) => ({
    reporterCode,
    reporterCodeIsoAlpha2: 'DE',
    isGroup: false,
    ...more,
  })
  const found = (...results: object[]) => findReporter({ results }, 'DE')
  expect(found(row(280, { entryExpiredDate: '1990-12-31T00:00:00' }), row(276))).toBe(276)
  expect(found(row(276), row(97, { isGroup: true }))).toBe(276)
  expect(() => found(row(280, { entryExpiredDate: '1990-12-31T00:00:00' }))).toThrow(
    expect.objectContaining({ code: 'key_unknown' }),
  )
})

test('rows that a whole does not add up to are refused, whoever cut them', async () => {
  const url = 'https://api.census.gov/data/timeseries/intltrade/imports/hs'
  const key = { asked: 'US:8542', reporter: 'US', hs: '8542' }
  const header = [
    'CTY_CODE',
    'CTY_NAME',
    'I_COMMODITY_LDESC',
    'GEN_VAL_MO',
    'CON_VAL_MO',
    'CAL_DUT_MO',
    'I_COMMODITY',
    'COMM_LVL',
    'time',
  ]
  const row = (code: string, usd: number, month = '2026-09') => [code, code, 'X', `${usd}`, `${usd}`, '0', '8542', 'HS4', month]
  const read = (...rows: string[][]) => census.parse([{ key, exports: null, imports: [header, ...rows] }], now)
  const [fact] = read(row('-', 100), row('5700', 60), row('5830', 40))
  expect(fact).toMatchObject({ imports: { usd: 100, before_usd: null }, exports: { usd: 0 }, until: { day: '2026-09-30' } })
  expect(() => read(row('-', 1_000), row('5700', 600)), url).toThrow(/are 600 together/)
  expect(() => read(row('-', 100), row('5700', 60), row('5700', 40))).toThrow(/stands twice/)
  expect(() => read(row('5700', 60))).toThrow(/0 sums/)
  // Groups of countries would count their members twice.
  expect(() => read(row('-', 100), row('0014', 100))).toThrow(/code of no country/)
  expect(() => read(row('-', 100), row('5700', 100, '2026-13'))).toThrow(/is no month/)
})

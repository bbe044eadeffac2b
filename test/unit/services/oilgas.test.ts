// Oil and gas by hand: what a well must be paid, a region's momentum, the crude balance, and the outlook's months.
import { expect, test } from 'vitest'
import { writeWorkbook } from '../../../ingestors/samples/xlsx.ts'
import steo from '../../../ingestors/sources/eia-steo/ingestor.ts'
import type { Held } from '../../../processors/formula/leases.ts'
import { crudeBalance, leasingOf, type Weekly } from '../../../processors/services/oilgas/balance.ts'
import { type Assumptions, economicsOf, rateAfter, typeCurve } from '../../../processors/services/oilgas/economics.ts'
import { before, changePct, readRegion, type Told } from '../../../processors/services/oilgas/region.ts'
import oilgas from '../../../processors/services/oilgas/service.ts'

const now = new Date('2026-11-18T00:00:00Z')
const plain: Assumptions = {
  well_cost_usd_m: 8,
  royalty_pct: 20,
  production_tax_pct: 0,
  opex_usd_boe: 10,
  oil_discount_usd: 0,
  gas_realised_pct: 100,
  discount_rate_pct: 0,
}

test('a year of decline at 12 % a month and b 1.1 leaves 42.2 % of the first rate', () => {
  // (1 + 1.1 x 0.12 x 12) ^ (-1 / 1.1) = 2.584 ^ -0.90909
  expect(rateAfter(12)).toBeCloseTo(Math.exp(-Math.log(2.584) / 1.1), 9)
  expect(rateAfter(12)).toBeCloseTo(0.4219, 4)
})

test('without discount the breakeven is cost over net barrels plus operating cost over what the royalty leaves', () => {
  const { volume } = typeCurve(0)
  const told = economicsOf({ basis: 'oil', oil_bd: 800, gas_mcfd: 0 }, plain, 70, 3)
  expect(told.breakeven_price).toBeCloseTo((8e6 / (800 * volume) + 10) / 0.8, 9)
  expect(told.eur_mboe).toBeCloseTo((800 * volume) / 1_000, 9)
  expect(told.npv_usd_m).toBeCloseTo((800 * volume * (0.8 * 70 - 10) - 8e6) / 1e6, 6)
})

test('at its breakeven a well is worth nothing, whatever it sells beside', () => {
  const well = { basis: 'oil', oil_bd: 900, gas_mcfd: 3_000 } as const
  const a = { ...plain, discount_rate_pct: 10, oil_discount_usd: 3, gas_realised_pct: 50, production_tax_pct: 7 }
  const { breakeven_price } = economicsOf(well, a, 70, 3)
  expect(economicsOf(well, a, breakeven_price!, 3).npv_usd_m).toBeCloseTo(0, 6)
  const gas = { basis: 'gas', oil_bd: 20, gas_mcfd: 15_000 } as const
  const told = economicsOf(gas, a, 70, 3)
  expect(economicsOf(gas, a, 70, told.breakeven_price!).npv_usd_m).toBeCloseTo(0, 6)
  expect(economicsOf({ basis: 'oil', oil_bd: 10, gas_mcfd: 0 }, plain, 70, 3).payout_months).toBeNull()
})

const told = (value: (back: number) => number): Told => ({
  read_in: '2026-11-01',
  figures: Array.from({ length: 30 }, (_, i) => ({ month: before('2026-12', 29 - i), value: value(28 - i) })),
})

test('rigs up 5 % and output up 3 % in three months, wells held back: 35 x 0.5 + 35', () => {
  // October is the newest estimate: what was read in November is forecast from November on.
  const step = (size: number) => told((back) => (back <= 1 ? 100 + size : 100))
  const outlook = new Map([
    ['RIGSPM', step(5)],
    ['COPRPM', step(3)],
    ['NGMPPM', told(() => 20)],
    ['NWDPM', told(() => 400)],
    ['NWCPM', told(() => 500)],
    ['DUCSPM', told(() => 1_000)],
    ['WTIPUUS', told(() => 70)],
    ['CONWPM', told(() => 400)],
  ])
  const region = readRegion('permian', outlook, { wti: 70, henryHub: 3, price_date: '2026-11-17' }, now)!
  expect(region.month).toBe('2026-10')
  expect(region.mix.score).toBeCloseTo(35 * 0.5 + 35, 9)
  expect(region.label).toBe('booming')
  expect(region.wells).toMatchObject({ duc_months: 2, completion_ratio: 1.25 })
  // 400 thousand barrels a day from 500 wells are 800 each; gas at the region's own ratio of 20 Bcf to 103 million barrels.
  expect(region.well).toMatchObject({ oil_bd: 800, gas_mcfd: (800 * 20) / 103 })
  expect(region.forecast.map(({ month }) => month)).toEqual(['2026-11', '2026-12'])
  expect(changePct(outlook.get('RIGSPM'), '2026-10', 3)).toBeCloseTo(5, 9)
})

test('13.5 made, 6 bought, 4 sold and 16 run are half a million short: stocks that rose by 7 in the week say 1.5 are unexplained', () => {
  const week = (a: number, b: number) => [
    { at: new Date('2026-11-06T00:00:00Z'), value: a },
    { at: new Date('2026-11-13T00:00:00Z'), value: b },
  ]
  const weekly = {
    production_kbd: week(0, 13_500),
    crude_imports_kbd: week(0, 6_000),
    crude_exports_kbd: week(0, 4_000),
    refinery_input_kbd: week(0, 16_000),
    crude_stocks_mmbbl: week(400, 407),
    spr_mmbbl: week(400, 400),
  } as unknown as Weekly
  expect(crudeBalance(weekly)).toMatchObject({ implied_build_kbd: -500, reported_build_kbd: 1_000, unaccounted_kbd: 1_500 })
  // Imports of the week before make no balance of this one.
  const late = { ...weekly, crude_imports_kbd: week(6_000, 0).slice(0, 1) } as Weekly
  expect(crudeBalance(late)).toMatchObject({
    imports_kbd: null,
    implied_build_kbd: null,
    reported_build_kbd: 1_000,
    unaccounted_kbd: null,
  })
})

test('leases of a basin are those of its states that end within a year and do not produce', () => {
  const lease: Held = {
    id: 'X',
    state: 'NM',
    area: null,
    product: null,
    acres: 100,
    effective: null,
    expires: '2027-05-01',
    producing: false,
    status: 'Authorized',
    sale: null,
    bonus_usd: null,
    royalty_pct: null,
    owners: [],
    commodity: 'oil_gas',
    source: 'BLM',
  }
  const list = [lease, { ...lease, producing: true }, { ...lease, state: 'WY' }, { ...lease, expires: '2028-01-01' }]
  expect(leasingOf(list, ['NM'], now)).toEqual({
    federal_leases: 3,
    acres: 300,
    producing_leases: 1,
    expiring_12m: 1,
    expiring_12m_acres: 100,
  })
})

test('years stand above January alone; a sheet whose months are out of order is set aside, a vanished series too', () => {
  const head = [
    ['title'],
    ['', ''],
    ['', null, 2025, ...Array(11).fill(null), 2026],
    ['', null, ...'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec Jan Feb'.split(' ')],
  ]
  const sheet = (rows: unknown[]) => [...head, ...rows] as never
  const aside: string[] = []
  const read = steo.parse(
    writeWorkbook({
      '2tab': sheet([['WTIPUUS', 'x', ...Array.from({ length: 14 }, (_, i) => 60 + i)]]),
      '4atab': [['', '', 'Feb']] as never,
      '5atab': sheet([]),
      '10atab': sheet([]),
      '10btab': sheet([]),
    }),
    now,
    (what) => aside.push(what),
  )
  expect(read).toHaveLength(1)
  expect(read[0]).toMatchObject({ series: 'WTIPUUS', read_in: '2026-11-01' })
  expect(read[0]!.figures.at(-1)).toEqual({ month: '2026-02', value: 73 })
  expect(aside).toEqual(expect.arrayContaining(['4atab', 'BREPUUS']))
})

test('a workbook of November that is read in December is November’s, and a series is found on whichever table it stands', () => {
  const head = (date: string) => [
    ['Table 2'],
    ['', ''],
    ['', null, 2026],
    [date, null, ...'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')],
  ]
  const row = (id: string) => [id, 'x', ...Array.from({ length: 12 }, (_, i) => 60 + i)]
  const december = new Date('2026-12-02T18:00:00Z')
  const sheets = (date: string) => ({
    '2tab': [...head(date), row('wtipuus')],
    '4atab': [...head(date), row('coprpm')],
    '5atab': head(date),
    '10atab': head(date),
    '10btab': head(date),
  })
  const read = (date: string) => steo.parse(writeWorkbook(sheets(date) as never), december, () => undefined)
  expect(read('Thursday, November 5, 2026').map(({ series, read_in }) => [series, read_in])).toEqual([
    ['WTIPUUS', '2026-11-01'],
    ['COPRPM', '2026-11-01'],
  ])
  // Of a workbook that does not say when it was made nothing but the day it was read is known.
  expect(read('')[0]!.read_in).toBe('2026-12-01')
})

test('a caller’s own well cost moves the breakeven and nothing else; a basin nobody drills is 422', () => {
  const route = oilgas.routes.find(({ path }) => path === '/region/{name}')!
  expect(() => route.read!({ name: 'atlantis' }, now)).toThrow(expect.objectContaining({ code: 'input_unusable' }))
  expect(() => route.read!({ name: 'permian', well_cost_usd_m: '0' }, now)).toThrow(
    expect.objectContaining({ code: 'input_invalid' }),
  )
  expect(() => route.read!({}, now)).toThrow(expect.objectContaining({ code: 'input_invalid' }))
  const economics = economicsOf({ basis: 'oil', oil_bd: 800, gas_mcfd: 0 }, plain, 70, 3)
  const none = { count: null, m3_pct: null, yoy_pct: null }
  const body = {
    signal: { label: 'steady', score: 1, summary: 'a new well breaks even at 1 USD a barrel' },
    name: 'Permian',
    output: { oil_mbd: 6, gas_bcfd: 26, m3_pct: 1, yoy_pct: 1, as_of_month: '2026-10' },
    rigs: none,
    wells: { duc_months: null, completion_ratio: null },
    productivity: { existing_decline_kbd: null, new_well_output_kbd: null },
    risks: [] as string[],
    history: [],
    prices: { wti_usd_bbl: 70, henry_hub_usd_mmbtu: 3 },
    economics,
  }
  const asked = (input: object) => route.shape!(body, { name: 'permian', ...input } as never) as typeof body
  const cut = (input: object) => asked(input).economics
  expect(cut({ well_cost_usd_m: 8 }).breakeven_price).toBeCloseTo(economics.breakeven_price!, 2)
  expect(cut({ well_cost_usd_m: 16 }).breakeven_price!).toBeGreaterThan(economics.breakeven_price!)
  // The sentence and the risks are of the caller's own well, as its figures are.
  const dear = asked({ well_cost_usd_m: 60 })
  expect(dear.signal.summary).toContain(`breaks even at ${dear.economics.breakeven_price} USD a barrel`)
  expect(dear.risks.join()).toContain('above WTI under the stated assumptions')
})

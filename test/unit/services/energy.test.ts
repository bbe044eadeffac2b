// Energy by hand: the five-year path, what is a surprise, weights of the composite, and files as EIA writes them.
import { expect, test } from 'vitest'
import storage from '../../../ingestors/sources/eia-gas-storage/ingestor.ts'
import wpsr from '../../../ingestors/sources/eia-wpsr/ingestor.ts'
import { weighEnergy } from '../../../processors/formula/energy-balance.ts'
import { fiveYearPath, mergeSeries } from '../../../processors/formula/five-year-path.ts'
import type { Point } from '../../../processors/formula/index.ts'
import { nextQuarter } from '../../../processors/services/energy/signal.ts'

const dayMs = 86_400_000
const at = new Date('2026-09-18T00:00:00Z')
const weeks = (count: number, value: (back: number) => number): Point[] =>
  Array.from({ length: count }, (_, i) => ({
    at: new Date(at.getTime() - (count - 1 - i) * 7 * dayMs),
    value: value(count - 1 - i),
  }))
const none = { crudeStocks: [], refineryInput: [], utilisation: [], wti: [], henryHub: [], gasVs5y: [], spark: [] }

test('five years at 400 with a usual draw of 2, now 440 after a build of 3: 10 % above, a surprise of 5', () => {
  // Every year the week a year ago is 400 and the one before it 402; this year 437 then 440.
  const points = weeks(320, (back) => (back === 0 ? 440 : back === 1 ? 437 : [52, 104, 156, 208, 260].includes(back) ? 400 : 402))
  expect(fiveYearPath(points)).toMatchObject({
    value: 440,
    change: 3,
    average_5y: 400,
    vs_5y_pct: 10,
    expected_change: -2,
    surprise: 5,
    years: 5,
  })
})

test('three years are no five-year path, a missing week is no change', () => {
  expect(fiveYearPath(weeks(180, () => 400))).toMatchObject({
    average_5y: null,
    vs_5y_pct: null,
    surprise: null,
    years: 3,
    change: 0,
  })
  expect(fiveYearPath(weeks(180, () => 400).toSpliced(178, 1))).toMatchObject({ change: null })
  expect(fiveYearPath([])).toBeNull()
})

test('of two readings of a week the report itself holds', () => {
  expect(mergeSeries([{ at, value: 2 }], [{ at, value: 1 }]).map(({ value }) => value)).toEqual([2])
})

test('crude 8 % over and gas 12 % over their paths are each -100, and weigh a quarter', () => {
  const crudeStocks = weeks(320, (back) => (back === 0 ? 432 : 400))
  const { mix } = weighEnergy({ ...none, crudeStocks, gasVs5y: [{ at, value: 12 }] }, at)
  expect(mix.score).toBe(-100)
  expect(mix.availableWeight).toBeCloseTo(0.5, 9)
  const wti = Array.from({ length: 21 }, (_, i) => ({
    at: new Date(at.getTime() - (20 - i) * dayMs),
    value: i === 20 ? 106 : 100,
  }))
  // +6 % of the 12 that are the full 100: (-25 - 25 + 0.15 x 50) / 0.65
  expect(weighEnergy({ ...none, crudeStocks, gasVs5y: [{ at, value: 12 }], wti }, at).mix.score).toBeCloseTo(
    (-50 + 7.5) / 0.65,
    6,
  )
})

test('the next quarter after November is January to March, and needs all three', () => {
  const figures = [10, 11, 12, 13, 14].map((i) => ({ month: new Date(Date.UTC(2026, i, 1)).toISOString().slice(0, 7), value: i }))
  expect(nextQuarter({ read_in: '2026-11-01', figures })).toBe(13)
  expect(nextQuarter({ read_in: '2026-11-01', figures: figures.slice(0, 4) })).toBeNull()
})

const history = (series: unknown[]) => ({
  data: { 'U.S.': { sourcekey: 'WCESTUS1', units: 'thousand barrels', time_series: series } },
})

test('table 9 has averages under dates that were there before, and history fills the weeks it does not have', () => {
  const table =
    '"STUB_1","STUB_2","9/18/26","9/11/26","9/19/25","9/20/24","9/18/26","9/19/25"\n' +
    '"Stocks (Million Barrels)","Commercial","426.398","423.429","414.754","413.042","999","999"\n' +
    '"Crude Oil Production ","(1)     Domestic Production","13,944","13,947","\uFFFD","13,200","1","1"\n'
  const aside: string[] = []
  const rows = wpsr.parse(
    {
      table,
      history: history([
        { date: '2026-09-18', value: 1 },
        { date: '2026-09-04', value: 424_069 },
        { date: 'x', value: 1 },
      ]),
    },
    at,
    (what) => aside.push(what),
  )
  const of = (series: string) => rows.filter((row) => row.series === series).map(({ week, value }) => [week, value])
  expect(of('crude_stocks_mmbbl')).toEqual([
    ['2026-09-18', 426.398],
    ['2026-09-11', 423.429],
    ['2025-09-19', 414.754],
    ['2024-09-20', 413.042],
    ['2026-09-04', 424.069],
  ])
  expect(of('production_kbd')).toEqual([
    ['2026-09-18', 13_944],
    ['2026-09-11', 13_947],
    ['2024-09-20', 13_200],
  ])
  expect(aside).toContain('Stocks (Million Barrels)/SPR')
})

test('the storage report of 2026-09-18 as it was published: 3,351 Bcf, 2.9 % above five years', () => {
  const report = {
    release_date: '2026-Sep-24 00:00:00',
    series: [
      {
        name: 'total lower 48 states',
        data: [
          ['2026-09-18', 3351],
          ['2026-09-11', 3298],
        ],
        calculated: { '5yr-avg': 3256, net_change: 53, 'pct-change_yrago': -4.2, 'pct-chg_5yr-avg': 2.9 },
      },
      { name: 'east region', data: [['2026-09-11', 795]], calculated: { net_change: 20, 'pct-chg_5yr-avg': 5.2 } },
    ],
  }
  expect(storage.parse(report, at)).toEqual([
    {
      week: '2026-09-18',
      region: 'total',
      bcf: 3351,
      net_change_bcf: 53,
      average_5y_bcf: 3256,
      vs_5y_pct: 2.9,
      vs_year_pct: -4.2,
    },
  ])
})

// Supply chains by hand: the newest vintage, weeks against the same weekdays a year ago, weights and labels.
import { expect, test } from 'vitest'
import gscpi from '../../../ingestors/sources/nyfed-gscpi/ingestor.ts'
import portwatch from '../../../ingestors/sources/portwatch/ingestor.ts'
import type { Point } from '../../../processors/formula/index.ts'
import { weekSum } from '../../../processors/formula/passages.ts'
import supply from '../../../processors/services/supply/service.ts'
import { computeSupply, type SupplyInputs } from '../../../processors/services/supply/signal.ts'

const at = new Date('2026-11-10T00:00:00Z')
const dayMs = 86_400_000
const daily = (count: number, value: (daysBack: number) => number): Point[] =>
  Array.from({ length: count }, (_, i) => ({ at: new Date(at.getTime() - (count - 1 - i) * dayMs), value: value(count - 1 - i) }))
const none: SupplyInputs = {
  gscpi: [],
  passages: [],
  trucking: [],
  deepSea: [],
  stocksToSales: [],
  unfilledM: [],
  shipmentsM: [],
}

test('of the matrix the last vintage holds, and #N/A is no month', () => {
  const csv = 'Date,Jul-26,Aug-26\n30-Sep-1997,-0.90,-0.91\n31-Jul-2026,0.50,0.55\n31-Aug-2026,#N/A,0.61\n30-Sep-2026,#N/A,#N/A\n'
  expect(gscpi.parse(csv, at).map(({ month, deviations }) => [month, deviations])).toEqual([
    ['1997-09-30', -0.91],
    ['2026-07-31', 0.55],
    ['2026-08-31', 0.61],
  ])
})

test('a transit is dated by milliseconds or by text', () => {
  const row = { portname: 'Suez Canal', n_total: 30, capacity: null }
  const rows = [
    { ...row, date: Date.UTC(2026, 10, 1) },
    { ...row, date: '2026-11-02' },
  ]
  expect(portwatch.parse(rows, at).map(({ date }) => date)).toEqual(['2026-11-01', '2026-11-02'])
})

test('a week lacks one day at most', () => {
  const days = daily(14, () => 10)
  expect(weekSum(days, 0)).toBe(70)
  expect(weekSum(days.toSpliced(9, 1), 0)).toBe(70)
  expect(weekSum(days.toSpliced(9, 2), 0)).toBeNull()
  expect(weekSum(days, 7)).toBe(70)
  expect(weekSum(days, 8)).toBe(70)
  expect(weekSum(days, 9)).toBeNull()
})

test('a canal at half of last year, a strait as ever: a third of the ships lost half', () => {
  const passages = [
    { name: 'Suez Canal', ships: daily(380, (back) => (back < 7 ? 25 : 50)), capacity: [] },
    { name: 'Malacca Strait', ships: daily(380, () => 100), capacity: daily(380, () => 1) },
  ]
  const pressure = Array.from({ length: 100 }, (_, i) => ({ at: new Date(Date.UTC(2018, i + 1, 0)), value: i }))
  const answer = computeSupply({ ...none, passages, gscpi: pressure }, at)
  expect(answer.chokepoints[0]).toMatchObject({ transits_7d: 175, vs_1y_pct: -50, status: 'severely_disrupted' })
  expect(answer.chokepoints[1]).toMatchObject({ vs_1y_pct: 0, capacity_vs_1y_pct: 0, status: 'normal' })
  expect(answer.bottlenecks).toEqual(['Suez Canal'])
  // 50 % of a third is 16.7 %, of the 30 % that are the full 100; the index is at its highest.
  expect(answer.mix.score).toBeCloseTo((0.4 * 100 + 0.25 * (100 * (50 / 3 / 30))) / 0.65, 6)
  expect(answer.label).toBe('severe')
  expect(answer.gscpi).toEqual({ value_sd: 99, chg_1m: 1, pctile: 100, month: new Date('2026-04-30T00:00:00Z') })
})

test('few stocks and many orders are pressure', () => {
  const months = (value: (i: number) => number) =>
    Array.from({ length: 41 }, (_, i) => ({ at: new Date(Date.UTC(2023, i, 1)), value: value(i) }))
  const scarce = {
    ...none,
    stocksToSales: months((i) => 2 - i / 100),
    shipmentsM: months(() => 100),
    unfilledM: months((i) => 200 + i),
  }
  const { mix, orders } = computeSupply(scarce, at)
  // Both end 20 steps from their middle where the median distance is 10: 20 / 14.826 deviations.
  expect(mix.score).toBeCloseTo(50 + (25 * 20) / 14.826, 4)
  expect(orders.unfilled_to_shipments).toBe(2.4)
})

test('the focus leaves out what was not asked for, and another word is malformed', () => {
  const [route] = supply.routes
  const body = { signal: {}, gscpi: {}, chokepoints: [], freight: {}, inventories: {}, orders: {}, bottlenecks: [], meta: {} }
  const told = (focus?: string) => Object.keys(route!.shape!(body, route!.read!(focus === undefined ? {} : { focus }, at)))
  expect(told()).toEqual(Object.keys(body))
  expect(told('Shipping')).toEqual(['signal', 'gscpi', 'chokepoints', 'freight', 'bottlenecks', 'meta'])
  expect(told('inventories')).toEqual(['signal', 'gscpi', 'inventories', 'orders', 'meta'])
  expect(() => told('weather')).toThrow(expect.objectContaining({ code: 'input_invalid' }))
})

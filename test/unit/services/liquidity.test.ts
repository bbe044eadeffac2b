// Dollar liquidity by hand, its units, month-ends and calendar, and the Treasury's own bytes.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import fiscal from '../../../ingestors/sources/fiscaldata/ingestor.ts'
import operations from '../../../ingestors/sources/nyfed-operations/ingestor.ts'
import type { Point } from '../../../processors/formula/index.ts'
import { netLiquidity } from '../../../processors/formula/net-liquidity.ts'
import {
  computeLiquidity,
  type LiquidityInputs,
  nextTaxDates,
  withoutMonthEnds,
} from '../../../processors/services/liquidity/signal.ts'

const at = new Date('2026-09-30T00:00:00Z')
const on = (day: string, value: number): Point => ({ at: new Date(`${day}T00:00:00Z`), value })

test('millions and billions meet: 6,600,000 m of assets less 903,928 m of cash less 12.5 bn of repos', () => {
  const net = netLiquidity({
    fedAssetsM: [on('2026-09-23', 6_600_000)],
    tgaM: [on('2026-09-22', 900_000), on('2026-09-24', 903_928)],
    reverseRepoBn: [on('2026-09-22', 0), on('2026-09-24', 12.5)],
  })
  // On the 22nd no balance sheet was known yet; zero repos would have been zero, not missing.
  expect(net).toEqual([on('2026-09-24', 6_600 - 903.928 - 12.5)])
})

test('funding on the last business day of a month is left out, also when that is a Friday', () => {
  const days = [on('2026-07-30', 1), on('2026-07-31', 2), on('2026-09-29', 3), on('2026-09-30', 4), on('2026-10-01', 5)]
  expect(withoutMonthEnds(days).map((point) => point.value)).toEqual([1, 3, 5])
})

test('the next tax dates, moved to Monday where they fall on a weekend', () => {
  expect(nextTaxDates(at)).toEqual(['2026-12-15', '2027-01-15', '2027-04-15'])
  expect(nextTaxDates(new Date('2024-06-01T00:00:00Z'))).toEqual(['2024-06-17', '2024-09-16', '2024-12-16'])
})

const none: LiquidityInputs = {
  fedAssetsM: [],
  reservesM: [],
  tgaM: [],
  reverseRepoBn: [],
  gdpBn: [],
  sofr: [],
  iorb: [],
  nfci: [],
  ofr: [],
  ofrFunding: [],
  m2Bn: [],
  cpi: [],
  secured: undefined,
  standingRepoBn: null,
  settlements: [],
}

function daily(count: number, value: (i: number) => number): Point[] {
  return Array.from({ length: count }, (_, i) => ({ at: new Date(at.getTime() - (count - 1 - i) * 86_400_000), value: value(i) }))
}

test('assets that stood still and then rose by a tenth in 13 weeks score as far up as they can', () => {
  const assets = daily(1_000, (i) => (i < 940 ? 6_000_000 : 6_600_000))
  const flat = daily(1_000, () => 700_000)
  const inputs = {
    ...none,
    fedAssetsM: assets,
    tgaM: flat,
    reverseRepoBn: daily(1_000, () => 0),
    reservesM: daily(1_000, () => 3e6),
  }
  const answer = computeLiquidity({ ...inputs, gdpBn: [on('2020-01-01', 30_000)] }, at)
  expect(answer.net_liquidity).toEqual({
    ...{ usd_bn: 5_900, chg_1w_bn: 0, chg_4w_bn: 0, chg_13w_bn: 600, pctile_5y: 100 },
    date: at,
  })
  expect(answer.components).toMatchObject({ fed_assets_bn: 6_600, tga_bn: 700, on_rrp_bn: 0, reserves_bn: 3_000 })
  // 0.35 · 100 from the swing, 0.20 · 0 from still reserves, over the 0.55 that is there.
  expect(answer.mix.score).toBeCloseTo(35 / 0.55, 6)
  expect(answer.mix.coverage.missing).toEqual(['funding', 'conditions', 'real_money'])
})

test('real money is of one month: without that month’s prices it is unknown', () => {
  const monthly = (i: number, value: number): Point => ({ at: new Date(Date.UTC(2024, i, 1)), value })
  const money = Array.from({ length: 32 }, (_, i) => monthly(i, 20_000 * 1.05 ** (i / 12)))
  const prices = Array.from({ length: 32 }, (_, i) => monthly(i, 300 * 1.02 ** (i / 12)))
  const told = (cpi: Point[]) => computeLiquidity({ ...none, m2Bn: money, cpi }, at).money
  expect(told(prices)).toMatchObject({
    m2_yoy_pct: expect.closeTo(5, 9),
    m2_real_yoy_pct: expect.closeTo(3, 9),
    month: money.at(-1)!.at,
  })
  expect(told(prices.slice(0, -1)).m2_real_yoy_pct).toBeNull()
  // Nor where the month of the year before was never published.
  expect(told(prices.filter((_, i) => i !== 19)).m2_real_yoy_pct).toBeNull()
})

test('settlements are those of the next seven days, paid after now', () => {
  const settlements = ['2026-09-30', '2026-10-01', '2026-10-07', '2026-10-08'].map((day) => ({ at: on(day, 0).at, usd: 50e9 }))
  expect(computeLiquidity({ ...none, settlements }, at).calendar.settlements_next_7d_bn).toBe(100)
})

test('an operation of zero is a fact, an exercise and a term operation are none', () => {
  const one = (operationId: string, totalAmtAccepted: number, more: object = {}) => ({
    operationId,
    operationDate: '2026-09-24',
    operationType: 'Repo',
    term: 'Overnight',
    totalAmtAccepted,
    ...more,
  })
  const sent = [
    one('RP 092426 1', 0),
    one('RP 092426 2', 25e6, { note: 'Small Value Exercise' }),
    one('RP 092426 3', 9e9, { term: 'Term' }),
  ]
  expect(operations.parse({ repo: { operations: sent } }, at)).toEqual([
    { id: 'RP 092426 1', kind: 'repo', date: '2026-09-24', accepted_usd: 0 },
  ])
})

test('the Treasury account under its three labels', () => {
  const row = (record_date: string, account_type: string, open_today_bal: string, close_today_bal: string) => ({
    record_date,
    account_type,
    open_today_bal,
    close_today_bal,
  })
  const cash = [
    row('2021-09-30', 'Federal Reserve Account', '1', '2'),
    row('2021-10-01', 'Treasury General Account (TGA)', '3', '4'),
    row('2022-04-18', 'Treasury General Account (TGA) Opening Balance', '5', 'null'),
    row('2022-04-18', 'Treasury General Account (TGA) Closing Balance', '6', 'null'),
  ]
  const debt = [{ record_date: '2026-09-29', tot_pub_debt_out_amt: '38000000000000.25' }]
  expect(fiscal.parse({ cash, debt }, at).map(({ series, date, value_usd_m }) => [series, date, value_usd_m])).toEqual([
    ['tga_close', '2021-09-30', 2],
    ['tga_close', '2021-10-01', 4],
    ['tga_close', '2022-04-18', 6],
    ['debt_total', '2026-09-29', 38_000_000.00000025],
  ])
})

const folder = process.env.UPSTREAM_SAMPLES ?? ''
test.skipIf(folder === '')('what FiscalData really sent', () => {
  const { data } = JSON.parse(readFileSync(join(folder, 'samples/markets/fiscaldata_dts_operating_cash_balance.json'), 'utf8'))
  const cash = data.map((row: object) => ({ record_date: '2026-09-29', ...row }))
  expect(fiscal.parse({ cash, debt: [] }, at)).toMatchObject([{ series: 'tga_close', value_usd_m: 903_928 }])
})

// The equity report's formulas on Apple's published reports (10-K of fiscal 2022 to 2024, millions of dollars), and how prices are read.
import { expect, test } from 'vitest'
import type { Company, Figure } from '../../../ingestors/sources/sec-company/topic.ts'
import { quarterly, trailingYears } from '../../../processors/formula/company-figures.ts'
import { nextReport, sharesOf, valuationOf } from '../../../processors/formula/company-report.ts'
import { altmanZ, measure, piotroski, yearsOf } from '../../../processors/formula/fundamentals.ts'
import { returnsOf, withoutSplits } from '../../../processors/formula/share-prices.ts'
import { computeEquity } from '../../../processors/services/equity/signal.ts'

const ends = ['2022-09-24', '2023-09-30', '2024-09-28'] as const
const starts = ['2021-09-26', '2022-09-25', '2023-10-01'] as const
const flows = {
  revenue: [394_328, 383_285, 391_035],
  cost_of_revenue: [223_546, 214_137, 210_352],
  gross_profit: [170_782, 169_148, 180_683],
  operating_income: [119_437, 114_301, 123_216],
  net_income: [99_803, 96_995, 93_736],
  pretax_income: [119_103, 113_736, 123_485],
  income_tax: [19_300, 16_741, 29_749],
  depreciation: [11_104, 11_519, 11_445],
  operating_cash: [122_151, 110_543, 118_254],
  capital_spending: [10_708, 10_959, 9_447],
  diluted_shares: [16_325.819, 15_812.547, 15_408.095],
}
const stands = {
  assets: [352_755, 352_583, 364_980],
  current_assets: [135_405, 143_566, 152_987],
  current_liabilities: [153_982, 145_308, 176_392],
  liabilities: [302_083, 290_437, 308_030],
  equity: [50_672, 62_146, 56_950],
  retained_earnings: [-3_068, -214, -19_154],
  long_term_debt: [98_959, 95_281, 85_750],
  short_term_debt: [11_128, 9_822, 10_912],
  cash: [23_646, 29_965, 29_943],
  shares_outstanding: [15_908.118, 15_552.752, 15_115.823],
}

const figure = (start: string | null, end: string, value: number, filed = end): Figure => ({
  start,
  end,
  filed,
  value: value * 1e6,
})
const figures: Company['figures'] = {
  ...Object.fromEntries(
    Object.entries(flows).map(([name, values]) => [name, values.map((value, i) => figure(starts[i]!, ends[i]!, value))]),
  ),
  ...Object.fromEntries(
    Object.entries(stands).map(([name, values]) => [name, values.map((value, i) => figure(null, ends[i]!, value))]),
  ),
}
const apple: Company = {
  ticker: 'AAPL',
  cik: '0000320193',
  name: 'Apple Inc.',
  sic: '3571',
  industry: 'Electronic Computers',
  exchange: 'Nasdaq',
  fetched_at: '2024-11-04T00:00:00Z',
  filings: [
    { form: '10-K', filed: '2024-11-01', period: '2024-09-28' },
    { form: '8-K', filed: '2024-10-31', period: '2024-10-31' },
    { form: '10-Q', filed: '2024-08-02', period: '2024-06-29' },
    { form: '10-Q', filed: '2024-05-03', period: '2024-03-30' },
    { form: '10-Q', filed: '2024-02-02', period: '2023-12-30' },
    { form: '10-K', filed: '2023-11-03', period: '2023-09-30' },
  ],
  figures,
  vintage: '2024-11-04T00:00:00Z',
}

test('Apple of fiscal 2024 has seven of Piotroski’s nine points: return on assets and the current ratio fell', () => {
  expect(piotroski(yearsOf({ figures })!)).toEqual({ score: 7, known: 9 })
})

test('Apple’s Z of 1968 at 227.79 dollars a share is 8.74: 1.2(−0.0641) + 1.4(−0.0525) + 3.3(0.3376) + 0.6(11.178) + 1.0714', () => {
  expect(altmanZ(yearsOf({ figures })!, 15_115.823e6 * 227.79)).toBeCloseTo(8.742, 3)
  // A bank tells no current assets: no number is better than a wrong one.
  const { current_assets: _, ...bank } = figures
  expect(altmanZ(yearsOf({ figures: bank })!, 1e12)).toBeNull()
})

test('Apple’s margins, free cash and accruals of fiscal 2024 by hand', () => {
  const told = measure(yearsOf({ figures })!)
  expect(told.fundamentals.gross_margin_pct).toBeCloseTo(46.206, 3)
  expect(told.fundamentals.op_margin_pct).toBeCloseTo(31.51, 3)
  expect(told.fundamentals.fcf_ttm_usd).toBeCloseTo(108_807e6, 0)
  expect(told.fundamentals.revenue_yoy_pct).toBeCloseTo(2.022, 3)
  // (93736 − 118254) over the mean of 364980 and 352583
  expect(told.accruals).toBeCloseTo(-6.834, 3)
  expect(told.fundamentals.debt_to_equity).toBeCloseTo(1.6973, 4)
})

test('without a price value and momentum are left out, and confidence is at most a half', () => {
  const told = computeEquity(apple, { basis: 'none', points: [], volumes: [] }, new Date('2024-11-04T00:00:00Z'))!
  expect(told.mix.coverage.missing).toEqual(['value', 'momentum'])
  expect(told.mix.confidence).toBeLessThanOrEqual(0.5)
  expect(told.price.market_cap_usd).toBeNull()
  expect(told.summary).toContain('as no price is there')
})

test('a count of shares from years before the newest report is none: who has several kinds since counts them apart', () => {
  const years = yearsOf({ figures })!
  const counted = (end: string) => ({ figures: { ...figures, shares_outstanding: [{ start: null, end, filed: end, value: 5 }] } })
  expect(sharesOf(counted('2024-10-18'), years)).toBe(5)
  expect(sharesOf(counted('2015-10-23'), years)).toBeNull()
  const prices = { basis: 'licensed_close' as const, points: [{ at: new Date('2024-11-01T00:00:00Z'), value: 100 }], volumes: [] }
  const now = new Date('2024-11-04T00:00:00Z')
  expect(computeEquity({ ...apple, ...counted('2015-10-23') }, prices, now)!.price.market_cap_usd).toBeNull()
})

test('more cash than the shares and the debt are worth has no multiple', () => {
  const { now } = yearsOf({ figures })!
  expect(valuationOf({ ...now, longTermDebt: 0, shortTermDebt: 0, cash: 50 }, 20).ev_ebit).toBeNull()
})

test('the next report is looked for a year after the same quarter’s', () => {
  expect(nextReport(apple)).toBe('2025-01-31')
})

test('quarters come out of years to date, and a fourth one out of the year', () => {
  const revenue = [
    figure('2024-01-01', '2024-03-31', 10),
    figure('2024-01-01', '2024-06-30', 22),
    figure('2024-01-01', '2024-09-30', 36),
    figure('2024-01-01', '2024-12-31', 52),
    figure('2025-01-01', '2025-03-31', 11),
  ]
  expect(quarterly(revenue).map(({ value }) => value / 1e6)).toEqual([10, 12, 14, 16, 11])
  // 12 + 14 + 16 + 11
  expect(trailingYears(revenue).map(({ end, value }) => [end, value / 1e6])).toEqual([
    ['2024-12-31', 52],
    ['2025-03-31', 53],
  ])
})

test('of a period filed twice the newest filing holds', () => {
  const told = [figure('2024-01-01', '2024-03-31', 10, '2024-05-01'), figure('2024-01-01', '2024-03-31', 9, '2025-05-01')]
  expect(quarterly(told)).toEqual([{ end: '2024-03-31', value: 9e6 }])
})

test('a quarter that is missing makes no year of the four around it', () => {
  const quarter = (start: string, end: string) => figure(start, end, 1)
  const gap = [
    quarter('2023-10-01', '2023-12-31'),
    quarter('2024-04-01', '2024-06-30'),
    quarter('2024-07-01', '2024-09-30'),
    quarter('2024-10-01', '2024-12-31'),
  ]
  expect(trailingYears(gap)).toEqual([])
})

test('a split of ten for one is undone, a fall by half is news', () => {
  const day = (n: number, value: number) => ({ at: new Date(Date.UTC(2024, 5, n)), value })
  expect(withoutSplits([day(6, 1_209.98), day(7, 1_208.88), day(10, 121.79)]).map(({ value }) => value)).toEqual([
    120.998, 120.888, 121.79,
  ])
  expect(withoutSplits([day(6, 100), day(7, 47)]).map(({ value }) => value)).toEqual([100, 47])
  // Where the list is silent for over a week there is no daily step.
  expect(returnsOf([day(1, 100), day(3, 110), day(20, 220)])).toHaveLength(1)
})

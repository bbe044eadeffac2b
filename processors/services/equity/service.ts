// One listed company: its reports' figures, what its price says, and one score of value, quality, growth, momentum and safety.

import { companyReports } from '../../../ingestors/sources/sec-company/topic.ts'
import { perCompany } from '../../families/per-ticker.ts'
import { pricesOf } from '../../families/prices.ts'
import type { Point } from '../../formula/index.ts'
import { priceBases } from '../../formula/share-prices.ts'
import * as kit from '../../kit/index.ts'
import { computeEquity, labels } from './signal.ts'

const { day, flag, maybe, number, pct, text, usd, word } = kit
/** Figures of a year need a year of prices. */
const untoldOf = ({ price, momentum }: NonNullable<ReturnType<typeof computeEquity>>, points: readonly Point[]): string[] => {
  if (price.high_52w_usd !== null && momentum.mom_12_1_pct !== null) return []
  const days = points.length === 0 ? 0 : Math.round((points.at(-1)!.at.getTime() - points[0]!.at.getTime()) / 86_400_000)
  return [`highs, lows and moves of a year: its prices reach back ${days} days`]
}
const part = (description: string) => number(`0 to 100; ${description}`, 1, { minimum: 0, maximum: 100 })

export default kit.defineSignalService({
  label: 'equity',
  title: 'Equity',
  description: 'A listed US company by its own reports: fundamentals, valuation, quality, momentum and safety as one score.',
  version: '3',
  tags: ['equities', 'fundamentals'],
  rows: 'byKey',
  facts: (key) => ({ company: kit.newest(companyReports, { key, days: 0 }), prices: pricesOf(key) }),
  route: kit.signalRoute({
    path: '/equity',
    price: '0.05',
    summary: 'One listed US company: fundamentals of its last four quarters, valuation, Piotroski and Altman scores, momentum',
    tags: ['equities', 'fundamentals', 'valuation'],
    ...perCompany,
    example: { ticker: 'AAPL' },
    fresh: { hours: 26 },
    sold: { days: 14 },
    labels,
    disclaimer: 'Computed from filings and prices as named; a description, not advice to buy or sell.',
    notTold: ['its place among companies of its industry', 'short interest: see squeeze/squeeze'],
    answer: {
      basis: word(
        priceBases,
        'where the price is from: a licensed vendor, the SEC’s list of failed deliveries (weeks late), or nowhere',
      ),
      profile: {
        ticker: text(),
        name: text(),
        cik: text(),
        sic: maybe(text('standard industrial classification')),
        industry: maybe(text()),
        exchange: maybe(text()),
        shares_outstanding: number('on the newest cover; null where there are several classes'),
      },
      price: {
        close_usd: usd(undefined, 2),
        date: maybe(day()),
        source: word(priceBases),
        market_cap_usd: usd('close by shares outstanding', 0),
        high_52w_usd: usd('null where the prices do not reach back a year', 2),
        low_52w_usd: usd('null where the prices do not reach back a year', 2),
        ret_1m_pct: pct('over 30 days', 2),
        ret_12m_pct: pct('over 365 days', 2),
      },
      valuation: {
        pe: number('market value to net income of four quarters', 2),
        ps: number('to sales', 2),
        pb: number('to equity', 2),
        ev_ebit: number('enterprise value to operating income', 2),
        fcf_yield_pct: pct('free cash flow of four quarters to market value', 2),
        earnings_yield_pct: pct(undefined, 2),
      },
      fundamentals: {
        period_end: day('the newest four quarters end here'),
        revenue_ttm_usd: usd('four quarters', 0),
        revenue_yoy_pct: pct('against the four before', 2),
        revenue_acceleration: number(
          'percentage points a year by which the newest quarter grew faster than the one before it',
          2,
        ),
        gross_margin_pct: pct(undefined, 2),
        op_margin_pct: pct(undefined, 2),
        net_income_ttm_usd: usd('four quarters', 0),
        net_income_yoy_pct: pct(undefined, 2),
        fcf_ttm_usd: usd('cash from operations less capital spending, four quarters', 0),
        roic_pct: pct('operating income after tax on equity and net debt', 2),
        debt_to_equity: number('times', 3),
        net_debt_to_ebitda: number('times', 2),
      },
      quality: {
        piotroski_f: kit.count('points of nine'),
        piotroski_known: kit.count('how many of the nine questions the reports answer'),
        altman_z: number('1968, of listed manufacturers: above 2.99 safe, below 1.81 distressed', 2),
        accruals_pct: pct('net income no cash stands behind, of mean assets', 2),
      },
      momentum: {
        mom_12_1_pct: pct('from 365 to 30 days ago', 2),
        above_mean: maybe(flag('above the mean of the newest prices, at most 200')),
        mean_over: kit.count('so many prices'),
        volatility_pct: pct('of the steps between its prices of a year, annual', 2),
      },
      scores: kit.section(
        {
          value: part('of fixed bands of earnings, cash and EBIT yields'),
          quality: part('Piotroski, return on capital, gross profit to assets, accruals'),
          growth: part('of sales and income'),
          momentum: part('of price'),
          safety: part('Altman, debt, volatility'),
        },
        'weighed 25, 25, 20, 20 and 10; what is null weighs nothing',
      ),
      events: {
        last_report_filed: day(),
        next_report_estimate: maybe(day('a year after the same quarter’s report')),
      },
    },
  }),
  signal({ company, prices }, now) {
    const told = company === undefined ? null : computeEquity(company.value, prices, now)
    return told && { ...told, notTold: untoldOf(told, prices.points) }
  },
})

// One listed company: its reports' figures, what its price says, and one score of value, quality, growth, momentum and safety.

import { companyReports } from '../../../ingestors/sources/sec-company/topic.ts'
import { perCompany } from '../../families/per-ticker.ts'
import { pricesOf } from '../../families/prices.ts'
import { lastReport, nextReport } from '../../formula/company-report.ts'
import type { Point } from '../../formula/index.ts'
import { withNotTold } from '../../formula/not-told.ts'
import { priceBases } from '../../formula/share-prices.ts'
import {
  count,
  day,
  defineSignalService,
  flag,
  maybe,
  newest,
  number,
  pct,
  section,
  signalRoute,
  text,
  usd,
  word,
} from '../../kit/index.ts'
import { computeEquity, labels } from './signal.ts'

const disclaimer = 'Computed from filings and prices as named; a description, not advice to buy or sell.'
const notTold = ['its place among companies of its industry', 'short interest: see squeeze/squeeze']
/** Figures of a year need a year of prices. */
const untoldOf = (
  price: { readonly high: number | null; readonly momentum: number | null },
  points: readonly Point[],
): string[] => {
  if (price.high !== null && price.momentum !== null) return []
  const days = points.length === 0 ? 0 : Math.round((points.at(-1)!.at.getTime() - points[0]!.at.getTime()) / 86_400_000)
  return [`highs, lows and moves of a year: its prices reach back ${days} days`]
}
const part = (description: string) => number(`0 to 100; ${description}`, 1, { minimum: 0, maximum: 100 })

export default defineSignalService({
  label: 'equity',
  title: 'Equity',
  description: 'A listed US company by its own reports: fundamentals, valuation, quality, momentum and safety as one score.',
  version: '3',
  tags: ['equities', 'fundamentals'],
  rows: 'byKey',
  facts: (key) => ({ company: newest(companyReports, { key, days: 0 }), prices: pricesOf(key) }),
  route: signalRoute({
    path: '/equity',
    price: '0.05',
    summary: 'One listed US company: fundamentals of its last four quarters, valuation, Piotroski and Altman scores, momentum',
    tags: ['equities', 'fundamentals', 'valuation'],
    ...perCompany,
    example: { ticker: 'AAPL' },
    fresh: { hours: 26 },
    sold: { days: 14 },
    labels,
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
        piotroski_f: count('points of nine'),
        piotroski_known: count('how many of the nine questions the reports answer'),
        altman_z: number('1968, of listed manufacturers: above 2.99 safe, below 1.81 distressed', 2),
        accruals_pct: pct('net income no cash stands behind, of mean assets', 2),
      },
      momentum: {
        mom_12_1_pct: pct('from 365 to 30 days ago', 2),
        above_mean: maybe(flag('above the mean of the newest prices, at most 200')),
        mean_over: count('so many prices'),
        volatility_pct: pct('of the steps between its prices of a year, annual', 2),
      },
      scores: section(
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
  signal({ company: fact, prices }, now) {
    const company = fact?.value
    if (company === undefined) return []
    const told = computeEquity(company, prices, now)
    if (told === null) return []
    const { mix, label, summary, years, price, valuation, figures, scores } = told
    return {
      mix: withNotTold(mix, [...notTold, ...untoldOf(price, prices.points)]),
      label,
      summary,
      disclaimer,
      basis: prices.basis,
      profile: {
        ticker: company.ticker,
        name: company.name,
        cik: company.cik,
        sic: company.sic,
        industry: company.industry,
        exchange: company.exchange,
        shares_outstanding: told.shares,
      },
      price: {
        close_usd: price.close,
        date: price.at,
        source: prices.basis,
        market_cap_usd: told.capUsd,
        high_52w_usd: price.high,
        low_52w_usd: price.low,
        ret_1m_pct: price.change1m,
        ret_12m_pct: price.change12m,
      },
      valuation: {
        pe: valuation.pe,
        ps: valuation.ps,
        pb: valuation.pb,
        ev_ebit: valuation.evEbit,
        fcf_yield_pct: valuation.freeCashYield,
        earnings_yield_pct: valuation.earningsYield,
      },
      fundamentals: {
        period_end: years.end,
        revenue_ttm_usd: years.now.revenue,
        revenue_yoy_pct: figures.revenueYoy,
        revenue_acceleration: told.acceleration,
        gross_margin_pct: figures.grossMargin,
        op_margin_pct: figures.operatingMargin,
        net_income_ttm_usd: years.now.netIncome,
        net_income_yoy_pct: figures.incomeYoy,
        fcf_ttm_usd: figures.freeCash,
        roic_pct: figures.roic,
        debt_to_equity: figures.debtToEquity,
        net_debt_to_ebitda: figures.netDebtToEbitda,
      },
      quality: {
        piotroski_f: figures.piotroski.score,
        piotroski_known: figures.piotroski.known,
        altman_z: told.z,
        accruals_pct: figures.accruals,
      },
      momentum: {
        mom_12_1_pct: price.momentum,
        above_mean: price.aboveMean,
        mean_over: price.meanOver,
        volatility_pct: price.volatility,
      },
      scores,
      events: { last_report_filed: lastReport(company, years), next_report_estimate: nextReport(company) },
    }
  },
})

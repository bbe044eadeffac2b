// The view of a fund: what it reported of its newest quarter, and what changed since the one before.
import type { ValueOf } from '../../../db/log/topic.ts'
import type { fundReports } from '../../../ingestors/sources/sec-nport/topic.ts'
import { composite, round, roundOrNull, say } from '../../formula/index.ts'
import { verdict } from '../../kit/verdict.ts'
import { flowPct, labelOf, type Month, netFlow, returnPct, scoreParts } from './signal.ts'

export type Report = ValueOf<typeof fundReports>

const topShown = 25
const exposureShown = 15
const quartersShown = 8
const assetNames: Readonly<Record<string, string>> = {
  STIV: 'short-term investments',
  RA: 'repurchase agreements',
  EC: 'common equity',
  EP: 'preferred equity',
  DBT: 'debt',
  DCO: 'commodity derivatives',
  DCR: 'credit derivatives',
  DE: 'equity derivatives',
  DFE: 'currency derivatives',
  DIR: 'interest rate derivatives',
  DO: 'other derivatives',
  SN: 'structured notes',
  LON: 'loans',
  'ABS-MBS': 'mortgage-backed securities',
  'ABS-APCP': 'asset-backed commercial paper',
  'ABS-CBDO': 'collateralised bonds',
  'ABS-O': 'other asset-backed securities',
  COMM: 'commodities',
  RE: 'real estate',
}

export function fundView(key: string, filed: readonly Report[], now: Date) {
  const reports = byQuarter(filed)
  const [report, before] = reports
  if (report === undefined) return null
  const months = report.months.map(readMonth)
  const [flow, earned] = [flowPct(months, report.net_assets_usd, openingOf(report, before)), returnPct(months)]
  const mix = composite(scoreParts(flow, earned, new Date(report.report_date)), now)
  const label = labelOf(flow)
  const summary =
    `${report.name.slice(0, 60)} (${key}), quarter to ${report.report_date}: ${label}, net ${say(flow, 2, ' %')} of the assets it began with, ` +
    `return ${say(earned, 2, ' %')}; top ten ${round(report.top10_pct, 1)} %.`
  const body = {
    signal: verdict({ mix, label, summary, now }),
    fund: {
      ticker: key,
      name: report.name,
      series_id: report.series_id,
      class_id: report.class_id,
      net_assets_usd: report.net_assets_usd,
      report_date: report.report_date,
      filed_at: report.filed_at,
      is_final: report.is_final,
    },
    flows: { ...named(months.map(netFlow), 'usd', 0), net_pct: roundOrNull(flow, 3) },
    returns: {
      ...named(
        months.map((month) => month.returnPct),
        'pct',
        3,
      ),
      quarter_pct: roundOrNull(earned, 3),
    },
    holdings_top: report.top.slice(0, topShown).map(describe),
    exposure: { by_asset: listShares(report.by_asset, assetNames), by_country: listShares(report.by_country, {}) },
    risk: {
      holdings: report.holdings,
      hhi: round(report.hhi, 1),
      top10_pct: round(report.top10_pct, 2),
      derivatives_pct: round(report.derivatives_pct, 3),
    },
    changes: before === undefined ? null : compare(report, before),
    history: reports.slice(0, quartersShown).map((one, i) => ({
      report_date: one.report_date,
      net_assets_usd: one.net_assets_usd,
      flow_net_pct: roundOrNull(flowPct(one.months.map(readMonth), one.net_assets_usd, openingOf(one, reports[i + 1])), 3),
      return_pct: roundOrNull(returnPct(one.months.map(readMonth)), 3),
    })),
  }
  return { body, coverage: mix.coverage }
}

/** What the report of the quarter before ended with; another quarter's end is no beginning of this one. */
function openingOf(report: Report, before: Report | undefined): number | null {
  if (before === undefined) return null
  const days = (Date.parse(report.report_date) - Date.parse(before.report_date)) / 86_400_000
  return days >= 88 && days <= 95 ? before.net_assets_usd : null
}

/** Newest quarter first; of one quarter the filing that came last, which amends. */
function byQuarter(filed: readonly Report[]): Report[] {
  const held = new Map(filed.map((report) => [report.report_date, report]))
  return [...held.values()].sort((a, b) => (a.report_date < b.report_date ? 1 : -1))
}

const readMonth = (month: Report['months'][number]): Month => ({
  salesUsd: month.sales_usd,
  reinvestedUsd: month.reinvested_usd,
  redeemedUsd: month.redeemed_usd,
  returnPct: month.return_pct,
})

function named(values: readonly (number | null)[], unit: string, digits: number) {
  return Object.fromEntries(values.map((value, i) => [`m${i + 1}_${unit}`, roundOrNull(value, digits)]))
}

const describe = ({ name, ticker, cusip, pct, value_usd }: Report['top'][number]) => ({
  name,
  ticker,
  cusip,
  pct: round(pct, 4),
  value_usd: round(value_usd, 0),
})

function listShares(shares: Readonly<Record<string, number>>, names: Readonly<Record<string, string>>) {
  return Object.entries(shares)
    .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    .slice(0, exposureShown)
    .map(([code, pct]) => ({ code, name: names[code] ?? null, pct: round(pct, 3) }))
}

function compare(report: Report, before: Report) {
  const id = ({ cusip, name }: Report['top'][number]) => cusip ?? name
  const missing = (from: Report, other: Report) => {
    const known = new Set(other.top.map(id))
    return from.top.filter((holding) => !known.has(id(holding))).map(describe)
  }
  return {
    since: before.report_date,
    net_assets_pct: round(100 * (report.net_assets_usd / before.net_assets_usd - 1), 2),
    added: missing(report, before),
    dropped: missing(before, report),
  }
}

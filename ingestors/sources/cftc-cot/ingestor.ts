// Polls three weekly reports and joins them by market and date: the legacy one for all, and who speculates from the other two.

import { TollgateError } from '../../../base/errors.ts'
import type { ValueOf } from '../../../db/log/topic.ts'
import { fetchedOrAside, readEach, readOrSetAside, type SetAside } from '../../aside.ts'
import { defineIngestor } from '../../define.ts'
import { toIsoDate, toNumber } from '../../formats/csv.ts'
import { markets } from './markets.ts'
import { commitments } from './topic.ts'

type Commitment = ValueOf<typeof commitments>
type Row = Readonly<Record<string, unknown>>

export interface Reports {
  readonly legacy: unknown
  /** Who speculates: undefined where it did not come. */
  readonly disaggregated: unknown
  readonly financial: unknown
}

const base = 'https://publicreporting.cftc.gov/resource'
const code = 'cftc_contract_market_code'
const date = 'report_date_as_yyyy_mm_dd'
// The names are the upstream's, inconsistencies included.
const datasets = {
  legacy: {
    id: '6dca-aqww',
    columns: [
      'open_interest_all',
      'noncomm_positions_long_all',
      'noncomm_positions_short_all',
      'comm_positions_long_all',
      'comm_positions_short_all',
      'nonrept_positions_long_all',
      'nonrept_positions_short_all',
      'conc_gross_le_4_tdr_long',
      'conc_gross_le_4_tdr_short',
    ],
  },
  disaggregated: { id: '72hh-3qpy', columns: ['m_money_positions_long_all', 'm_money_positions_short_all'] },
  financial: { id: 'gpe5-46if', columns: ['lev_money_positions_long', 'lev_money_positions_short'] },
} as const
const historyDays = 5 * 366
const revisableDays = 14

export default defineIngestor<Commitment, Reports>({
  source: 'cftc-cot',
  topic: commitments,
  // Fridays after 15:30 in New York, and Mondays for weeks with a holiday.
  schedule: '*/10 19-21 * * 1,5',
  grade: 'A',
  proof: 'captured 2026-10',
  apart: 1,
  async fetch({ http, at, since, credential, signal, setAside }) {
    const from = since === null ? at.getTime() - historyDays * 86_400_000 : since.getTime() - revisableDays * 86_400_000
    const token = credential('CFTC_APP_TOKEN')
    const headers = token === undefined ? {} : { 'x-app-token': token }
    const codes = markets.map((market) => `'${market.code}'`).join(',')
    const read = (name: keyof typeof datasets) => {
      const query = new URLSearchParams({
        $select: [code, date, ...datasets[name].columns].join(','),
        $where: `${code} in(${codes}) and ${date} >= '${new Date(from).toISOString().slice(0, 10)}T00:00:00.000'`,
        $order: `${date},${code}`,
        $limit: '50000',
      })
      return http.json(`${base}/${datasets[name].id}.json?${query}`, { signal, headers })
    }
    const legacy = await read('legacy')
    const disaggregated = await fetchedOrAside('disaggregated', read('disaggregated'), setAside)
    return { legacy, disaggregated, financial: await fetchedOrAside('financial', read('financial'), setAside) }
  },
  parse(reports, at, setAside) {
    const readOf = (name: 'disaggregated' | 'financial', group: string, end = '') =>
      reports[name] === undefined
        ? []
        : (readOrSetAside(
            () => name,
            () => readFunds(reports[name], `${group}_positions_long${end}`, `${group}_positions_short${end}`, setAside),
            setAside,
          ) ?? [])
    const funds = new Map([...readOf('disaggregated', 'm_money', '_all'), ...readOf('financial', 'lev_money')])
    return rowsOf(reports.legacy).map((row) => {
      const place = placeOf(row)
      const side = (group: string) => ({
        long: count(row[`${group}_positions_long_all`]),
        short: count(row[`${group}_positions_short_all`]),
      })
      return {
        ...place,
        open_interest: count(row.open_interest_all),
        noncommercial: side('noncomm'),
        commercial: side('comm'),
        small: side('nonrept'),
        top4_long_pct: figure(row.conc_gross_le_4_tdr_long),
        top4_short_pct: figure(row.conc_gross_le_4_tdr_short),
        funds: funds.get(`${place.code} ${place.report_date}`) ?? null,
        vintage: at.toISOString(),
      }
    })
  },
})

type Positions = readonly [place: string, { long: number; short: number }]

function readFunds(report: unknown, long: string, short: string, setAside: SetAside | undefined): Positions[] {
  const rows = rowsOf(report)
  // A cell without a value is left out of its row.
  const told = rows.filter((row) => row[long] !== undefined || row[short] !== undefined)
  if (told.length === 0 && rows.length > 0) throw new TollgateError('upstream_changed', `no row has ${long}`)
  return readEach(
    told,
    (row): Positions[] => {
      const place = placeOf(row)
      return [[`${place.code} ${place.report_date}`, { long: count(row[long]), short: count(row[short]) }]]
    },
    setAside,
  )
}

function rowsOf(report: unknown): Row[] {
  if (!Array.isArray(report)) throw new TollgateError('upstream_changed', 'a report is not a list')
  return report as Row[]
}

function placeOf(row: Row): { code: string; report_date: string } {
  const [market, reported] = [row[code], row[date]]
  if (typeof market !== 'string' || typeof reported !== 'string')
    throw new TollgateError('upstream_changed', `a row has no ${code} or ${date}`)
  return { code: market.trim(), report_date: toIsoDate(reported) }
}

function figure(value: unknown): number | null {
  if (value === undefined || value === null) return null
  if (typeof value !== 'string' && typeof value !== 'number')
    throw new TollgateError('upstream_changed', 'a position is not a number')
  return toNumber(String(value))
}

function count(value: unknown): number {
  const contracts = figure(value)
  if (contracts === null) throw new TollgateError('upstream_changed', 'a position is missing')
  return contracts
}

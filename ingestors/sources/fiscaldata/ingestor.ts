// Polls the Daily Treasury Statement's cash balance and the debt to the penny.
import type { ValueOf } from '../../../db/log/topic.ts'
import { fetchedOrAside } from '../../aside.ts'
import { defineIngestor } from '../../define.ts'
import { toIsoDate } from '../../formats/csv.ts'
import { type FiscalRow, numberOf, readPages, textOf } from './rows.ts'
import { fiscalSeries } from './topic.ts'

type Value = ValueOf<typeof fiscalSeries>

export interface FiscalPages {
  readonly cash: readonly FiscalRow[]
  readonly debt: readonly FiscalRow[]
}

const firstDay = '2012-01-01'
const revisableDays = 14

export default defineIngestor<Value, FiscalPages>({
  source: 'fiscaldata',
  topic: fiscalSeries,
  schedule: '30 20,21 * * 1-5',
  grade: 'A',
  proof: 'captured 2026-09-07',
  apart: 1,
  async fetch(context) {
    const { since, setAside } = context
    const from = since === null ? firstDay : new Date(since.getTime() - revisableDays * 86_400_000).toISOString().slice(0, 10)
    const filter = `record_date:gte:${from}`
    const cash = readPages(context, 'v1/accounting/dts/operating_cash_balance', {
      fields: 'record_date,account_type,open_today_bal,close_today_bal',
      filter,
    })
    const told = await fetchedOrAside('operating_cash_balance', cash, setAside)
    const debt = readPages(context, 'v2/accounting/od/debt_to_penny', { fields: 'record_date,tot_pub_debt_out_amt', filter })
    return { cash: told ?? [], debt: (await fetchedOrAside('debt_to_penny', debt, setAside)) ?? [] }
  },
  parse({ cash, debt }, at) {
    const vintage = at.toISOString()
    const values: Value[] = cash.flatMap((row) => {
      const balance = readBalance(row)
      return balance === null
        ? []
        : [{ series: 'tga_close', date: toIsoDate(textOf(row, 'record_date')), value_usd_m: balance, vintage }]
    })
    for (const row of debt) {
      const total = numberOf(row, 'tot_pub_debt_out_amt')
      if (total === null) continue
      values.push({ series: 'debt_total', date: toIsoDate(textOf(row, 'record_date')), value_usd_m: total / 1e6, vintage })
    }
    return values
  },
})

// The account changed its label twice; since 2022 the closing balance stands in the opening column of a row of its own.
function readBalance(row: FiscalRow): number | null {
  const label = textOf(row, 'account_type')
  if (label === 'Treasury General Account (TGA) Closing Balance') return numberOf(row, 'open_today_bal')
  if (label === 'Federal Reserve Account' || label === 'Treasury General Account (TGA)') return numberOf(row, 'close_today_bal')
  return null
}

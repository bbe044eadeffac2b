// Polls a CSV with a title and the base before its header; its months are written three ways, one of them a spreadsheet's slip.
import { TollgateError } from '../../../base/errors.ts'
import { type CsvRow, parseCsv, toNumber } from '../../formats/csv.ts'
import { monthNumber } from '../../formats/months.ts'
import { tablesSource } from '../../shapes/tables.ts'
import { foodPrices } from './topic.ts'

const columns = ['Date', 'Food Price Index', 'Meat', 'Dairy', 'Cereals', 'Oils', 'Sugar'] as const
const centuryTurns = 60
const url = 'https://www.fao.org/media/docs/worldfoodsituationlibraries/default-document-library/food_price_indices_data.csv'

export default tablesSource(
  {
    source: 'fao-ffpi',
    topic: foodPrices,
    // The first Friday of a month.
    schedule: '0 10 1-9 * *',
    grade: 'B',
    proof: 'captured 2025-04',
    url,
  },
  {
    fetch: (link, { http, signal }) => http.text(link, { expect: 'csv', signal }),
    rowsOf(body: string) {
      const head = body.search(/^"?Date"?,/m)
      if (head < 0) throw new TollgateError('upstream_changed', 'columns are missing: Date')
      return parseCsv(body.slice(head), columns)
    },
    read(one) {
      const row = one as CsvRow
      if (row.Date === '') return null
      const [food, meat, dairy, cereals, oils, sugar] = columns.slice(1).map((column) => toNumber(row[column]))
      const parts = { food, meat, dairy, cereals, oils, sugar }
      if (Object.values(parts).some((value) => value === null))
        throw new TollgateError('upstream_changed', `${row.Date} lacks a part`)
      return { month: lastDayOf(row.Date!), ...(parts as Readonly<Record<keyof typeof parts, number>>) }
    },
  },
)

/** "Jan-90", "2026-09", and "25-Jan", which a spreadsheet made of "Jan-25". */
function lastDayOf(text: string): string {
  const iso = /^(\d{4})-(\d{2})$/.exec(text)
  const [, first, second] = /^([A-Za-z]{3})-(\d{2})$/.exec(text) ?? []
  const [, slippedYear, slippedMonth] = /^(\d{1,2})-([A-Za-z]{3})$/.exec(text) ?? []
  const short = Number(second ?? slippedYear)
  const year = iso === null ? short + (short >= centuryTurns ? 1900 : 2000) : Number(iso[1])
  const month = iso === null ? monthNumber(first ?? slippedMonth ?? '') : Number(iso[2])
  if (month === null || month < 1 || month > 12 || Number.isNaN(year))
    throw new TollgateError('upstream_changed', `${text.slice(0, 20)} is no month`)
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)
}

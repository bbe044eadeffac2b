// Polls the outlook's workbook: the numbers of series stand in column A, years only above January, months below them. Proof: documented,
// by public readers of the workbook; no recorded workbook is at hand.
import { TollgateError } from '../../../base/errors.ts'
import type { ValueOf } from '../../../db/log/topic.ts'
import { readEach, readOrSetAside, type SetAside } from '../../aside.ts'
import { defineIngestor, type Unstamped } from '../../define.ts'
import { type Cell, readSheet } from '../../formats/xlsx.ts'
import { monthOf } from '../../shapes/yearly-figures.ts'
import { outlookSheets } from './series.ts'
import { outlook } from './topic.ts'

type Outlook = Unstamped<ValueOf<typeof outlook>>

const names = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const first = 2
const headerRows = 8

export default defineIngestor<ValueOf<typeof outlook>, Uint8Array>({
  source: 'eia-steo',
  topic: outlook,
  schedule: '30 17 * * 2-5',
  grade: 'A',
  proof: 'documented',
  fetch: ({ http, signal }) => http.bytes('https://www.eia.gov/outlooks/steo/xls/STEO_m.xlsx', { signal }),
  parse: (workbook, at, setAside) =>
    Object.entries(outlookSheets).flatMap(
      ([sheet, series]) =>
        readOrSetAside(
          () => sheet,
          () => readTab(readSheet(workbook, sheet), series, monthOf(at), setAside),
          setAside,
        ) ?? [],
    ),
})

function readTab(rows: readonly Cell[][], wanted: readonly string[], readIn: string, setAside: SetAside | undefined): Outlook[] {
  const months = readMonths(rows)
  const byId = new Map(rows.flatMap((row) => (typeof row[0] === 'string' ? [[row[0].trim().toUpperCase(), row] as const] : [])))
  return readEach(
    wanted,
    (series) => [readSeries(byId.get(series), series, months, readIn)],
    setAside,
    (series) => series,
  )
}

function readSeries(row: readonly Cell[] | undefined, series: string, months: readonly string[], readIn: string): Outlook {
  if (row === undefined) throw new TollgateError('upstream_changed', 'there is no such series')
  const figures = months.flatMap((month, i) => {
    const value = row[first + i] ?? null
    if (typeof value === 'string') throw new TollgateError('upstream_changed', `${month} is ${value.slice(0, 20)}`)
    return value === null ? [] : [{ month, value }]
  })
  if (figures.length === 0) throw new TollgateError('upstream_changed', 'the series is empty')
  return { series, read_in: readIn, figures }
}

function readMonths(rows: readonly Cell[][]): string[] {
  const at = rows.slice(0, headerRows).findIndex((row) => row[first] === 'Jan')
  const named = (rows[at] ?? []).slice(first)
  if (at < 1 || named.some((name, i) => name !== names[i % 12]))
    throw new TollgateError('upstream_changed', 'its months are not in order')
  const start = Number(rows[at - 1]![first])
  return named.map((_, i) => {
    const year = start + Math.floor(i / 12)
    if (i % 12 === 0 && rows[at - 1]![first + i] !== year)
      throw new TollgateError('upstream_changed', `above January there is no ${year}`)
    return `${year}-${String((i % 12) + 1).padStart(2, '0')}`
  })
}

// Polls the outlook's workbook: the numbers of series stand in column A, years only above January, months below them. Proof: documented,
// by public readers of the workbook; no recorded workbook is at hand.
import { TollgateError } from '../../../base/errors.ts'
import type { ValueOf } from '../../../db/log/topic.ts'
import { readEach, readOrSetAside } from '../../aside.ts'
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
  parse(workbook, at, setAside) {
    const tabs = Object.keys(outlookSheets).flatMap(
      (sheet) =>
        readOrSetAside(
          () => sheet,
          () => [readTab(readSheet(workbook, sheet), at)],
          setAside,
        ) ?? [],
    )
    const rows = new Map(tabs.flatMap(({ byId }) => [...byId]))
    return readEach(
      Object.values(outlookSheets).flat(),
      (series) => [readSeries(rows.get(series), series)],
      setAside,
      (series) => series,
    )
  },
})

interface Found {
  readonly cells: readonly Cell[]
  readonly months: readonly string[]
  readonly readIn: string
}

/** Series by their numbers: they have moved between tables before. */
function readTab(rows: readonly Cell[][], at: Date): { readonly byId: ReadonlyMap<string, Found> } {
  const { months, readIn } = readHeader(rows, at)
  const named = rows.flatMap((cells) => (typeof cells[0] === 'string' ? [[cells[0].trim().toUpperCase(), cells] as const] : []))
  return { byId: new Map(named.map(([id, cells]) => [id, { cells, months, readIn }])) }
}

function readSeries(found: Found | undefined, series: string): Outlook {
  if (found === undefined) throw new TollgateError('upstream_changed', 'there is no such series')
  const { cells: row, months, readIn } = found
  const figures = months.flatMap((month, i) => {
    const value = row[first + i] ?? null
    if (typeof value === 'string') throw new TollgateError('upstream_changed', `${month} is ${value.slice(0, 20)}`)
    return value === null ? [] : [{ month, value }]
  })
  if (figures.length === 0) throw new TollgateError('upstream_changed', 'the series is empty')
  return { series, read_in: readIn, figures }
}

/** The months, and the first day of the month the forecast was made in: a workbook of last month stands there until the next is out. */
function readHeader(rows: readonly Cell[][], at: Date): { readonly months: readonly string[]; readonly readIn: string } {
  const dates = rows.slice(0, headerRows).flatMap(([cell]) => forecastMonth(cell ?? null) ?? [])
  return { months: readMonths(rows), readIn: dates[0] ?? monthOf(at) }
}

// "Thursday, September 3, 2026".
function forecastMonth(cell: Cell): string | null {
  const [, month, year] = typeof cell === 'string' ? (/([A-Z][a-z]{2})[a-z]{0,6} \d{1,2}, (20\d\d)/.exec(cell) ?? []) : []
  const at = month === undefined ? -1 : names.indexOf(month)
  return at < 0 ? null : `${year}-${String(at + 1).padStart(2, '0')}-01`
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

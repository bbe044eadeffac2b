// Polls table 9 of the report (this week, the last, a year and two years ago) and the file of six years of commercial crude. Proof: captured.
import { TollgateError } from '../../../base/errors.ts'
import type { ValueOf } from '../../../db/log/topic.ts'
import { fetchedOrAside, readOrSetAside, type SetAside } from '../../aside.ts'
import { defineIngestor, type Unstamped } from '../../define.ts'
import { type CsvRow, parseCsv, toIsoDate, toNumber } from '../../formats/csv.ts'
import { readDay, readNumberOrNull, readRow, readRows, readText } from '../../formats/json.ts'
import { petroleumNames, petroleumSeries } from '../../shapes/petroleum-weeks.ts'
import { petroleumReport } from './topic.ts'

type Week = Unstamped<ValueOf<typeof petroleumReport>>

interface Files {
  readonly table: string
  readonly history: unknown
}

const base = 'https://ir.eia.gov/wpsr'
const weeks = 4

export default defineIngestor<ValueOf<typeof petroleumReport>, Files>({
  source: 'eia-wpsr',
  topic: petroleumReport,
  schedule: '*/20 14-17 * * 3,4',
  grade: 'A',
  proof: 'captured 2026-09',
  fetch: async ({ http, signal, setAside }) => ({
    table: await http.text(`${base}/table9.csv`, { expect: 'csv', signal }),
    history: await fetchedOrAside('psw00.json', http.json(`${base}/psw00.json`, { signal }), setAside),
  }),
  parse({ table, history }, _at, setAside) {
    const told = readTable(table, setAside)
    // What was refused has said so.
    if (history === undefined) return told
    const known = new Set(told.map(nameOf))
    const older =
      readOrSetAside(
        () => 'psw00.json',
        () => readHistory(history, setAside),
        setAside,
      ) ?? []
    return [...told, ...older.filter((week) => !known.has(nameOf(week)))]
  },
})

const nameOf = ({ series, week }: Week): string => `${series} ${week}`
const plain = (text: string | undefined): string =>
  (text ?? '')
    .replace(/^\(\d+\)/, '')
    .replace(/\s+/g, ' ')
    .trim()

// The averages behind the weeks are under the same dates: columns are taken by their place.
function readTable(text: string, setAside: SetAside | undefined): Week[] {
  const end = text.indexOf('\n')
  const header = text
    .slice(0, end)
    .replace(/^\uFEFF/, '')
    .split(',')
    .map((cell) => cell.replaceAll('"', '').trim())
  if (header[0] !== 'STUB_1' || header[1] !== 'STUB_2') throw new TollgateError('upstream_changed', 'table 9 begins otherwise')
  const dates = header.slice(2, 2 + weeks).map((cell) => toIsoDate(cell.replace(/\/(\d\d)$/, '/20$1')))
  const rows = parseCsv(`${header.map((_, i) => `c${i}`).join()}${text.slice(end)}`, ['c0', 'c1'])
  const byName = new Map(rows.map((row) => [`${plain(row.c0)}/${plain(row.c1)}`, row]))
  return petroleumNames.flatMap((series) => {
    const { row: name } = petroleumSeries[series]
    return (
      readOrSetAside(
        () => name,
        () => readWeeks(byName.get(name), series, dates),
        setAside,
      ) ?? []
    )
  })
}

function readWeeks(row: CsvRow | undefined, series: Week['series'], dates: readonly string[]): Week[] {
  if (row === undefined) throw new TollgateError('upstream_changed', 'table 9 has no such row')
  return dates.flatMap((week, i) => {
    const cell = row[`c${i + 2}`] ?? ''
    // A dash in the file's own encoding says that there is none.
    const value = /^[\uFFFD\u2013\u2014]+$/.test(cell) ? null : toNumber(cell)
    return value === null ? [] : [{ week, series, value }]
  })
}

function readHistory(raw: unknown, setAside: SetAside | undefined): Week[] {
  const stocks = readRow(readRow(readRow(raw, 'the history').data, 'its data')['U.S.'], 'the United States')
  if (readText(stocks.sourcekey, 'sourcekey') !== 'WCESTUS1' || readText(stocks.units, 'units') !== 'thousand barrels')
    throw new TollgateError('upstream_changed', 'the history is of another series')
  return readRows(stocks.time_series, 'time_series').flatMap((row) => {
    const read = () => ({ week: readDay(row.date, 'date'), value: readNumberOrNull(row.value, 'value') })
    const one = readOrSetAside(() => JSON.stringify(row), read, setAside)
    return one === undefined || one.value === null
      ? []
      : [{ week: one.week, series: 'crude_stocks_mmbbl', value: one.value / 1_000 }]
  })
}

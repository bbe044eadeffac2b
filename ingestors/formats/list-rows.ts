// A list's rows, each read on its own: a quote that is never closed, or a row cut short, takes none of its neighbours with it.
import { parse } from 'csv-parse/sync'
import { messageOf, TollgateError } from '../../base/errors.ts'
import type { CsvRow } from './csv.ts'
import type { Reader } from './list-reader.ts'

export interface RowsOptions {
  /** How the first line of a row begins; any other line goes on with the row before it. */
  readonly start: RegExp
  readonly delimiter?: string
  /** Of files without a header. */
  readonly columns?: readonly string[]
  /** Without these the file is another one. */
  readonly needed?: readonly string[]
}

/** What Windows ends a text file with. */
const endOfFile = '\u001a'

export function readRows(text: string, reader: Reader, { start, delimiter = ',', columns, needed = [] }: RowsOptions): CsvRow[] {
  const whole = text.replace(/^\uFEFF/, '').trimEnd()
  const lines = (whole.endsWith(endOfFile) ? whole.slice(0, -1) : whole).split(/\r?\n/)
  const split = (record: string): string[] => readRecord(record, delimiter, true)
  const head = columns ?? split(lines.shift() ?? '')
  const missing = needed.filter((column) => !head.includes(column))
  if (missing.length > 0) throw new TollgateError('upstream_changed', `columns are missing: ${missing.join(', ')}`)
  const records: string[] = []
  for (const line of lines) {
    if (start.test(line) || records.length === 0) records.push(line)
    else if (line !== '' || isOpen(records.at(-1)!)) records[records.length - 1] += `\n${line}`
  }
  // What is not there of it nobody has counted: a list with half of its file is no list.
  if (!['\r', '\n', endOfFile].includes(text.at(-1) ?? '') && isOpen(records.at(-1) ?? ''))
    throw new TollgateError('upstream_changed', 'the file is cut off in the middle of a row')
  return records.flatMap((record) => {
    if (record.trim() === '') return []
    const row = reader.one('entries', () => {
      if (!start.test(record)) throw new TollgateError('upstream_changed', `a row begins with ${record.slice(0, 40)}`)
      // Quotes that do not pair stand for themselves.
      const cells = isOpen(record) ? readUnquoted(record, delimiter) : split(record)
      // Empty cells at the end of a row are left out at times; a row that was cut short ends in a word.
      while (cells.length < head.length && cells.at(-1) === '') cells.push('')
      if (cells.length !== head.length)
        throw new TollgateError('upstream_changed', `${cells.length} columns instead of ${head.length}: ${record.slice(0, 60)}`)
      return Object.fromEntries(head.map((column, i) => [column, cells[i]!]))
    })
    return row === null ? [] : [row]
  })
}

/** The row, where the columns with few words say one of them. */
export function inForm(row: CsvRow, forms: Readonly<Record<string, RegExp>>): CsvRow {
  const odd = Object.entries(forms).find(([column, form]) => !form.test(row[column]!))
  if (odd !== undefined) throw new TollgateError('upstream_changed', `${odd[0]} says ${row[odd[0]]!.slice(0, 40)}`)
  return row
}

const isOpen = (record: string): boolean => record.split('"').length % 2 === 0

const readUnquoted = (record: string, delimiter: string): string[] =>
  readRecord(record, delimiter, false).map((cell) => cell.replace(/^"|"$/g, ''))

function readRecord(record: string, delimiter: string, isQuoted: boolean): string[] {
  try {
    const [cells = [], ...more] = parse(record, {
      delimiter,
      trim: true,
      relax_quotes: true,
      relax_column_count: true,
      quote: isQuoted ? '"' : false,
      record_delimiter: isQuoted ? ['\n'] : ['\u0000'],
    }) as string[][]
    return isQuoted && more.length > 0 ? readRecord(record, delimiter, false) : cells
  } catch (error) {
    // A quote that opens a cell and closes within it: none of this row's quotes part anything.
    if (isQuoted) return readUnquoted(record, delimiter)
    throw new TollgateError('upstream_changed', messageOf(error), { cause: error })
  }
}

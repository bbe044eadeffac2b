// CSV as upstreams send it: by header name, trimmed, a byte order mark or a short row forgiven, a missing column not.
import { type Options, parse } from 'csv-parse/sync'
import { messageOf, TollgateError } from '../../base/errors.ts'
import { isDate } from '../../base/usual-dates.ts'
import { readLines } from './plain-csv.ts'

export type CsvRow = Readonly<Record<string, string>>

/** A file without one of its columns has changed beyond reading. */
export function refuseWithout(needed: readonly string[], isThere: (column: string) => boolean): void {
  const missing = needed.filter((column) => !isThere(column))
  if (missing.length > 0) throw new TollgateError('upstream_changed', `columns are missing: ${missing.join(', ')}`)
}

export function parseCsv(text: string, needed: readonly string[], options: { delimiter?: string } = {}): CsvRow[] {
  let width = 0
  const checkHeader = (header: string[]): string[] => {
    width = header.length
    refuseWithout(needed, (column) => header.includes(column))
    return header
  }
  if (text.trim() === '') checkHeader([])
  const lines = readLines(text, options.delimiter ?? ',')
  // A column of that name would be no member of its row.
  const rows =
    lines === null || lines[0]?.includes('__proto__')
      ? (read(text, { columns: checkHeader, ...options }) as CsvRow[])
      : named(lines, checkHeader)
  // Half a figure is another figure.
  const last = rows.at(-1)
  if (last !== undefined && Object.keys(last).length < width && !/[\r\n]$/.test(text))
    throw new TollgateError('upstream_changed', 'the file is cut off in the middle of a row')
  return rows
}

/** Each row by the names in the first: of two columns of one name the last holds, and cells beyond them have none. */
function named(lines: readonly string[][], checkHeader: (header: string[]) => string[]): CsvRow[] {
  const [header, ...cells] = lines
  if (header === undefined) return []
  const names = checkHeader(header)
  return cells.map((line) => {
    const row: Record<string, string> = {}
    for (let i = 0; i < line.length && i < names.length; i++) row[names[i]!] = line[i]!
    return row
  })
}

/** The cells as they lie, for files whose columns are told by their place. */
export const parseCells = (text: string): string[][] => readLines(text, ',') ?? (read(text, {}) as string[][])

function read(text: string, options: Options): unknown {
  try {
    return parse(text, {
      bom: true,
      trim: true,
      skip_empty_lines: true,
      // Spreadsheets end in rows of commas.
      skip_records_with_empty_values: true,
      relax_column_count: true,
      ...options,
    })
  } catch (error) {
    if (error instanceof TollgateError) throw error
    throw new TollgateError('upstream_changed', `not a CSV: ${messageOf(error)}`, { cause: error })
  }
}

const longestUsual = 30

/** A number, or null for the many ways upstreams say that there is none. */
export function toNumber(text: string | undefined): number | null {
  // As nearly all are written.
  if (text !== undefined && text.length <= longestUsual && /^-?\d+(?:\.\d+)?$/.test(text)) return Number(text)
  if (text === undefined || /^(|\.|-|na|n\/a|#n\/a|nan|null|none)$/i.test(text.trim())) return null
  const trimmed = text.trim()
  // Commas only where they part thousands: a decimal comma read as one would be a hundredfold error.
  const plain = /^[+-]?\d{1,3}(,\d{3})+(\.\d*)?$/.test(trimmed) ? trimmed.replaceAll(',', '') : trimmed
  const value = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(plain) ? Number(plain) : Number.NaN
  if (!Number.isFinite(value)) throw new TollgateError('upstream_changed', `${JSON.stringify(text.slice(0, 40))} is not a number`)
  return value
}

/** A day written as YYYY-MM-DD or M/D/YYYY, as an ISO date; a day that no calendar has is refused. */
export function toIsoDate(text: string): string {
  if (isDate(text)) return text
  const iso = /^(\d{4})-(\d{2})-(\d{2})([T ].*)?$/.exec(text)
  const american = iso === null ? /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) : null
  const [year, month, day] = iso ? [iso[1]!, iso[2]!, iso[3]!] : american ? [american[3]!, american[1]!, american[2]!] : []
  if (year === undefined || !isDay(Number(year), Number(month), Number(day)))
    throw new TollgateError('upstream_changed', `${JSON.stringify(text.slice(0, 40))} is not a date`)
  return iso ? text.slice(0, 10) : `${year}-${month!.padStart(2, '0')}-${day!.padStart(2, '0')}`
}

const monthsOfThirty = [4, 6, 9, 11]

// By hand: a history has a million days, and Date takes five times as long and turns the 30th of February into the 2nd of March.
function isDay(year: number, month: number, day: number): boolean {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  const days = month === 2 ? (isLeap ? 29 : 28) : monthsOfThirty.includes(month) ? 30 : 31
  return month >= 1 && month <= 12 && day >= 1 && day <= days
}

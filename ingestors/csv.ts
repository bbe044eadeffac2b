// CSV as upstreams send it: by header name, trimmed, a byte order mark or a short row forgiven, a missing column not.
import { parse } from 'csv-parse/sync'
import { TollgateError } from '../errors.ts'

export type CsvRow = Readonly<Record<string, string>>

export function parseCsv(text: string, needed: readonly string[], options: { delimiter?: string } = {}): CsvRow[] {
  const rows = parse(text, {
    columns: true,
    bom: true,
    trim: true,
    skip_empty_lines: true,
    relax_column_count: true,
    ...options,
  }) as CsvRow[]
  const missing = rows[0] === undefined ? [] : needed.filter((column) => !(column in rows[0]!))
  if (missing.length > 0) throw new TollgateError('upstream_changed', `columns are missing: ${missing.join(', ')}`)
  return rows
}

/** A number, or null for the many ways upstreams say that there is none. */
export function toNumber(text: string | undefined): number | null {
  if (text === undefined || /^(|\.|-|na|n\/a|#n\/a|nan|null|none)$/i.test(text.trim())) return null
  const value = Number(text.trim().replaceAll(',', ''))
  if (!Number.isFinite(value)) throw new TollgateError('upstream_changed', `${JSON.stringify(text.slice(0, 40))} is not a number`)
  return value
}

/** Midnight UTC of a day written as YYYY-MM-DD or M/D/YYYY, as an ISO date. */
export function toIsoDate(text: string): string {
  const iso = /^(\d{4})-(\d{2})-(\d{2})/.exec(text)
  const american = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text)
  const [year, month, day] = iso ? [iso[1], iso[2], iso[3]] : american ? [american[3], american[1], american[2]] : []
  const date = new Date(`${year}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')}T00:00:00Z`)
  if (Number.isNaN(date.getTime()))
    throw new TollgateError('upstream_changed', `${JSON.stringify(text.slice(0, 40))} is not a date`)
  return date.toISOString().slice(0, 10)
}

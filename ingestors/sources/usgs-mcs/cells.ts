// The cells of the summaries: amounts with thousands' commas, bounds, marks for what is not told, and years with words behind them.
import { TollgateError } from '../../../base/errors.ts'
import { type CsvRow, toNumber } from '../../formats/csv.ts'

// Withheld, not available, not applicable, nothing.
// The file is written in the letters of Windows and says so nowhere: where it was read as another its dashes are the mark for what cannot be read.
const unread = '\uFFFD'
const nothing = new Set(['', 'W', 'NA', 'XX', '—', '–', '-', '--', unread])

/** The one country whose name has an accent in the summaries. */
export const readName = (text: string): string => text.replace(/^C.te d.Ivoire$/u, "Côte d'Ivoire")

export interface Amount {
  readonly value: number
  readonly isAtLeast: boolean
  readonly isAtMost: boolean
}

/** null where it is not told; a bound is its number and says so. */
export function readAmount(text: string): Amount | null {
  const trimmed = text.trim()
  if (nothing.has(trimmed)) return null
  const [, sign, rest] = /^([<>]?)\s*e?([\d,.]+)e?$/.exec(trimmed) ?? []
  const value = rest === undefined ? null : toNumber(rest)
  if (value === null) throw new TollgateError('upstream_changed', `${JSON.stringify(trimmed.slice(0, 30))} is no amount`)
  return { value, isAtLeast: sign === '>', isAtMost: sign === '<' }
}

export function readFlag(text: string): boolean {
  const word = text.trim().toLowerCase()
  if (word !== 'yes' && word !== 'no' && word !== '')
    throw new TollgateError('upstream_changed', `${word.slice(0, 20)} is neither yes nor no`)
  return word === 'yes'
}

/** "2025" and "2025_estimated". */
export function readYear(text: string): number {
  const [, year] = /^(20\d\d)(?:_estimated)?$/.exec(text.trim()) ?? []
  if (year === undefined) throw new TollgateError('upstream_changed', `${JSON.stringify(text.slice(0, 30))} is no year`)
  return Number(year)
}

const isReliance = ({ Statistics, Statistics_detail: detail }: CsvRow): boolean =>
  /^net import reliance/i.test(Statistics!) || /^net import reliance/i.test(detail!)

/** Of the newest year; a net exporter is written E. Where several forms are told, the first stands for the mineral. */
export function readReliance(rows: readonly CsvRow[]) {
  const told = rows.filter(isReliance).map((row) => ({ year: readYear(row.Year!), text: row.Value!.trim() }))
  const newest = told.reduce((year, one) => Math.max(year, one.year), 0)
  const text = told.find(({ year }) => year === newest)?.text
  if (text === 'E') return { pct: 0, year: newest, bound: 'net_exporter' }
  const amount = text === undefined ? null : readAmount(text)
  if (amount === null) return null
  const bound = amount.isAtLeast ? 'at_least' : amount.isAtMost ? 'at_most' : 'exact'
  return { pct: amount.value, year: newest, bound }
}

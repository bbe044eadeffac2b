// From lines of attributes to one balance a country and market year: what there was at first, grown and bought, is what was sold, used and left.

import { Readable } from 'node:stream'
import { parse } from 'csv-parse'
import { messageOf, TollgateError } from '../../../base/errors.ts'
import { refuseWithout, toNumber } from '../../formats/csv.ts'
import { balanced } from './commodities.ts'

const attributes = {
  '20': 'beginning',
  '28': 'production',
  '57': 'imports',
  '88': 'exports',
  '125': 'use',
  '176': 'ending',
} as const
type Attribute = (typeof attributes)[keyof typeof attributes]

export interface Line {
  readonly code: string
  readonly country: string
  readonly marketYear: number
  /** The month it was estimated in. */
  readonly vintage: string
  readonly attribute: Attribute
  readonly unit: string
  readonly value: number
}

export interface Balance extends Readonly<Partial<Record<Attribute, number>>> {
  readonly country: string
  readonly marketYear: number
  readonly vintage: string
}

const columns = [
  'Commodity_Code',
  'Country_Code',
  'Market_Year',
  'Calendar_Year',
  'Month',
  'Attribute_ID',
  'Unit_Description',
  'Value',
] as const
const codes = new Set(Object.values(balanced).map(({ code }) => code))
// Figures are rounded to a thousand tonnes, bales or bags.
const roundingUnits = 3
const roundingShare = 0.005

export async function readLines(text: AsyncIterable<string>, firstYear: number): Promise<Line[]> {
  const lines: Line[] = []
  const rows = Readable.from(text).pipe(parse({ columns: checkHeader, bom: true, trim: true, skip_empty_lines: true }))
  try {
    for await (const row of rows as AsyncIterable<Readonly<Record<string, string>>>) {
      const line = readLine(row, firstYear)
      if (line !== null) lines.push(line)
    }
  } catch (error) {
    if (error instanceof TollgateError) throw error
    throw new TollgateError('upstream_changed', `the balances are no CSV: ${messageOf(error)}`, { cause: error })
  }
  return lines
}

function checkHeader(header: string[]): string[] {
  refuseWithout(columns, (column) => header.includes(column))
  return header
}

// Codes come with zeros before them in one archive and without in another.
const plain = (code: string): string => code.replace(/^0+/, '')

function readLine(row: Readonly<Record<string, string>>, firstYear: number): Line | null {
  const code = plain(row.Commodity_Code!)
  const attribute = (attributes as Readonly<Record<string, Attribute>>)[plain(row.Attribute_ID!)]
  const marketYear = Number(row.Market_Year)
  if (!codes.has(code) || attribute === undefined || marketYear < firstYear) return null
  const [year, month, value] = [Number(row.Calendar_Year), Number(row.Month), toNumber(row.Value)]
  if (
    !(
      Number.isInteger(marketYear) &&
      Number.isInteger(year) &&
      year >= 1960 &&
      Number.isInteger(month) &&
      month >= 0 &&
      month <= 12
    )
  )
    throw new TollgateError(
      'upstream_changed',
      `a balance is of ${row.Market_Year}, estimated in ${row.Calendar_Year}, ${row.Month}`,
    )
  // Old estimates have no month.
  const vintage = `${year}-${String(Math.max(1, month)).padStart(2, '0')}`
  return value === null
    ? null
    : { code, country: row.Country_Code!, marketYear, vintage, attribute, unit: row.Unit_Description!, value }
}

/** Of each attribute the newest estimate. */
export function toBalances(lines: readonly Line[]): Balance[] {
  const newest = new Map<string, Line>()
  for (const line of lines) {
    const name = `${line.country} ${line.marketYear} ${line.attribute}`
    const known = newest.get(name)
    if (known === undefined || line.vintage > known.vintage) newest.set(name, line)
  }
  return [...Map.groupBy(newest.values(), ({ country, marketYear }) => `${country} ${marketYear}`).values()].map((own) => ({
    country: own[0]!.country,
    marketYear: own[0]!.marketYear,
    vintage: own.reduce((last, { vintage }) => (vintage > last ? vintage : last), own[0]!.vintage),
    ...Object.fromEntries(own.map(({ attribute, value }) => [attribute, value])),
  }))
}

const supplyOf = ({ beginning = 0, production = 0, imports = 0 }: Balance): number => beginning + production + imports

/** What the identity leaves for use at home: some crops lose, crush or seed under names of their own. */
export const useOf = (one: Balance): number => supplyOf(one) - (one.exports ?? 0) - (one.ending ?? 0)

/** Beginning stocks, production and imports are exports, use and ending stocks, where use is told under that name. */
export function isBalanced(one: Balance): boolean {
  const off = useOf(one) - (one.use ?? useOf(one))
  return useOf(one) >= -roundingUnits && Math.abs(off) <= Math.max(roundingUnits, roundingShare * supplyOf(one))
}

export function sumUp(all: readonly Balance[], kt: number) {
  const sum = (read: (one: Balance) => number) => kt * all.reduce((total, one) => total + read(one), 0)
  return {
    production_kt: sum(({ production = 0 }) => production),
    use_kt: sum(useOf),
    net_exports_kt: sum(({ exports = 0, imports = 0 }) => exports - imports),
    ending_stocks_kt: sum(({ ending = 0 }) => ending),
  }
}

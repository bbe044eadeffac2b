// FiscalData's pages: rows whose every value is a string, and "null" is one of them.
import { TollgateError } from '../../../base/errors.ts'
import type { FetchContext } from '../../define.ts'
import { toNumber } from '../../formats/csv.ts'

export type FiscalRow = Readonly<Record<string, unknown>>

const base = 'https://api.fiscaldata.treasury.gov/services/api/fiscal_service'
const pageSize = 10_000

export async function readPages(
  { http, signal }: Pick<FetchContext, 'http' | 'signal'>,
  path: string,
  query: { fields: string; filter: string },
): Promise<FiscalRow[]> {
  const rows: FiscalRow[] = []
  for (let page = 1; ; page++) {
    const asked = new URLSearchParams({ ...query, 'page[size]': String(pageSize), 'page[number]': String(page) })
    const { data } = (await http.json(`${base}/${path}?${asked}`, { signal })) as { data?: FiscalRow[] }
    if (!Array.isArray(data)) throw new TollgateError('upstream_changed', 'data is not a list')
    rows.push(...data)
    if (data.length < pageSize) return rows
  }
}

export function textOf(row: FiscalRow, field: string): string {
  const value = row[field]
  if (typeof value !== 'string') throw new TollgateError('upstream_changed', `${field} is not a text`)
  return value
}

export const numberOf = (row: FiscalRow, field: string): number | null => toNumber(textOf(row, field))

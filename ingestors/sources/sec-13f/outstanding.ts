// Every company's own count of its shares, from the covers of the reports of a quarter: one request for all of them.

import { UpstreamRefusal } from '../../client/refusal.ts'
import type { FetchContext } from '../../define.ts'
import { readDay, readNumber, readRow, readRows } from '../../formats/json.ts'
import { secHeaders } from '../../sec/listed-companies.ts'

export interface Outstanding {
  readonly shares: number
  readonly as_of: string
}

const frames = 'https://data.sec.gov/api/xbrl/frames/dei/EntityCommonStockSharesOutstanding/shares'
// A company that is late with its report, or reports half-yearly, is in an earlier one.
const quarters = 3

/** By the company's number; the newest count up to the day. */
export async function fetchOutstanding(until: string, context: FetchContext): Promise<Map<string, Outstanding>> {
  const { http, signal } = context
  const known = new Map<string, Outstanding>()
  const [year, month] = until.split('-').map(Number) as [number, number]
  for (let back = 1; back <= quarters; back++) {
    const quarter = year * 4 + Math.floor((month - 1) / 3) - back
    const url = `${frames}/CY${Math.floor(quarter / 4)}Q${(quarter % 4) + 1}I.json`
    const body = await http.json(url, { headers: secHeaders(context), signal }).catch(nullWhereNone)
    if (body === null) continue
    for (const row of readRows(readRow(body, 'the frame').data, 'data')) {
      const cik = String(readNumber(row.cik, 'cik')).padStart(10, '0')
      const [shares, as_of] = [readNumber(row.val, 'val'), readDay(row.end, 'end')]
      const other = known.get(cik)
      if (shares > 0 && as_of <= until && (other === undefined || other.as_of < as_of)) known.set(cik, { shares, as_of })
    }
  }
  return known
}

function nullWhereNone(error: unknown): null {
  if (error instanceof UpstreamRefusal && error.status === 404) return null
  throw error
}

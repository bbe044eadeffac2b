// Polls FINRA's half-monthly file of short positions. Shape as captured of July 2021; a day without a file answers 403.
import { TollgateError } from '../../../base/errors.ts'
import { isNotRecorded, readOrSetAside } from '../../aside.ts'
import { UpstreamRefusal } from '../../client/refusal.ts'
import type { FetchContext } from '../../define.ts'
import { defineIngestor } from '../../define.ts'
import { parseCsv, toIsoDate, toNumber } from '../../formats/csv.ts'
import { type ShortInterest, shortInterest } from './topic.ts'

const columns = [
  'symbolCode',
  'issueName',
  'marketClassCode',
  'currentShortPositionQuantity',
  'previousShortPositionQuantity',
  'stockSplitFlag',
  'averageDailyVolumeQuantity',
  'settlementDate',
]
const firstFiles = 12
const laterFiles = 2
const tickerForm = /^[A-Z][A-Z0-9]{0,5}(-[A-Z0-9]{1,2})?$/
const dayMs = 86_400_000

/** The 15th and the last day of each month, or the workday before; the newest first. */
export function settlementsUntil(at: Date, count: number): string[] {
  const days: string[] = []
  for (let back = 0; days.length < count && back < 2 * count; back++)
    for (const day of [
      new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - back + 1, 0)),
      new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - back, 15)),
    ]) {
      const weekday = day.getUTCDay()
      const workday = new Date(day.getTime() - (weekday === 6 ? 1 : weekday === 0 ? 2 : 0) * dayMs)
      // Seven trading days after it the file is out.
      if (at.getTime() - workday.getTime() > 8 * dayMs && days.length < count) days.push(workday.toISOString().slice(0, 10))
    }
  return days
}

export default defineIngestor<ShortInterest, readonly string[]>({
  source: 'finra-short-interest',
  topic: shortInterest,
  schedule: '30 22,23 * * 1-5',
  grade: 'C',
  proof: 'captured 2021-07',
  async fetch(context) {
    const wanted = settlementsUntil(context.at, context.since === null ? firstFiles : laterFiles)
    const files: string[] = []
    let refused: unknown = null
    for (const day of wanted) {
      const file = await fetchFile(day, context)
      if (typeof file === 'string') files.push(file)
      else refused = file
    }
    // The older settlements have long been published: where no file is there, it is us who are refused.
    if (files.length === 0 && refused !== null) throw refused
    return files
  },
  parse: (files, _at, setAside) =>
    files.flatMap((file) =>
      parseCsv(file, columns, { delimiter: '|' }).flatMap(
        (row) =>
          readOrSetAside(
            () => JSON.stringify(row),
            () => readPosition(row),
            setAside,
          ) ?? [],
      ),
    ),
})

/** A holiday moves the settlement to the workday before it. */
async function fetchFile(settlement: string, context: FetchContext): Promise<string | Error> {
  const file = await fetchDay(Date.parse(settlement), context)
  return typeof file === 'string' ? file : fetchDay(Date.parse(settlement) - dayMs, context)
}

async function fetchDay(time: number, { http, signal }: FetchContext): Promise<string | Error> {
  const day = new Date(time).toISOString().slice(0, 10).replaceAll('-', '')
  try {
    return await http.text(`https://cdn.finra.org/equity/otcmarket/biweekly/shrt${day}.csv`, { expect: 'csv', signal })
  } catch (error) {
    const isMissing = error instanceof UpstreamRefusal && (error.status === 403 || error.status === 404)
    if (isMissing || isNotRecorded(error)) return error as Error
    throw error
  }
}

function readPosition(row: Readonly<Record<string, string>>): Omit<ShortInterest, 'vintage'> | [] {
  // Listed classes are written BRK.B, foreign and fund shares of the over-the-counter market have five letters and no report to the SEC.
  const ticker = row.symbolCode!.toUpperCase().replace(/[./ ]/, '-')
  if (!tickerForm.test(ticker) || row.marketClassCode === 'OTC') return []
  const whole = (name: string): number => {
    const value = toNumber(row[name])
    if (value === null || value < 0 || !Number.isInteger(value))
      throw new TollgateError('upstream_changed', `${name} is ${row[name]?.slice(0, 20)}`)
    return value
  }
  return {
    ticker,
    name: row.issueName!,
    market: row.marketClassCode!,
    settlement: toIsoDate(row.settlementDate!),
    short: whole('currentShortPositionQuantity'),
    short_before: whole('previousShortPositionQuantity'),
    average_volume: whole('averageDailyVolumeQuantity'),
    is_split: row.stockSplitFlag !== '',
  }
}

// Reads the SEC's half-monthly lists of failed deliveries, of the securities it lists by ticker. Shape as captured.
import { join } from 'node:path'
import { TollgateError } from '../../../base/errors.ts'
import { fetchParts } from '../../aside.ts'
import { withScratch } from '../../client/scratch.ts'
import { defineIngestor, type FetchContext } from '../../define.ts'
import { toNumber } from '../../formats/csv.ts'
import { readTable } from '../../formats/table-stream.ts'
import { withZip } from '../../formats/zip.ts'
import { listArchives } from '../../sec/data-sets.ts'
import { fetchCompanies, isOtherSecurity, secHeaders, tickersBySymbol } from '../../sec/listed-companies.ts'
import { type FailedHalf, failedDeliveries } from './topic.ts'

type Day = FailedHalf['days'][number]
/** By half-month and ticker. */
type Halves = ReadonlyMap<string, ReadonlyMap<string, readonly Day[]>>

const page = 'https://www.sec.gov/data-research/sec-markets-data/fails-deliver-data'
// Half a year at first; later the newest two, which may be filed again.
const firstHalves = 13
const laterHalves = 2
const mostBytes = 200 * 1024 * 1024
const columns = ['SETTLEMENT DATE', 'SYMBOL', 'QUANTITY (FAILS)', 'DESCRIPTION', 'PRICE'] as const

export default defineIngestor<FailedHalf, Halves>({
  source: 'sec-fails',
  topic: failedDeliveries,
  schedule: '5 14 * * 1-5',
  grade: 'A',
  proof: 'captured 2018-11',
  needs: ['SEC_USER_AGENT'],
  fetch: (context) => withScratch((folder) => fetchHalves(folder, context)),
  parse: (halves) =>
    [...halves].flatMap(([half, byTicker]) =>
      [...byTicker].map(([ticker, days]) => ({ ticker, half, days: days.toSorted((a, b) => (a.date < b.date ? -1 : 1)) })),
    ),
})

async function fetchHalves(folder: string, context: FetchContext): Promise<Halves> {
  const { http, signal, since } = context
  const listed = (await fetchCompanies(context)).map(({ ticker }) => ticker).filter((ticker) => !isOtherSecurity(ticker))
  const tickers = tickersBySymbol(listed)
  const archives = (await listArchives(page, /^cnsfails(\d{6})([ab])/i, context)).map(({ url, parts }) => ({
    url,
    half: parts.join('').toLowerCase(),
  }))
  const newest = archives.sort((a, b) => (a.half < b.half ? 1 : -1)).slice(0, since === null ? firstHalves : laterHalves)
  const ask = async ({ url, half }: (typeof newest)[number]) => {
    const path = join(folder, `${half}.zip`)
    await http.download(url, path, { headers: secHeaders(context), signal })
    return [half, await readHalf(path, tickers)] as const
  }
  return new Map(await fetchParts(newest, ({ half }) => half, ask, context.setAside))
}

async function readHalf(path: string, tickers: ReadonlyMap<string, string>): Promise<Map<string, Day[]>> {
  const byTicker = new Map<string, Day[]>()
  let [rows, odd] = [0, 0]
  await withZip(path, mostBytes, async (zip) => {
    const name = zip.names.find((one) => /^cnsfails/i.test(one)) ?? 'cnsfails.txt'
    for await (const part of readTable(await zip.text(name), columns, '|'))
      for (const row of part) {
        // The file ends with two lines that count it.
        if (row.SYMBOL === '' && row['SETTLEMENT DATE'].startsWith('Trailer')) continue
        rows++
        const day = readDay(row)
        if (day === null) odd++
        const ticker = tickers.get(row.SYMBOL.toUpperCase().replace(/[./ ]/, '-')) ?? tickers.get(row.SYMBOL.toUpperCase())
        if (day === null || ticker === undefined) continue
        const known = byTicker.get(ticker) ?? []
        byTicker.set(ticker, known)
        // A security that changed its number is there under both for a few days.
        if (!known.some(({ date }) => date === day.date)) known.push(day)
      }
  })
  if (rows === 0 || odd * 5 > rows)
    throw new TollgateError('upstream_changed', `${odd} of ${rows} failed deliveries cannot be read`)
  return byTicker
}

/** null where a description held the separator: its columns are not where they should be. */
function readDay(row: Readonly<Record<(typeof columns)[number], string>>): Day | null {
  const date = /^(20\d\d)(\d\d)(\d\d)$/.exec(row['SETTLEMENT DATE'])
  const quantity = row['QUANTITY (FAILS)']
  if (date === null || !/^\d{1,12}$/.test(quantity)) return null
  const isShifted = !/^(\.|\d{1,7}(\.\d{1,6})?|)$/.test(row.PRICE)
  const price = isShifted ? null : toNumber(row.PRICE)
  return { date: date.slice(1).join('-'), fails: Number(quantity), price_usd: price === 0 ? null : price }
}

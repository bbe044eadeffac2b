// Which listed security a CUSIP is, from the lists of failed deliveries: nobody else gives away both names of a security.
import { join } from 'node:path'
import { TollgateError } from '../../base/errors.ts'
import type { FetchContext } from '../define.ts'
import { readTable } from '../formats/table-stream.ts'
import { withZip } from '../formats/zip.ts'
import { readCusip } from './cusip.ts'
import { listArchives } from './data-sets.ts'
import { fetchCompanies, fetchFundClasses, isOtherSecurity, type ListedCompany, secHeaders } from './listed-companies.ts'

export interface Security extends ListedCompany {
  /** The newest first: mergers and moves give a security another. */
  readonly cusips: readonly string[]
  /** The company has no other listed share that its count of shares could mean. */
  readonly isOnlyShare: boolean
}

export interface Securities {
  readonly list: readonly Security[]
  readonly byCusip: ReadonlyMap<string, number>
}

export interface Failed {
  readonly day: string
  readonly cusip: string
  readonly symbol: string
}

const page = 'https://www.sec.gov/data-research/sec-markets-data/fails-deliver-data'
// Half-months; nearly every security fails somewhere within two months.
const newest = 4
const mostBytes = 200 * 1024 * 1024

export async function fetchSecurities(folder: string, context: FetchContext): Promise<Securities> {
  const { http, signal } = context
  const companies = await fetchCompanies(context)
  const funds = new Set((await fetchFundClasses(context)).map(({ ticker }) => ticker))
  const archives = (await listArchives(page, /^cnsfails(\d{6})([ab])/i, context)).sort((a, b) =>
    a.parts.join('') < b.parts.join('') ? 1 : -1,
  )
  const failed: Failed[] = []
  for (const [i, { url }] of archives.slice(0, newest).entries()) {
    const path = join(folder, `fails-${i}.zip`)
    await http.download(url, path, { headers: secHeaders(context), signal })
    failed.push(...(await readFails(path)))
  }
  return matchSecurities(
    companies.filter(({ ticker }) => !funds.has(ticker)),
    failed,
  )
}

/** The last day's symbol of each CUSIP. */
async function readFails(path: string): Promise<Failed[]> {
  const last = new Map<string, Failed>()
  let [rows, odd] = [0, 0]
  await withZip(path, mostBytes, async (zip) => {
    const name = zip.names.find((one) => /^cnsfails/i.test(one)) ?? 'cnsfails.txt'
    for await (const part of readTable(await zip.text(name), ['SETTLEMENT DATE', 'CUSIP', 'SYMBOL'], '|'))
      for (const row of part) {
        // The file ends with two lines that count it.
        if (row.CUSIP === '' && row.SYMBOL === '') continue
        rows++
        const cusip = readCusip(row.CUSIP)
        const day = row['SETTLEMENT DATE']
        if (cusip === null || !/^20\d{6}$/.test(day)) odd++
        else if (row.SYMBOL !== '' && (last.get(cusip)?.day ?? '') < day) last.set(cusip, { day, cusip, symbol: row.SYMBOL })
      }
  })
  if (rows === 0 || odd * 5 > rows)
    throw new TollgateError('upstream_changed', `${odd} of ${rows} failed deliveries have no CUSIP or day`)
  return [...last.values()]
}

export function matchSecurities(companies: readonly ListedCompany[], failed: readonly Failed[]): Securities {
  const places = new Map(companies.map(({ ticker }, i) => [ticker, i]))
  // BRK-B is written BRKB there; a ticker that is another's without its dash stays its own.
  for (const [i, { ticker }] of companies.entries())
    if (ticker.includes('-') && !places.has(ticker.replace('-', ''))) places.set(ticker.replace('-', ''), i)
  const shares = Map.groupBy(
    companies.filter(({ ticker }) => !isOtherSecurity(ticker)),
    ({ cik }) => cik,
  )
  const cusips = companies.map((): string[] => [])
  const byCusip = new Map<string, number>()
  for (const { cusip, symbol } of failed.toSorted((a, b) => (a.day < b.day ? 1 : -1))) {
    const place = places.get(symbol.toUpperCase().replace(/[./ ]/, '-')) ?? places.get(symbol.toUpperCase())
    if (place === undefined || byCusip.has(cusip)) continue
    byCusip.set(cusip, place)
    cusips[place]!.push(cusip)
  }
  const list = companies.map((company, i) => {
    const own = shares.get(company.cik) ?? []
    return { ...company, cusips: cusips[i]!, isOnlyShare: own.length === 1 && own[0]!.ticker === company.ticker }
  })
  return { list, byCusip }
}

// The companies the SEC lists by ticker, and the tickers that are classes of funds.
import { TollgateError } from '../../base/errors.ts'
import { readEach } from '../aside.ts'
import type { FetchContext } from '../define.ts'
import { needSome, readList, readNumber, readRow, readText } from '../formats/json.ts'

export interface ListedCompany {
  readonly cik: string
  readonly ticker: string
  readonly name: string
}

export interface FundClass {
  readonly ticker: string
  readonly seriesId: string
  readonly classId: string
}

// Preferred shares, units, rights and warrants are other things than a company's share.
export const isOtherSecurity = (ticker: string): boolean => /-(P[A-Z]?|U|UN|R|RI|RT|W|WS|WT)$/.test(ticker)

// The SEC allows ten a second of one address, for all its hosts together: half of eight for each of the two.
export const secGapMs = 250

const fundColumns = ['cik', 'seriesId', 'classId', 'symbol']

/** The SEC asks every program to say who runs it. */
export const secHeaders = ({ credential }: Pick<FetchContext, 'credential'>) => ({
  'user-agent': credential('SEC_USER_AGENT') ?? '',
})

export async function fetchCompanies(context: FetchContext): Promise<ListedCompany[]> {
  const { http, signal } = context
  const body = await http.json('https://www.sec.gov/files/company_tickers.json', { headers: secHeaders(context), signal })
  const companies = readEach(Object.values(readRow(body, 'the ticker list')), readCompany, context.setAside)
  // Of an empty list every ticker would be unknown.
  return needSome(companies, 'the ticker list is empty')
}

function readCompany(value: unknown): ListedCompany {
  const row = readRow(value, 'a ticker')
  return {
    cik: String(readNumber(row.cik_str, 'cik_str')).padStart(10, '0'),
    ticker: readText(row.ticker, 'ticker').toUpperCase().replace(/[./]/, '-'),
    name: readText(row.title, 'title'),
  }
}

export async function fetchFundClasses(context: FetchContext): Promise<FundClass[]> {
  const { http, signal } = context
  const body = await http.json('https://www.sec.gov/files/company_tickers_mf.json', { headers: secHeaders(context), signal })
  const { fields, data } = readRow(body, 'the list of funds')
  if (JSON.stringify(fields) !== JSON.stringify(fundColumns))
    throw new TollgateError('upstream_changed', `the list of funds has the columns ${JSON.stringify(fields)?.slice(0, 80)}`)
  const funds = readEach(readList(data, 'data'), readFundClass, context.setAside)
  return needSome(funds, 'the list of funds is empty')
}

function readFundClass(value: unknown): FundClass {
  const row = readList(value, 'a fund')
  if (row.length !== fundColumns.length) throw new TollgateError('upstream_changed', `a fund has ${row.length} parts`)
  return {
    ticker: String(row[3]).toUpperCase().replace(/[./]/, '-'),
    seriesId: readText(row[1], 'seriesId'),
    classId: readText(row[2], 'classId'),
  }
}

/** The lists of deliveries and of short positions write BRK-B as BRKB or BRK.B; a ticker that is another's without its dash stays its own. */
export function tickersBySymbol(tickers: readonly string[]): ReadonlyMap<string, string> {
  const known = new Map(tickers.map((ticker) => [ticker, ticker]))
  for (const ticker of tickers)
    if (ticker.includes('-') && !known.has(ticker.replace('-', ''))) known.set(ticker.replace('-', ''), ticker)
  return known
}

// Fetches what the SEC has of each company of an asked list: its filings' dates and its earnings a share.

import { TollgateError } from '../../../base/errors.ts'
import type { ValueOf } from '../../../db/log/topic.ts'
import { fetchedOrAside, readEach } from '../../aside.ts'
import { UpstreamRefusal } from '../../client/refusal.ts'
import { defineIngestor, type FetchContext } from '../../define.ts'
import { readDay, readList, readNumber, readRow, readRows, readText } from '../../formats/json.ts'
import { readAccepted } from '../../sec/accepted-at.ts'
import { fetchCompanies, secGapMs, secHeaders } from '../../sec/listed-companies.ts'
import { fetchNotices, type Notice, noticesOf, readTold } from './notices.ts'
import { type CompanyFilings, earningsFilings } from './topic.ts'

interface Asked {
  readonly tickers: string
  readonly companies: readonly {
    readonly ticker: string
    readonly cik: string
    readonly filings: unknown
    readonly eps: unknown
    /** What it filed since its last results that may name the day of the next. */
    readonly notices?: readonly Notice[]
  }[]
}

// The list the documents show; whatever else is asked for stays fresh on the watch list.
const prefetched = ['AAPL,MSFT']
const yearsKept = 8
const dayMs = 86_400_000
const gapMs = secGapMs
const unit = 'USD/shares'
// Companies without dilution name one figure for both.
const tags = ['EarningsPerShareDiluted', 'EarningsPerShareBasicAndDiluted']

async function fetchList(tickers: string, context: FetchContext): Promise<Asked> {
  const { http, signal } = context
  const headers = secHeaders(context)
  const ciks = new Map((await fetchCompanies(context)).map((company) => [company.ticker, company.cik]))
  const known = tickers.split(',').flatMap((ticker) => {
    const cik = ciks.get(ticker)
    return cik === undefined ? [] : [{ ticker, cik }]
  })
  if (known.length === 0) throw new TollgateError('key_unknown', `the SEC lists none of ${tickers}`)
  const fetchOne = async ({ ticker, cik }: (typeof known)[number]) => {
    const filings = await http.json(`https://data.sec.gov/submissions/CIK${cik}.json`, { headers, signal, gapMs })
    const read = (url: string, limit: { readonly maxBytes: number }) =>
      http.text(url, { expect: 'text', headers, signal, gapMs, ...limit })
    return {
      ticker,
      cik,
      filings,
      eps: await fetchEps(cik, (url) => http.json(url, { headers, signal, gapMs })),
      notices: await fetchNotices(noticesOf(filings, cik), read),
    }
  }
  // Where nobody is left, it is the list that cannot be read.
  const setAside = known.length > 1 ? context.setAside : undefined
  const fetched = await Promise.all(known.map((one) => fetchedOrAside(one.ticker, fetchOne(one), setAside)))
  const companies = fetched.flatMap((one) => one ?? [])
  if (companies.length === 0) throw new TollgateError('upstream_refused', `the SEC answers for none of ${tickers}`)
  return { tickers, companies }
}

/** null: the company reports none, as funds do. */
async function fetchEps(cik: string, ask: (url: string) => Promise<unknown>): Promise<unknown> {
  for (const tag of tags) {
    try {
      return await ask(`https://data.sec.gov/api/xbrl/companyconcept/CIK${cik}/us-gaap/${tag}.json`)
    } catch (error) {
      if (!(error instanceof UpstreamRefusal) || error.status !== 404) throw error
    }
  }
  return null
}

export default defineIngestor<ValueOf<typeof earningsFilings>, Asked[]>({
  source: 'sec-earnings',
  topic: earningsFilings,
  schedule: '20 6 * * 1-6',
  grade: 'A',
  proof: 'captured 2026-06',
  // The SEC asks every program to say who runs it.
  needs: ['SEC_USER_AGENT'],
  async fetch(context) {
    const lists: Asked[] = []
    for (const tickers of prefetched) lists.push(await fetchList(tickers, context))
    return lists
  },
  parse: (lists, at, setAside) =>
    lists.map(({ tickers, companies }) => ({
      tickers,
      fetched_at: at.toISOString(),
      companies: readEach(
        companies,
        ({ ticker, cik, filings, eps, notices = [] }) => ({
          ticker,
          cik,
          ...readFilings(filings),
          ...readTold(notices),
          eps: eps === null ? [] : readEps(eps, new Date(at.getTime() - yearsKept * 366 * dayMs).toISOString().slice(0, 10)),
        }),
        companies.length > 1 ? setAside : undefined,
        ({ ticker }) => ticker,
      ),
      vintage: at.toISOString(),
    })),
  openKeys: {
    async fetch(tickers, context) {
      const list = await fetchList(tickers, context)
      if (list.companies.every(isSilent))
        throw new TollgateError('key_unknown', `none of ${tickers} announces results to the SEC`)
      return [list]
    },
    // Each company costs two questions, and a list has up to 25.
    deadlineSeconds: 40,
    pollSeconds: 12 * 3_600,
    watchSeconds: 3 * 86_400,
    cooldownSeconds: 3_600,
    unknownSeconds: 86_400,
    concurrency: 2,
    perSecond: 1,
  },
})

/** Whose filings cannot be read is not known to be silent. */
function isSilent({ filings }: Asked['companies'][number]): boolean {
  try {
    return readFilings(filings).announced.length === 0
  } catch (error) {
    if (!(error instanceof TollgateError)) throw error
    return false
  }
}

function readFilings(body: unknown): Pick<CompanyFilings, 'name' | 'announced' | 'reports'> {
  const { name, filings } = readRow(body, 'the submissions')
  const recent = readRow(readRow(filings, 'filings').recent, 'filings.recent')
  const columns = ['form', 'items', 'acceptanceDateTime', 'filingDate', 'reportDate'].map((one) => readList(recent[one], one))
  const [form, items, accepted, filed, period] = columns as [unknown[], unknown[], unknown[], unknown[], unknown[]]
  if (columns.some((column) => column.length !== form.length))
    throw new TollgateError('upstream_changed', 'the columns of filings differ in length')
  const announced: string[] = []
  const reports: { period_end: string; filed: string }[] = []
  form.forEach((word, i) => {
    const kind = readText(word, 'form')
    const told = items[i]
    if (typeof told !== 'string') throw new TollgateError('upstream_changed', 'items is no text')
    if (kind === '8-K' && told.split(',').includes('2.02')) announced.push(readTime(accepted[i], filed[i]))
    if (kind === '10-Q' || kind === '10-K')
      reports.push({
        period_end: readDay(period[i], 'reportDate'),
        filed: readDay(filed[i], 'filingDate'),
      })
  })
  return { name: readText(name, 'name'), announced: announced.sort(), reports: reports.sort(byEnd) }
}

const byEnd = (a: { period_end: string }, b: { period_end: string }): number => (a.period_end < b.period_end ? -1 : 1)

const readTime = (accepted: unknown, filed: unknown): string =>
  readAccepted(readText(accepted, 'acceptanceDateTime'), readText(filed, 'filingDate')).toISOString()

/** One figure may be filed several times: as news, then beside the next year's. Half-year and nine-month sums are left out. */
function readEps(body: unknown, from: string): CompanyFilings['eps'] {
  const list = readRow(readRow(body, 'the concept').units, 'units')[unit]
  const rows = list === undefined ? [] : readRows(list, unit, { mayBeEmpty: true })
  return rows.flatMap((row) => {
    const [start, end, filed] = [row.start, row.end, row.filed].map((one) => readDay(one, 'a day of a figure'))
    const usd = readNumber(row.val, 'val')
    const days = (Date.parse(end!) - Date.parse(start!)) / dayMs
    const isKept = end! >= from && ((days > 75 && days < 105) || (days > 345 && days < 380))
    return isKept ? [{ start: start!, end: end!, filed: filed!, usd }] : []
  })
}

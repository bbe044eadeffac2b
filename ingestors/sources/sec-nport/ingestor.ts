// Fetches the newest portfolio reports of a fund somebody asks for: its series by its ticker, the series' filings, and those themselves.
import { TollgateError } from '../../../base/errors.ts'
import { fetchedOrAside, readEach } from '../../aside.ts'
import { defineIngestor, type FetchContext } from '../../define.ts'
import { allOf, needText, parseXml } from '../../formats/xml.ts'
import { type FundClass, fetchCompanies, fetchFundClasses, secHeaders } from '../../sec/listed-companies.ts'
import { type Report, readReport } from './nport.ts'
import { fundReports } from './topic.ts'

interface Listed {
  readonly accession: string
  readonly filedAt: string
  readonly url: string
}

interface Fetched extends FundClass, Listed {
  readonly text: string
}

// The fund the documents show; whatever else is asked for stays fresh on the watch list.
const prefetched = ['VTI']
// A large bond fund's report is twenty megabytes: two quarters are what a caller can wait for.
const newest = 2

async function fetchFund(ticker: string, context: FetchContext): Promise<Fetched[]> {
  const { http, signal } = context
  const headers = secHeaders(context)
  const fund = await findFund(ticker, context)
  const query = new URLSearchParams({ action: 'getcompany', CIK: fund.seriesId, type: 'NPORT-P', owner: 'include', count: '10' })
  const feed = `https://www.sec.gov/cgi-bin/browse-edgar?${query}&output=atom`
  const listed = readFeed(await http.text(feed, { expect: 'xml', headers, signal })).slice(0, newest)
  if (listed.length === 0) throw new TollgateError('key_unknown', `${ticker} files no portfolio reports`)
  const fetched = await Promise.all(
    listed.map(async (one) => {
      const fetched = http.text(one.url, { expect: 'xml', headers, signal })
      const text = await fetchedOrAside(one.accession, fetched, context.setAside)
      return text === undefined ? [] : [{ ...fund, ...one, text }]
    }),
  )
  return fetched.flat()
}

export default defineIngestor<Report, Fetched[]>({
  source: 'sec-nport',
  topic: fundReports,
  schedule: '40 4 * * *',
  grade: 'A',
  proof: 'captured 2023-02',
  // The SEC asks every program to say who runs it.
  needs: ['SEC_USER_AGENT'],
  async fetch(context) {
    const reports: Fetched[] = []
    for (const ticker of prefetched) {
      const fetched = await fetchFund(ticker, context).catch((error: unknown) => {
        // These are there: without one of them the list is another.
        if (error instanceof TollgateError && error.code === 'key_unknown') throw changed(error.message)
        throw error
      })
      reports.push(...fetched)
    }
    return reports
  },
  // A report is a sum of its holdings: one that cannot be read whole costs itself.
  parse: (reports, seenAt, setAside) =>
    readEach(
      reports,
      ({ ticker, seriesId, classId, accession, filedAt, text }) => ({
        ticker,
        accession,
        filed_at: filedAt,
        ...readReport(text, seriesId, classId),
        vintage: seenAt.toISOString(),
      }),
      setAside,
      ({ accession }) => accession,
    ),
  openKeys: {
    fetch: fetchFund,
    pollSeconds: 86_400,
    watchSeconds: 14 * 86_400,
    cooldownSeconds: 12 * 3_600,
    unknownSeconds: 86_400,
    concurrency: 2,
    perSecond: 1,
  },
})

async function findFund(ticker: string, context: FetchContext): Promise<FundClass> {
  const row = (await fetchFundClasses(context)).find((one) => one.ticker === ticker)
  if (row === undefined) {
    const isCompany = (await fetchCompanies(context)).some((one) => one.ticker === ticker)
    // Who holds a company comes with the quarterly sets, unasked: it is not unknown before the first of them is read.
    if (isCompany) throw new TollgateError('upstream_refused', `${ticker} is a company, which reports no portfolio`)
    throw new TollgateError('key_unknown', `${ticker} is no fund and no company that the SEC lists`)
  }
  const { seriesId, classId } = row
  if (!/^S\d{9}$/.test(seriesId) || !/^C\d{9}$/.test(classId)) throw changed(`${seriesId} or ${classId} is no number of a fund`)
  return row
}

/** The newest first; an amendment is a filing of its own. */
function readFeed(xml: string): Listed[] {
  return allOf(parseXml(xml, 'feed'), 'entry')
    .flatMap((entry) => {
      const accession = /accession-number=(\d{10}-\d{2}-\d{6})$/.exec(needText(entry, 'id'))?.[1]
      const filed = new Date(needText(entry, 'updated'))
      const href = allOf(entry, 'link')[0]?.attributes.href ?? ''
      const form = allOf(entry, 'category')[0]?.attributes.term
      const folder = /^(https:\/\/www\.sec\.gov\/Archives\/edgar\/data\/\d+\/\d{18})\/[^/]+-index\.html?$/.exec(href)?.[1]
      if (accession === undefined || Number.isNaN(filed.getTime()) || folder === undefined || form === undefined)
        throw changed('an entry has no number, time, link or form')
      if (form !== 'NPORT-P' && form !== 'NPORT-P/A') return []
      return [{ accession, filedAt: filed.toISOString(), url: `${folder}/primary_doc.xml` }]
    })
    .sort((a, b) => (a.filedAt < b.filedAt ? 1 : -1))
}

const changed = (what: string) => new TollgateError('upstream_changed', `N-PORT: ${what}`)

// Fetches what the SEC has of a company that somebody asks about: its filings and the figures of its reports. Shapes as captured of Apple.
import { TollgateError } from '../../../base/errors.ts'
import { fetchParts, readOrSetAside, type SetAside } from '../../aside.ts'
import { defineIngestor, type FetchContext } from '../../define.ts'
import { readRow, readText, readTextOrNull } from '../../formats/json.ts'
import { fetchCompanies, type ListedCompany, secGapMs, secHeaders } from '../../sec/listed-companies.ts'
import { readFigures } from './figures.ts'
import { readFilings } from './filings.ts'
import { type Company, companyReports } from './topic.ts'

interface Asked {
  readonly ticker: string
  readonly cik: string
  readonly submissions: unknown
  readonly facts: unknown
}

// What the documents show and what portfolios are compared with; whatever else is asked for stays fresh on the watch list.
const prefetched = ['AAPL', 'MSFT']

type Missing = 'key_unknown' | 'upstream_changed'

async function fetchCompany(
  ticker: string,
  companies: readonly ListedCompany[],
  missing: Missing,
  context: FetchContext,
): Promise<Asked> {
  const { http, signal } = context
  const listed = companies.find((one) => one.ticker === ticker)
  if (listed === undefined) throw new TollgateError(missing, `the SEC lists no ${ticker}`)
  const { cik } = listed
  const ask = (path: string) =>
    http.json(`https://data.sec.gov/${path}`, { headers: secHeaders(context), signal, gapMs: secGapMs })
  const submissions = await ask(`submissions/CIK${cik}.json`)
  // One that never reported in XBRL has no file: 404, which makes the key unknown.
  return { ticker, cik, submissions, facts: await ask(`api/xbrl/companyfacts/CIK${cik}.json`) }
}

export default defineIngestor<Company, Asked[]>({
  source: 'sec-company',
  topic: companyReports,
  schedule: '40 6 * * 1-6',
  grade: 'A',
  proof: 'captured 2026-05',
  needs: ['SEC_USER_AGENT'],
  async fetch(context) {
    const listed = await fetchCompanies(context)
    const ask = (ticker: string) => fetchCompany(ticker, listed, 'upstream_changed', context)
    return fetchParts(prefetched, (ticker) => ticker, ask, context.setAside)
  },
  parse: (companies, at, setAside) =>
    companies.flatMap((one) => {
      const read = () => [readCompany(one, at, setAside)]
      return readOrSetAside(() => one.ticker, read, setAside) ?? []
    }),
  openKeys: {
    async fetch(ticker, context) {
      const asked = await fetchCompany(ticker, await fetchCompanies(context), 'key_unknown', context)
      // Rows that cannot be read are counted where they are parsed.
      if (Object.keys(readFigures(asked.facts, context.at, () => undefined)).length === 0)
        throw new TollgateError('key_unknown', `${ticker} reports no figures in dollars to the SEC`)
      return [asked]
    },
    deadlineSeconds: 30,
    pollSeconds: 12 * 3_600,
    watchSeconds: 3 * 86_400,
    cooldownSeconds: 3_600,
    unknownSeconds: 86_400,
    concurrency: 2,
    perSecond: 1,
  },
})

function readCompany({ ticker, cik, submissions, facts }: Asked, at: Date, setAside: SetAside | undefined) {
  const about = readRow(submissions, 'the submissions')
  const exchange = Array.isArray(about.exchanges) ? about.exchanges[0] : null
  return {
    ticker,
    cik,
    name: readText(about.name, 'name'),
    sic: readTextOrNull(about.sic, 'sic'),
    industry: readTextOrNull(about.sicDescription, 'sicDescription'),
    exchange: readTextOrNull(exchange, 'an exchange'),
    fetched_at: at.toISOString(),
    filings: readFilings(about.filings, at, setAside),
    figures: readFigures(facts, at, setAside),
  }
}

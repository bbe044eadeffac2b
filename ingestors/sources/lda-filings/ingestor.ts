// Polls the newest lobbying reports, and names the listed company behind a client. Shape as captured of April 2026; persons are left out.
import type { ValueOf } from '../../../db/log/topic.ts'
import { fetchedOrAside, readEach } from '../../aside.ts'
import { defineIngestor, type Unstamped } from '../../define.ts'
import { type Row, readNumber, readNumberOrNull, readRow, readRows, readText } from '../../formats/json.ts'
import { fetchCompanies, isOtherSecurity, type ListedCompany } from '../../sec/listed-companies.ts'
import { lobbyingReports } from './topic.ts'

type Report = Unstamped<ValueOf<typeof lobbyingReports>>

interface Fetched {
  readonly pages: readonly unknown[]
  readonly companies: readonly ListedCompany[]
}

const pageSize = 25
const firstPages = 12
const laterPages = 6
// Without a key the Senate allows fifteen a minute.
const gapMs = 4_200

export default defineIngestor<ValueOf<typeof lobbyingReports>, Fetched>({
  source: 'lda-filings',
  topic: lobbyingReports,
  schedule: '5 */3 * * *',
  grade: 'A',
  proof: 'captured 2026-07',
  needs: ['SEC_USER_AGENT'],
  async fetch(context) {
    const { http, signal, since, at } = context
    const pages: unknown[] = []
    for (let page = 1; page <= (since === null ? firstPages : laterPages); page++) {
      const query = `ordering=-dt_posted&filing_year=${at.getUTCFullYear()}&page_size=${pageSize}&page=${page}`
      const asked = http.json(`https://lda.senate.gov/api/v1/filings/?${query}`, { signal, gapMs })
      const answer = await fetchedOrAside(`page ${page}`, asked, context.setAside)
      if (answer === undefined) break
      pages.push(answer)
      if (readRow(answer, 'the answer').next === null) break
    }
    return { pages, companies: await fetchCompanies(context) }
  },
  parse({ pages, companies }, _at, setAside) {
    const tickers = tickersByName(companies)
    const rows = pages.flatMap((page) => readRows(readRow(page, 'a page').results, 'results', { mayBeEmpty: true }))
    const reports = readEach(rows, (row) => readReport(row, tickers), setAside)
    // A report that came while the pages were turned is on two of them.
    return [...new Map(reports.map((one) => [one.report, one])).values()]
  },
})

function readReport(row: Row, tickers: ReadonlyMap<string, string | null>): Report {
  const [client, registrant] = [readRow(row.client, 'client'), readRow(row.registrant, 'registrant')]
  const name = readText(client.name, 'client.name')
  const activities = readRows(row.lobbying_activities, 'lobbying_activities', { mayBeEmpty: true })
  return {
    report: readText(row.filing_uuid, 'filing_uuid'),
    posted_at: new Date(readText(row.dt_posted, 'dt_posted')).toISOString(),
    year: readNumber(row.filing_year, 'filing_year'),
    period: readText(row.filing_period, 'filing_period'),
    registrant: readText(registrant.name, 'registrant.name'),
    client: name,
    ticker: tickers.get(plain(name)) ?? null,
    amount_usd: readNumberOrNull(row.income, 'income') ?? readNumberOrNull(row.expenses, 'expenses'),
    issues: [...new Set(activities.map((one) => readText(one.general_issue_code, 'general_issue_code')))].sort(),
    url: readText(row.filing_document_url, 'filing_document_url'),
  }
}

const forms = new Set([
  'inc',
  'incorporated',
  'corp',
  'corporation',
  'co',
  'company',
  'companies',
  'llc',
  'ltd',
  'limited',
  'plc',
  'lp',
  'the',
  'holdings',
  'group',
  'and',
])

/** A name without its legal form: LOCKHEED MARTIN CORPORATION is Lockheed Martin Corp. */
export const plain = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9 ]/g, ' ')
    .split(/ +/)
    .filter((word) => word !== '' && !forms.has(word))
    .join(' ')

/** Two companies of one plain name are nobody's. */
export function tickersByName(companies: readonly ListedCompany[]): ReadonlyMap<string, string | null> {
  const byName = new Map<string, { readonly cik: string; readonly ticker: string | null }>()
  for (const { name, ticker, cik } of companies) {
    if (isOtherSecurity(ticker) || plain(name) === '') continue
    const known = byName.get(plain(name))
    // Of one company's classes the first listed stands for it.
    if (known === undefined) byName.set(plain(name), { cik, ticker })
    else if (known.cik !== cik) byName.set(plain(name), { cik, ticker: null })
  }
  return new Map([...byName].map(([name, { ticker }]) => [name, ticker]))
}

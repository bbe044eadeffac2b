// Written by us in EDGAR's shape; the companies are real, every date and figure is made up. Columns for filings, rows for figures.
import { defineSample } from '../../../define.ts'
import { dateOfDay, dayNumber, isoDate, noise } from '../../../samples/walk.ts'
import { companyTickers } from '../../../sec/sample-lists.ts'

interface Company {
  readonly cik: number
  readonly ticker: string
  readonly title: string
  readonly usd: number
  /** From a quarter's end to the announcement. */
  readonly lagDays: number
  readonly sic: string
  readonly industry: string
  readonly exchange: string
}

const companies: readonly Company[] = [
  {
    cik: 320193,
    ticker: 'AAPL',
    title: 'Apple Inc.',
    usd: 1.6,
    lagDays: 31,
    sic: '3571',
    industry: 'Electronic Computers',
    exchange: 'Nasdaq',
  },
  {
    cik: 789019,
    ticker: 'MSFT',
    title: 'MICROSOFT CORP',
    usd: 3.2,
    lagDays: 27,
    sic: '7372',
    industry: 'Services-Prepackaged Software',
    exchange: 'Nasdaq',
  },
  {
    cik: 884394,
    ticker: 'SPY',
    title: 'STATE STREET SPDR S&P 500 ETF TRUST',
    usd: 0,
    lagDays: 0,
    sic: '',
    industry: '',
    exchange: 'NYSE',
  },
]
const quartersBack = 30

export default defineSample({
  answer(url, now) {
    const list = companyTickers(url)
    if (list !== null) return list
    if (url.hostname === 'www.sec.gov') return notice(url, now)
    if (url.hostname !== 'data.sec.gov') return null
    const company = companies.find(({ cik }) => url.pathname.includes(`CIK${String(cik).padStart(10, '0')}`))
    if (company === undefined) return missing
    if (url.pathname.startsWith('/submissions/')) return json(submissions(company, now))
    return url.pathname.endsWith('/EarningsPerShareDiluted.json') && company.usd > 0 ? json(concept(company, now)) : missing
  },
})

const missing = { status: 404, type: 'application/xml', body: '<Error><Code>NoSuchKey</Code></Error>' }
const json = (value: unknown) => ({ type: 'application/json', body: JSON.stringify(value) })

/** The last day of a calendar quarter, counted from year 0. */
const quarterEnd = (quarter: number): Date => new Date(Date.UTC(Math.floor(quarter / 4), (quarter % 4) * 3 + 3, 0))
const after = (date: Date, days: number): string => isoDate(dateOfDay(dayNumber(date) + days))

// Announcements fall on a Thursday, the report is filed the day after.
function announcedAt(company: Company, quarter: number): Date {
  const day = dateOfDay(dayNumber(quarterEnd(quarter)) + company.lagDays)
  return new Date(
    day.getTime() + (4 - day.getUTCDay()) * 86_400_000 + 20.5 * 3_600_000 + Math.floor(1e5 * noise(company.ticker, quarter)),
  )
}

function quarters(company: Company, now: Date): number[] {
  const newest = now.getUTCFullYear() * 4 + Math.floor(now.getUTCMonth() / 3)
  const all = Array.from({ length: quartersBack }, (_, i) => newest - i)
  return all.filter((quarter) => announcedAt(company, quarter).getTime() + 2 * 86_400_000 < now.getTime())
}

function submissions(company: Company, now: Date) {
  const told = tellingOf(company, now)
  const rows = [
    ...(told === null ? [] : [['8-K', isoDate(told.filed), isoDate(told.filed), told.filed.toISOString(), '7.01,9.01']]),
    ...(company.usd === 0 ? [] : quarters(company, now).flatMap((quarter) => filingsOf(company, quarter))),
  ]
  const column = (at: number) => rows.map((row) => row[at])
  return {
    cik: String(company.cik).padStart(10, '0'),
    entityType: company.usd === 0 ? 'other' : 'operating',
    name: company.title,
    tickers: [company.ticker],
    sic: company.sic,
    sicDescription: company.industry,
    exchanges: [company.exchange],
    fiscalYearEnd: '1231',
    filings: {
      recent: {
        accessionNumber: rows.map(
          (_, i) => `${String(company.cik).padStart(10, '0')}-26-${String(rows.length - i).padStart(6, '0')}`,
        ),
        filingDate: column(1),
        reportDate: column(2),
        acceptanceDateTime: column(3),
        form: column(0),
        items: column(4),
      },
      files: [],
    },
  }
}

const toldDays = 21

/** Three weeks before its next results a company says when they will be; null while it has not. */
function tellingOf(company: Company, now: Date): { readonly filed: Date; readonly of: Date } | null {
  const last = quarters(company, now)[0]
  if (last === undefined || company.usd === 0) return null
  const of = announcedAt(company, last + 1)
  const filed = new Date(of.getTime() - toldDays * 86_400_000)
  return filed < now ? { filed, of } : null
}

/** The complete text of a filing: a header, then each document between tags of its own. */
function notice(url: URL, now: Date) {
  const company = companies.find(({ cik }) => url.pathname.startsWith(`/Archives/edgar/data/${cik}/`))
  const told = company === undefined ? null : tellingOf(company, now)
  if (company === undefined || told === null) return null
  const day = told.of.toLocaleDateString('en-US', {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    year: 'numeric',
    timeZone: 'UTC',
  })
  const release = `<p>${company.title} today announced that it will report its quarterly results on ${day},<br>after the market closes.</p>`
  const document = (type: string, html: string) =>
    `<DOCUMENT>\n<TYPE>${type}\n<TEXT>\n<html><body>${html}</body></html>\n</TEXT>\n</DOCUMENT>\n`
  const body = `<SEC-DOCUMENT>sample.txt\n${document('8-K', '<p>Item 7.01 Regulation FD Disclosure</p>')}${document('EX-99.1', release)}</SEC-DOCUMENT>\n`
  return { type: 'text/plain', body }
}

function filingsOf(company: Company, quarter: number): string[][] {
  const at = announcedAt(company, quarter)
  const report = new Date(at.getTime() + 86_400_000)
  return [
    ['4', isoDate(report), isoDate(at), report.toISOString(), ''],
    [quarter % 4 === 3 ? '10-K' : '10-Q', isoDate(report), isoDate(quarterEnd(quarter)), report.toISOString(), ''],
    ['8-K', isoDate(at), isoDate(at), at.toISOString(), '2.02,9.01'],
    ['8-K', after(at, -20), after(at, -20), new Date(at.getTime() - 20 * 86_400_000).toISOString(), '5.02'],
  ]
}

const usdOf = (company: Company, quarter: number): number => {
  const season = [1.05, 0.9, 0.95, 1.1][quarter % 4]!
  return (
    Math.round(
      100 * company.usd * season * (1 + 0.02 * (quarter - 8_100)) * (1 + 0.03 * noise(`${company.ticker}/eps`, quarter)),
    ) / 100
  )
}

// A year's last quarter is only in the year's sum; every figure comes again beside the next year's.
function concept(company: Company, now: Date) {
  const row = (from: number, to: number, usd: number, filedFor: number, form: string) => ({
    start: after(quarterEnd(from - 1), 1),
    end: isoDate(quarterEnd(to)),
    val: usd,
    accn: `${String(company.cik).padStart(10, '0')}-26-000001`,
    fy: Math.floor(filedFor / 4),
    fp: form === '10-K' ? 'FY' : `Q${(to % 4) + 1}`,
    form,
    filed: after(announcedAt(company, filedFor), 1),
  })
  const shown = quarters(company, now).reverse()
  const rows = shown.flatMap((quarter) =>
    [quarter - 4, quarter].flatMap((of) => {
      if (quarter % 4 !== 3) return [row(of, of, usdOf(company, of), quarter, '10-Q')]
      const year = [of - 3, of - 2, of - 1, of].reduce((sum, one) => sum + usdOf(company, one), 0)
      return [row(of - 3, of, Math.round(year * 100) / 100, quarter, '10-K')]
    }),
  )
  return {
    cik: company.cik,
    taxonomy: 'us-gaap',
    tag: 'EarningsPerShareDiluted',
    label: 'Earnings Per Share, Diluted',
    entityName: company.title,
    units: { 'USD/shares': rows },
  }
}

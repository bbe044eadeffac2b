// Official policy flow: windows by hand, clients named as listed companies, and members' trades refused by name.
import { expect, test } from 'vitest'
import lda, { plain, tickersByName } from '../../../ingestors/sources/lda-filings/ingestor.ts'
import service from '../../../processors/services/capitol/service.ts'
import { against } from '../../../processors/services/capitol/signal.ts'

const now = new Date('2026-06-30T00:00:00Z')
const ago = (days: number) => ({ at: new Date(now.getTime() - days * 86_400_000), worth: 1 })

test('six in thirty days against a mean of two before is three times the usual; a window that is not whole counts nowhere', () => {
  const dated = [1, 2, 3, 4, 5, 6, 31, 32, 61, 62, 63, 64, 125].map(ago)
  // Windows before: 2, 4 and 0 of 30 days each lie whole within 125 days
  expect(against(dated, now)).toEqual({ newest: 6, usual: 2, ratio: 3 })
  expect(against([ago(1), ago(40)], now)).toEqual({ newest: 1, usual: null, ratio: null })
})

test('a client is a listed company by its plain name, and two companies of one name are nobody', () => {
  const listed = [
    { cik: '1', ticker: 'LMT', name: 'LOCKHEED MARTIN CORP' },
    { cik: '2', ticker: 'BA', name: 'BOEING CO' },
    { cik: '3', ticker: 'AAA', name: 'Acme Inc.' },
    { cik: '4', ticker: 'BBB', name: 'ACME CORP' },
  ]
  const names = tickersByName(listed)
  expect(names.get(plain('LOCKHEED MARTIN CORPORATION'))).toBe('LMT')
  expect(names.get(plain('BOEING COMPANY'))).toBe('BA')
  expect(names.get(plain('Acme'))).toBeNull()
})

const report = (extra: object) => ({
  filing_uuid: 'dedc9bd7-5168-4cad-8973-aece07645b9f',
  filing_year: 2026,
  filing_period: 'first_quarter',
  dt_posted: '2026-04-02T16:20:15-04:00',
  filing_document_url: 'https://lda.senate.gov/filings/public/filing/dedc9bd7-5168-4cad-8973-aece07645b9f/print/',
  income: '50000.00',
  expenses: null,
  posted_by_name: 'A person',
  registrant: { name: 'PENN AVENUE PARTNERS' },
  client: { name: 'LOCKHEED MARTIN CORPORATION' },
  lobbying_activities: [{ general_issue_code: 'BUD' }, { general_issue_code: 'BUD' }],
  ...extra,
})

test('a report of April 2026 is read: income or cost in dollars, its time in UTC, each issue once, no person', () => {
  const companies = [{ cik: '1', ticker: 'LMT', name: 'LOCKHEED MARTIN CORP' }]
  const [told] = lda.parse({ pages: [{ next: null, results: [report({})] }], companies }, now)
  expect(told).toMatchObject({ posted_at: '2026-04-02T20:20:15.000Z', amount_usd: 50_000, ticker: 'LMT', issues: ['BUD'] })
  expect(JSON.stringify(told)).not.toContain('A person')
  const [own] = lda.parse(
    { pages: [{ next: null, results: [report({ income: null, expenses: '2450000.00' })] }], companies: [] },
    now,
  )
  expect(own).toMatchObject({ amount_usd: 2_450_000, ticker: null })
})

test('members’ trades are refused before a price is named, and a ticker nobody lobbies for is too', () => {
  for (const route of service.routes) {
    expect(() => route.refine!({ member: 'P000197' }, now), route.path).toThrow('member: members’ own trades are not sold here')
    expect(route.refine!({ ticker: 'LMT' }, now)).toEqual({ ticker: 'LMT' })
  }
  const [trades, signal] = service.routes
  const flow = {
    signal: { as_of: now.toISOString() },
    items: [
      { date: '2026-06-01', ticker: 'LMT', chamber: null },
      { date: '2026-06-02', ticker: null, chamber: 'house' },
    ],
    companies: [{ ticker: 'LMT' }],
  }
  expect(trades!.shape!(flow, { ticker: 'LMT' })).toMatchObject({ items: [{ ticker: 'LMT' }] })
  expect(trades!.shape!(flow, { chamber: 'senate' })).toMatchObject({ items: [{ ticker: 'LMT' }] })
  expect(() => trades!.shape!(flow, { ticker: 'AAPL' })).toThrow('names AAPL')
  expect(() => signal!.shape!(flow, { ticker: 'AAPL' })).toThrow('names AAPL')
})

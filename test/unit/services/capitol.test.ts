// Official policy flow: windows by hand, clients named as listed companies, and members' trades refused by name.
import { expect, test } from 'vitest'
import { loadConfig } from '../../../app/config/index.ts'
import { chooseIngestors, discoverIngestors } from '../../../ingestors/index.ts'
import register from '../../../ingestors/sources/federal-register/ingestor.ts'
import house from '../../../ingestors/sources/house-reports/ingestor.ts'
import { houseReports } from '../../../ingestors/sources/house-reports/topic.ts'
import lda, { plain, tickersByName } from '../../../ingestors/sources/lda-filings/ingestor.ts'
import { defaultSettings } from '../../../processors/kit/define.ts'
import capitolOf from '../../../processors/services/capitol/service.ts'
import { against } from '../../../processors/services/capitol/signal.ts'
import { draftsOf, pollSample, toFacts } from '../../support/service-facts.ts'

const now = new Date('2026-06-30T00:00:00Z')
const service = capitolOf(defaultSettings)
const agreed = capitolOf({ ...defaultSettings, consents: ['capitol-reports'] })
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

const entry = (more: Record<string, string> = {}) => {
  const all = {
    Last: 'Example',
    First: 'Carl',
    FilingType: 'P',
    StateDst: 'TX25',
    Year: '2026',
    FilingDate: '6/3/2026',
    DocID: '20034984',
  }
  const tags = Object.entries({ ...all, ...more }).map(([tag, text]) => `<${tag}>${text}</${tag}>`)
  return `<Member>${tags.join('')}</Member>`
}
const readIndex = (...entries: string[]) =>
  house.parse([{ year: 2026, xml: `<FinancialDisclosure>${entries.join('')}</FinancialDisclosure>` }], now)

test('of the Clerk’s index the reports of transactions are read: who, whence, when, and where they lie', () => {
  expect(readIndex(entry({ Prefix: 'Hon.', Suffix: 'Jr.' }), entry({ FilingType: 'X', DocID: '8068' }))).toEqual([
    {
      report: '20034984',
      member: 'Carl Example Jr.',
      state: 'TX',
      district: 25,
      filed: '2026-06-03',
      url: 'https://disclosures-clerk.house.gov/public_disc/ptr-pdfs/2026/20034984.pdf',
    },
  ])
  const wrong = [{ StateDst: 'Texas' }, { FilingDate: '2026-06-03' }, { FilingDate: '13/40/2026' }, { FilingDate: '7/1/2026' }]
  for (const more of [...wrong, { DocID: '../../x' }, { Year: '2025' }, { DocID: '' }])
    expect(() => readIndex(entry(more)), JSON.stringify(more)).toThrow(expect.objectContaining({ code: 'upstream_changed' }))
  expect(() => readIndex()).toThrow('names nobody')
})

test('without the operator’s word on counsel no world asks for reports, and no answer has any', async () => {
  const sources = await discoverIngestors()
  const isOn = (env: Record<string, string>) =>
    chooseIngestors(
      sources,
      loadConfig({ OUTBOUND_USER_AGENT: 'Test/1 (a@example.com)', ...env }, { serves: false }),
    ).on.includes(house)
  expect(isOn({})).toBe(false)
  expect(isOn({ WORLD: 'live', ENABLE_SOURCES: 'house-reports' })).toBe(false)
  expect(isOn({ CAPITOL_REPORTS: 'counsel-agreed' })).toBe(true)
  expect(isOn({ WORLD: 'live', CAPITOL_REPORTS: 'counsel-agreed' })).toBe(true)
  expect(() => isOn({ CAPITOL_REPORTS: 'yes' })).toThrow('CAPITOL_REPORTS')
  expect(service.reads).not.toContain(houseReports)
  expect(agreed.reads).toContain(houseReports)
})

test('with it the newest reports stand beside the policy flow, found by a member’s name in any case', async () => {
  const [report] = readIndex(entry())
  const polled = await Promise.all([lda, register].map(async (one) => toFacts(one.topic, await pollSample(one, now))))
  const facts = [...polled.flat(), ...toFacts(houseReports, [report!])]
  const bodyOf = (of: typeof service) => draftsOf(of, facts, 'us').find(({ route }) => route === '/trades')!.body as any
  expect(bodyOf(service).reports).toBeNull()
  const body = bodyOf(agreed)
  expect(body.reports).toEqual([expect.objectContaining({ member: 'Carl Example', state: 'TX', filed_date: '2026-06-03' })])
  const [trades, signal] = agreed.routes
  expect(trades!.refine!({ member: 'example' }, now)).toEqual({ member: 'example' })
  expect(trades!.shape!(body, { member: 'CARL example' })).toMatchObject({ items: [], reports: [{ member: 'Carl Example' }] })
  expect(trades!.shape!(body, { chamber: 'senate' })).toMatchObject({ reports: [] })
  expect(trades!.shape!(body, { days: 7 })).toMatchObject({ reports: [] })
  for (const who of ['P000197', '.', 'Carla'])
    expect(() => trades!.shape!(body, { member: who }), who).toThrow(expect.objectContaining({ code: 'input_unusable' }))
  expect(() => signal!.refine!({ member: 'example' }, now)).toThrow('are not sold here')
})

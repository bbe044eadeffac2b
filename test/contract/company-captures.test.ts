// The parsers behind companies and policy on what their upstreams really sent, where UPSTREAM_SAMPLES names a folder of captures.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { discoverIngestors } from '../../ingestors/index.ts'
import { readSeries } from '../../ingestors/sources/occ-options/series.ts'
import { readVolume } from '../../ingestors/sources/occ-options/volume.ts'
import { readFigures } from '../../ingestors/sources/sec-company/figures.ts'
import { readFilings } from '../../ingestors/sources/sec-company/filings.ts'

const folder = process.env.UPSTREAM_SAMPLES ?? ''
const at = new Date('2026-10-12T12:00:00Z')
const sources = new Map((await discoverIngestors()).map((one) => [one.source, one]))
const read = (file: string): string => readFileSync(join(folder, 'samples', file), 'utf8')
const json = (file: string): any => JSON.parse(read(file))
const parse = (source: string, raw: unknown): any[] => sources.get(source)!.parse(raw, at)

if (folder === '') console.warn('skipped: the captures of companies and policy (UPSTREAM_SAMPLES is not set)')

describe.skipIf(folder === '')('captures of companies and policy', () => {
  test('Apple’s facts and filings', () => {
    const figures = readFigures(json('markets/sec_companyfacts_aapl_excerpt.json'), at)
    expect(figures.assets!.findLast(({ end }) => end === '2025-09-27')).toMatchObject({
      start: null,
      value: 359_241_000_000,
      filed: '2026-05-01',
    })
    expect(Object.keys(figures)).toEqual(['assets', 'shares_outstanding', 'public_float'])
    expect(readFilings(json('markets/sec_submissions_aapl_excerpt.json').filings, at)[0]).toMatchObject({
      form: '10-Q',
      filed: '2026-05-01',
    })
  })

  test('short positions of July 2021, without the over-the-counter market', () => {
    const rows = parse('finra-short-interest', [read('markets/finra_short_interest_20210715_excerpt.psv')])
    expect(rows.find(({ ticker }) => ticker === 'AAPL')).toMatchObject({
      short: 96_355_309,
      average_volume: 96_035_157,
      settlement: '2021-07-15',
    })
    expect(rows.some(({ ticker }) => ticker === 'AAALF')).toBe(false)
  })

  test('the clearing house’s series and volume', () => {
    expect(readSeries(read('captured/occ/series-search-WDC.txt'))).toHaveLength(2)
    expect(readVolume(read('captured/occ/volume-query-D.csv'))).toMatchObject({ date: '2026-06-23', all: { calls: 0, puts: 0 } })
  })

  test('daily bars of 2005', () => {
    const [told] = parse('polygon-bars', [{ ticker: 'AAPL', answer: json('captured/prices/polygon-range.json') }])
    expect(told.bars).toMatchObject([
      { date: '2005-04-01', close_usd: 1.4604, volume: 642_646_396 },
      { date: '2005-04-04', close_usd: 1.4675 },
    ])
  })

  test('household wealth: the whole quarters of an excerpt', () => {
    const quarters = parse('fed-dfa', read('captured/wealth/dfa-networth-levels.csv'))
    expect(quarters.at(-1)).toMatchObject({
      quarter_end: '2023-06-30',
      groups: { Bottom50: { net_worth: 3_638_332, liabilities: 6_138_028 } },
    })
  })

  test('lobbying reports, bills and the register', () => {
    const reports = parse('lda-filings', {
      pages: [json('captured/capitol/lda_filings_2026q1.json')],
      companies: [{ cik: '1', ticker: 'LMT', name: 'LOCKHEED MARTIN CORP' }],
    })
    expect(reports).toMatchObject([
      { ticker: 'LMT', amount_usd: 50_000 },
      { client: 'BOEING COMPANY', amount_usd: 2_450_000, issues: expect.arrayContaining(['ENV']) },
      { amount_usd: null },
    ])
    const bills = parse('congress-bills', [{ id: 'page 1', body: json('captured/congress/bills.json') }])
    expect(bills[0]).toMatchObject({ bill: '119/hr/5005', chamber: 'house', date: '2026-07-09' })
    // Notices are not asked for; the one presidential document has the shape of all.
    const { results } = json('captured/federalregister/documents.json')
    const papers = results.filter((one: { type: string }) => one.type === 'Presidential Document')
    expect(parse('federal-register', [{ id: 'page 1', body: { results: papers } }])).toMatchObject([
      { kind: 'Presidential Document', date: '2025-10-06' },
    ])
  })
})

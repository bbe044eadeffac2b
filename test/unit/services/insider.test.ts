// Insider trades by hand: what counts and for how long, what an amendment replaces, when buyers are a cluster, real filings, and no filing missed.
import { readFileSync } from 'node:fs'
import { Compile } from 'typebox/compile'
import { describe, expect, it } from 'vitest'
import type { HttpClient } from '../../../ingestors/client/http.ts'
import holdings from '../../../ingestors/sources/sec-13f/ingestor.ts'
import { acceptedAt, readForm4 } from '../../../ingestors/sources/sec-form4/form4.ts'
import sec from '../../../ingestors/sources/sec-form4/ingestor.ts'
import daily, { firstDayWithoutSet, readIndex } from '../../../ingestors/sources/sec-form4-daily/ingestor.ts'
import sets from '../../../ingestors/sources/sec-form345/ingestor.ts'
import { type Filing, reportedTrades } from '../../../processors/services/insider/amendments.ts'
import service from '../../../processors/services/insider/service.ts'
import { judge, marketValue, tell, zOfNet } from '../../../processors/services/insider/signal.ts'
import { draftsOf, pollSample, sampleHttp, toFacts } from '../../support/service-facts.ts'

const now = new Date('2026-11-18T12:00:00Z')
const filing = (cik: string, code: string, usd: number, more: Partial<Filing> = {}): Filing => ({
  accession: `0000000000-26-${cik.padStart(3, '0')}${code}${usd}${more.form ?? ''}${more.period ?? ''}${more.filedAt ?? ''}`,
  form: '4',
  filedAt: new Date('2026-11-10T20:00:00Z'),
  period: '2026-11-09',
  originalDate: null,
  url: '',
  plan: false,
  owner: { cik, name: cik, role: 'director' },
  trades: [{ date: '2026-11-09', code, acquired: code !== 'S', shares: usd / 10, priceUsd: 10, sharesAfter: null }],
  ...more,
})
const judged = (filings: readonly Filing[], marketUsd: number | null = null, at = now) =>
  judge(tell(reportedTrades(filings)), marketUsd, at)

describe('the formula', () => {
  it('counts a sale for a third of a purchase, and little money for little', () => {
    const both = [filing('1', 'P', 600_000), filing('2', 'S', 400_000)]
    expect(judged(both).score).toBeCloseTo((100 * (600 - 140)) / (600 + 140), 6)
    expect(judged([filing('1', 'P', 100_000)]).score).toBeCloseTo(10, 6)
    expect(judged([filing('1', 'S', 2_000_000)]).score).toBe(-100)
  })
  it('measures money by what the company is worth: 1.2 million of 3.5 trillion are next to nothing', () => {
    // 0.0002 of the company, 700 million dollars, would be the full score.
    expect(judged([filing('1', 'S', 1_200_000)], 3.5e12).score).toBeCloseTo(-100 * (1.2 / 700), 6)
    expect(judged([filing('1', 'P', 1_200_000)], 2e9).score).toBe(100)
    expect(marketValue(tell(reportedTrades([filing('1', 'S', 50)])), 14_800_000_000, now)).toBe(148e9)
    expect(marketValue([], 14_800_000_000, now)).toBeNull()
  })
  it('ends its window today: what was bought in January says nothing in November, and less every month before', () => {
    const january = filing('1', 'P', 2e6, {
      filedAt: new Date('2026-01-12T20:00:00Z'),
      trades: [{ date: '2026-01-09', code: 'P', acquired: true, shares: 2e5, priceUsd: 10, sharesAfter: null }],
    })
    const at = (day: string) => judged([january], null, new Date(`${day}T00:00:00Z`))
    expect(at('2026-01-20').score).toBe(100)
    // Two weeks and thirty days: half of it.
    expect(at('2026-02-22').score).toBeCloseTo(50, 6)
    expect(at('2026-03-24').score).toBeCloseTo(25, 6)
    expect(at('2026-11-18')).toMatchObject({ score: 0, sums: { buy_usd: 0, until: '2026-11-18' } })
  })
  it('leaves out grants, exercises, gifts and sales by a plan', () => {
    const others = ['A', 'M', 'F', 'G'].map((code) => filing('1', code, 1e6))
    const { score, sums } = judged([...others, filing('2', 'S', 1e6, { plan: true })])
    expect([score, sums.buy_usd, sums.sell_usd]).toEqual([0, 0, 0])
  })
  it('knows a cluster of three and the purchase of a chief', () => {
    const three = ['1', '2', '3'].map((cik) => filing(cik, 'P', 100_000))
    expect(judged(three).score).toBeCloseTo(120 * 0.3, 6)
    expect(judged([...three.slice(0, 2), filing('1', 'P', 100_001)]).sums.cluster_buy).toBe(false)
    const boss = filing('9', 'P', 100_000, { owner: { cik: '9', name: 'B', role: 'Chief Executive Officer' } })
    expect(judged([boss]).score).toBeCloseTo(110 * 0.1, 6)
  })
  it('takes no price of a footnote for nothing', () => {
    const footnote = filing('1', 'S', 1e6)
    const { sums, priced } = judged([{ ...footnote, trades: [{ ...footnote.trades[0]!, priceUsd: 0 }] }])
    expect([sums.sell_usd, sums.sellers, priced]).toEqual([0, 1, 0])
  })
  it('makes one trade of the lines that a filer writes for every price', () => {
    const line = (shares: number, priceUsd: number, sharesAfter: number) => ({
      ...{ date: '2026-11-09', code: 'S', acquired: false, shares, priceUsd, sharesAfter },
    })
    const [one, ...more] = tell(reportedTrades([filing('1', 'S', 1, { trades: [line(100, 10, 900), line(300, 12, 600)] })]))
    expect(more).toEqual([])
    expect(one).toMatchObject({
      lines: 2,
      shares: 400,
      price_usd: 11.5,
      value_usd: 4_600,
      shares_after: 600,
      pct_change_holding: -40,
    })
  })
})

describe('an amendment', () => {
  const later = { form: '4/A', filedAt: new Date('2026-11-12T20:00:00Z') }
  const sums = (...filings: Filing[]) => judged(filings).sums.buy_usd
  const bought = (usd: number, priceUsd: number, date = '2026-11-09') => [
    { date, code: 'P', acquired: true, shares: usd / priceUsd, priceUsd, sharesAfter: null },
  ]
  it('of two thousand dollars does not wipe a purchase of two million that it does not amend', () => {
    const large = filing('1', 'P', 2_000_000, {
      trades: bought(2_000_000, 40, '2026-11-06'),
      filedAt: new Date('2026-11-09T20:00:00Z'),
    })
    const small = filing('1', 'P', 1_500)
    const amendment = filing('1', 'P', 2_000, { ...later, originalDate: '2026-11-10', trades: bought(2_000, 10) })
    expect(sums(large, small, amendment)).toBe(2_002_000)
  })
  it('adds the row that was forgotten, and takes away none', () => {
    const large = filing('1', 'P', 2_000_000, { trades: bought(2_000_000, 40) })
    expect(sums(large, filing('1', 'P', 2_000, { ...later, originalDate: '2026-11-10', trades: bought(2_000, 41) }))).toBe(
      2_002_000,
    )
  })
  it('puts right the row that was wrong: ten times the shares at one price', () => {
    const wrong = filing('1', 'P', 500_000, { trades: bought(500_000, 40) })
    expect(sums(wrong, filing('1', 'P', 50_000, { ...later, originalDate: '2026-11-10', trades: bought(50_000, 40) }))).toBe(
      50_000,
    )
  })
  it('stands for the filing of its period where it names no day, and for nobody else’s', () => {
    const amended = filing('1', 'P', 50, later)
    const others = [filing('2', 'P', 10), filing('1', 'P', 20, { period: '2026-10-01', trades: bought(20, 10, '2026-10-01') })]
    expect(sums(filing('1', 'P', 40), amended, ...others)).toBe(80)
  })
  it('that tells of options alone takes nothing away', () => {
    expect(sums(filing('1', 'P', 40), filing('1', 'P', 0, { ...later, originalDate: '2026-11-10', trades: [] }))).toBe(40)
  })
})

describe('the ratios', () => {
  const ago = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString().slice(0, 10)
  const traded = (days: number, code: string, usd: number) => {
    const one = filing('1', code, usd, { period: ago(days) })
    return { ...one, trades: [{ ...one.trades[0]!, date: ago(days) }] }
  }
  const z = (filings: readonly Filing[]) => zOfNet(tell(reportedTrades(filings)), now)
  // Windows of 90 days: 25 now; 10, 20, 10 and 20 before it are 15 on average with a deviation of 5.
  const windows = [25, 10, 20, 10, 20].map((usd, i) => traded(45 + 90 * i, 'P', usd))
  it('hold a window against those before it', () => {
    expect(z([...windows, traded(455, 'P', 1)])).toBeCloseTo(2, 12)
    expect(z(windows.slice(0, 4))).toBeNull()
  })
  it('hold purchases of a year against sales by no plan', () => {
    const sales = [traded(10, 'S', 50), { ...traded(20, 'S', 999), plan: true }, traded(400, 'S', 999)]
    expect(judged([...windows, ...sales]).buySell).toBeCloseTo((25 + 10 + 20 + 10) / 50, 12)
    expect(judged(windows).buySell).toBeNull()
  })
})

describe('the filings', () => {
  const context = { at: now, signal: new AbortController().signal, credential: () => 'a program' }
  it('are read page by page until the newest that is known', async () => {
    const asked: string[] = []
    const entry = (n: number) => {
      const accession = `0000000001-26-${String(n).padStart(6, '0')}`
      const folder = `https://www.sec.gov/Archives/edgar/data/1/${accession.replaceAll('-', '')}`
      const at = new Date(Date.parse('2026-11-18T03:00:00Z') - n * 60_000).toISOString().slice(0, 19)
      return `<entry><link href="${folder}/${accession}-index.htm"/><updated>${at}-00:00</updated><category term="4"/><id>urn:tag:sec.gov,2008:accession-number=${accession}</id></entry>`
    }
    const http = {
      async text(url: string) {
        asked.push(url)
        if (!url.includes('getcurrent')) return '<XML></XML>'
        const start = Number(new URL(url).searchParams.get('start') ?? 0)
        // Each filing for its issuer and for its owner: a hundred entries are fifty filings.
        const some = Array.from({ length: 50 }, (_, i) => entry(start / 2 + i))
        return `<?xml version="1.0"?><feed>${[...some, ...some].join('')}</feed>`
      },
    } as unknown as HttpClient
    const since = new Date('2026-11-18T00:30:00Z')
    const texts = await sec.fetch({ ...context, http, since })
    const pages = asked.filter((url) => url.includes('getcurrent'))
    // 150 minutes and the hour of overlap, one a minute: 211 filings, the oldest first.
    expect(pages).toHaveLength(5)
    expect(texts).toHaveLength(211)
    expect(texts[0]!.accession).toBe('0000000001-26-000210')
    // What this process has read it does not read again.
    asked.length = 0
    await sec.fetch({ ...context, http, since })
    expect(asked.filter((url) => !url.includes('getcurrent'))).toHaveLength(1)
  })
  it('come when EDGAR takes them in: until 22:00 in Washington, which is 03:00 in winter', () => {
    const hours = sec.schedule.split(' ')[1]!
    expect(hours).toBe('0-3,10-23')
  })
  it('of a finished day are all in its index, each once', () => {
    const index =
      'Description: x\n\nCIK|Company Name|Form Type|Date Filed|File Name\n---\n' +
      '1|A|4|20261118|edgar/data/1/0000000001-26-000001.txt\n2|B|4|20261118|edgar/data/2/0000000001-26-000001.txt\n' +
      '1|A|4/A|20261118|edgar/data/1/0000000001-26-000002.txt\n3|C|424B2|20261118|edgar/data/3/0000000001-26-000003.txt\n'
    expect(readIndex(index, '2026-11-18')).toEqual([
      { accession: '0000000001-26-000001', url: 'https://www.sec.gov/Archives/edgar/data/1/0000000001-26-000001.txt' },
      { accession: '0000000001-26-000002', url: 'https://www.sec.gov/Archives/edgar/data/1/0000000001-26-000002.txt' },
    ])
    expect(() => readIndex('<html></html>', '2026-11-18')).toThrow(/columns/)
  })
  it('of the days that no quarterly set can have are all read at first', async () => {
    expect(firstDayWithoutSet(new Date('2026-11-22T00:00:00Z'))).toBe('2026-10-01')
    expect(firstDayWithoutSet(new Date('2026-11-10T00:00:00Z'))).toBe('2026-07-01')
    const asked: string[] = []
    const sample = await sampleHttp(now)
    const http = {
      ...sample,
      text(url: string, how: never) {
        asked.push(url)
        return sample.text(url, how)
      },
    } as HttpClient
    await daily.fetch({ ...context, http, since: null })
    const indexes = asked.filter((url) => url.includes('master.'))
    expect([indexes[0], indexes.at(-1)].map((url) => url!.slice(-19))).toEqual(['master.20261001.idx', 'master.20261116.idx'])
    // The next poll reads no finished day again.
    asked.length = 0
    await daily.fetch({ ...context, http, since: new Date('2026-11-16T20:00:00Z') })
    expect(asked.filter((url) => url.includes('master.'))).toEqual([])
  })
  it('are dated by the clocks in Washington', () => {
    expect(acceptedAt('<ACCEPTANCE-DATETIME>20261117163007\n')).toBe('2026-11-17T21:30:07.000Z')
    expect(acceptedAt('<ACCEPTANCE-DATETIME>20260717163007\n')).toBe('2026-07-17T20:30:07.000Z')
  })
  it('of three years come from the quarterly sets, purchases and sales only', async () => {
    const quarters = (await pollSample(sets, now)) as any[]
    const gizmo = quarters.filter(({ ticker }) => ticker === 'GZMO')
    expect(gizmo).toHaveLength(12)
    expect(gizmo.at(-1)).toMatchObject({ until: '2026-09-30', issuer_cik: '0009000001' })
    expect(gizmo.at(-1).filings).toHaveLength(2)
    expect(gizmo.at(-1).filings[0]).toMatchObject({ form: '4', trades: [{ code: 'P', shares: 2_500, price_usd: 20.5 }] })
    expect(gizmo.at(-1).filings[1]).toMatchObject({ plan_10b5_1: true, owners: [{ is_director: true, is_officer: true }] })
  })
})

describe('the service on its sample', async () => {
  const facts = [
    ...toFacts(sec.topic, await pollSample(sec, now)),
    ...toFacts(sets.topic, await pollSample(sets, now)),
    ...toFacts(holdings.topic, await pollSample(holdings, now)),
  ]
  const [route] = service.routes
  const of = (key: string) => draftsOf(service, facts, key)[0]!.body as any
  it('answers within its schema, with the plan and the amended told apart', () => {
    const { properties, ...schema } = route!.output
    const check = Compile({ ...schema, properties: { ...properties, meta: { type: 'object' } } })
    for (const key of ['GZMO', 'QXT-B']) expect([...check.Errors({ ...of(key), meta: {} })], key).toEqual([])
    expect(of('GZMO').summary_90d).toEqual({
      until: '2026-11-18',
      buy_usd: 586_400,
      sell_usd: 0,
      net_usd: 586_400,
      buyers: 2,
      sellers: 0,
      cluster_buy: false,
    })
    expect(of('QXT-B').summary_90d).toMatchObject({ sell_usd: 880_000, sellers: 1 })
    expect(of('GZMO').trades[0]).toMatchObject({ pct_change_holding: 20, value_usd: 490_000, plan_10b5_1: false })
  })
  it('is told as of the day it is asked for, whatever day it was computed on', () => {
    const asked = route!.age!(of('GZMO'), new Date('2027-03-18T12:00:00Z')) as any
    expect(of('GZMO').signal).toMatchObject({ label: 'strong_buying' })
    expect(asked.signal).toMatchObject({ label: 'neutral', score: 0, direction: 'neutral' })
    expect(asked.signal.summary).toContain('in 90 days to 2027-03-18 0 bought 0 USD')
    expect(asked.summary_90d).toMatchObject({ until: '2027-03-18', buy_usd: 0, buyers: 0 })
    expect(Object.keys(asked)).toEqual(Object.keys(of('GZMO')))
  })
  it('knows three years of a company at its first start, and what it is worth', () => {
    expect(of('GZMO')).toMatchObject({ known_since: '2023-10-12', ratios: { z_vs_own_3y: expect.any(Number) } })
    expect(of('GZMO').issuer.market_value_usd).toBe(38_000_000 * 24.5)
  })
  it('reads a ticker as people write it', () => {
    expect(route!.key(route!.read!({ ticker: 'qxt.b' }, now))).toBe('QXT-B')
    expect(route!.shape!(of('GZMO'), { ticker: 'GZMO', days: 1 })).toMatchObject({ trades: [] })
  })
})

const captures = process.env.UPSTREAM_SAMPLES
describe.skipIf(captures === undefined)('real filings', () => {
  const text = (file: string) => readFileSync(`${captures}/samples/markets/${file}`, 'utf8')
  it('reads an exercise and sales of an officer', () => {
    const snow = readForm4(text('sec_form4_snow.xml'))!
    expect(snow).toMatchObject({
      form: '4',
      ticker: 'SNOW',
      plan_10b5_1: null,
      owners: [{ is_officer: true, is_director: false }],
    })
    expect(snow.trades.slice(0, 2)).toMatchObject([
      { code: 'M', acquired: true, price_usd: 8.88 },
      { code: 'S', acquired: false, price_usd: 150.841 },
    ])
  })
  it('reads a grant', () => {
    const small = readForm4(text('sec_form4_small.xml'))!
    expect(small.trades).toEqual([
      { date: '2025-04-30', code: 'A', acquired: true, shares: 757_756, price_usd: 0, shares_after: 757_756 },
    ])
    expect(small).toMatchObject({ ticker: 'SCWO', plan_10b5_1: false, issuer_cik: '0000933972' })
  })
})

// The holders of a company by hand: the formula against figures worked out on paper, the answer on the samples, and a real schedule 13G.
import { readFileSync } from 'node:fs'
import { Compile } from 'typebox/compile'
import { describe, expect, it } from 'vitest'
import { readCusip } from '../../../ingestors/sec/cusip.ts'
import holdings13f from '../../../ingestors/sources/sec-13f/ingestor.ts'
import live from '../../../ingestors/sources/sec-13f-live/ingestor.ts'
import { readSubmission } from '../../../ingestors/sources/sec-13f-live/submission.ts'
import nport from '../../../ingestors/sources/sec-nport/ingestor.ts'
import stakes from '../../../ingestors/sources/sec-schedule13/ingestor.ts'
import { readSchedule13 } from '../../../ingestors/sources/sec-schedule13/schedule13.ts'
import { composite } from '../../../processors/formula/index.ts'
import service from '../../../processors/services/funds/service.ts'
import {
  type HoldersQuarter,
  holderLabelOf,
  holderParts,
  holdersChangePct,
  sharesChangePct,
} from '../../../processors/services/funds/signal.ts'
import { draftsOf, pollSample, toFacts } from '../../support/service-facts.ts'

const now = new Date('2026-11-18T12:00:00Z')
const quarter = (more: Partial<HoldersQuarter> = {}): HoldersQuarter => ({
  holders: 200,
  holdersBefore: 190,
  shares: 1_010,
  sharesBefore: 1_000,
  opened: 15,
  closed: 11,
  ...more,
})
const scoreOf = (one: HoldersQuarter) => composite(holderParts(one, now), now)

describe('the formula', () => {
  it('is 100 × (0.6 × shares / 2 % + 0.4 × (came − went) / holders / 5 %)', () => {
    // 1 % more shares is half of the full 2 %, four more of 200 is 2 % of the full 5 %: 0.6 × 0.5 + 0.4 × 0.4 = 0.46.
    expect([sharesChangePct(quarter()), holdersChangePct(quarter())]).toEqual([expect.closeTo(1, 12), 2])
    expect(scoreOf(quarter()).score).toBeCloseTo(46, 10)
    // 5 % fewer shares and 20 more holders of 200: 0.6 × −2.5 + 0.4 × 2 = −0.7; clipped part by part it would be −0.2.
    expect(scoreOf(quarter({ shares: 950, opened: 31 })).score).toBeCloseTo(-70, 10)
  })
  it('does without the change of shares where nothing was held before', () => {
    const fresh = quarter({ sharesBefore: 0, holders: 4, opened: 0, closed: 0 })
    expect(sharesChangePct(fresh)).toBeNull()
    expect(scoreOf(fresh)).toMatchObject({ score: 0, availableWeight: 0.4 })
    expect(scoreOf(quarter({ holders: 0, holdersBefore: 0, shares: 0, sharesBefore: 0, opened: 0, closed: 0 }))).toMatchObject({
      score: 0,
      availableWeight: 1,
    })
    expect(holdersChangePct(quarter({ holders: 0, holdersBefore: 8, opened: 0, closed: 8 }))).toBe(-100)
  })
  it('calls it by its score', () => {
    expect([20, 19.9, -19.9, -20].map(holderLabelOf)).toEqual(['accumulation', 'steady', 'steady', 'distribution'])
  })
})

describe('the answer on the samples', async () => {
  const held = await pollSample(holdings13f, now)
  const large = await pollSample(stakes, now)
  const facts = [...toFacts(holdings13f.topic, held), ...toFacts(stakes.topic, large)]
  const held13f = held[0]
  const [route] = service.routes
  const answer = (key: string, from = facts) => draftsOf(service, from, key)[0]! as any
  const apple = answer('AAPL')

  it('fits its schema, which wants the one view or the other whole', () => {
    const { properties, ...schema } = route!.output
    const check = Compile({ ...schema, properties: { ...properties, meta: { type: 'object' } } })
    for (const key of ['AAPL', 'MSFT', 'GZMO', 'SPY']) expect([...check.Errors({ ...answer(key).body, meta: {} })]).toEqual([])
    const { ownership: _gone, ...rest } = apple.body
    expect(check.Check({ ...rest, meta: {} })).toBe(false)
  })
  it('is this of a company', () => {
    const { signal, company, ownership, options, closed, activists } = apple.body
    expect(signal).toEqual({
      label: 'accumulation',
      score: 50.2,
      score_range: [-100, 100],
      confidence: 1,
      direction: 'bullish',
      as_of: '2026-11-09T12:00:00.701Z',
      summary:
        'Apple Inc. (AAPL), quarter to 2026-06-30: accumulation; 8 managers hold 20 %, shares 1.67 %; 1 came, 1 went (0 %).',
    })
    expect(company).toMatchObject({ cik: '0000320193', cusip: '037833100', shares_outstanding: 14_798_000_000 })
    expect(ownership).toEqual({
      period: '2026-06-30',
      received_until: '2026-08-31',
      lag_days: 62,
      holders: 8,
      shares: 2_956_713_218,
      value_usd: 685_957_466_576,
      pct_outstanding: 19.98,
      top10_pct: 100,
      delta_shares_pct: 1.675,
      delta_holders: 0,
      new_count: 1,
      closed_count: 1,
      split_ratio: null,
      principal_usd: 0,
    })
    // 2956713218 / 14798000000, and (2956713218 / 2908017032 − 1) / 2 % × 0.6 with as many gone as come.
    expect(ownership.pct_outstanding).toBeCloseTo((100 * 2_956_713_218) / 14_798_000_000, 3)
    expect(signal.score).toBeCloseTo(100 * 0.6 * ((2_956_713_218 / 2_908_017_032 - 1) / 0.02), 1)
    expect(options).toEqual({ puts: { managers: 1, shares: 50_000 }, calls: { managers: 1, shares: 50_000 } })
    expect(closed).toEqual([{ name: 'Dummy & Sons Advisors', cik: '0009200008', shares_before: 29_902_077 }])
    expect(activists).toMatchObject([{ filer: 'Specimen Index Group Inc', form: 'SCHEDULE 13G/A', pct: 8.4 }])
    expect(apple.coverage.detail).toEqual({ report_period: '2026-06-30', received_until: '2026-08-31', lag_days: 62 })
    expect(apple.disclaimer).toContain('45 days')
  })
  it('names who means to have a say, an amendment in place of what it amends', () => {
    const { activists, ownership, signal } = answer('GZMO').body
    expect(activists.map((one: any) => [one.filer, one.form, one.pct, one.joint_filers])).toEqual([
      ['Hypothet Activist Fund LP', 'SCHEDULE 13D', 7.4, 1],
      ['Draft Hill Partners', 'SCHEDULE 13D/A', 5.2, 0],
      ['Mustermann Asset Management', 'SCHEDULE 13G', 5.1, 0],
    ])
    const later = { ...(large.at(-1) as any), filed_at: '2026-11-17T00:00:00Z', form: 'SCHEDULE 13G/A', pct: 0 }
    const after = answer('GZMO', [...facts, ...toFacts(stakes.topic, [later])]).body.activists
    expect(after.map((one: any) => one.pct)).toEqual([0, 7.4, 5.2])
    expect(ownership.principal_usd).toBe(1_950_000)
    expect(signal.summary.length).toBeLessThanOrEqual(240)
  })
  it('tells apart what is already reported of the next quarter, amended as its filings say', async () => {
    const recent = toFacts(live.topic, await pollSample(live, now))
    const early = answer('AAPL', [...facts, ...recent]).body
    // 610 million and 2 more added; 70 million in place of 7 billion; the tiny one is below the threshold.
    expect(early.recent).toMatchObject({ period: '2026-09-30', managers: 2, shares: 682_000_000 })
    expect(early.recent.largest.map((one: any) => [one.name, one.shares, one.value_usd])).toEqual([
      ['Sample Street Corp', 612_000_000, 612_000_000 * 240],
      ['Testlab Quantitative LP', 70_000_000, 70_000_000 * 240],
    ])
    const held = 626_038_319 + 72_435_286
    expect(early.recent.compared).toEqual({ managers: 2, delta_shares_pct: expect.closeTo(100 * (682_000_000 / held - 1), 3) })
    expect(early.ownership).toEqual(apple.body.ownership)
    expect(apple.body.recent).toBeNull()
    // Once that quarter's own set is out, it is no news any more.
    const next = { ...(held13f as any), period: '2026-09-30', received_until: '2026-11-18' }
    expect(answer('AAPL', [...facts, ...recent, ...toFacts(holdings13f.topic, [next])]).body.recent).toBeNull()
  })
  it('of a listed security nobody reported to hold says so', () => {
    const { ownership, signal, top_holders } = answer('SPY').body
    expect([ownership.holders, ownership.delta_shares_pct, signal.label, top_holders]).toEqual([0, 0, 'steady', []])
  })
  it('is a fund’s own report where there is one, whatever else is known', async () => {
    const reports = toFacts(nport.topic, await pollSample(nport, now))
    const own = answer('VTI', reports)
    const other = toFacts(holdings13f.topic, [{ ...(held[0] as any), ticker: 'VTI' }])
    expect(answer('VTI', [...reports, ...other]).body.fund).toEqual(own.body.fund)
    expect(Object.keys(own.body)).toEqual([
      'signal',
      'fund',
      'flows',
      'returns',
      'holdings_top',
      'exposure',
      'risk',
      'changes',
      'history',
    ])
  })
  it('without any report of either kind is none', () => {
    const lone = toFacts(stakes.topic, large)
    expect(() => answer('GZMO', lone)).toThrow(expect.objectContaining({ code: 'not_enough_data' }))
  })
  it('keeps a record far below the log’s megabyte with every list full', () => {
    const one = held[0] as any
    const full = Array.from({ length: 25 }, () => ({ ...one.top[0], name: 'N'.repeat(150) }))
    const fact = { ...one, top: full, opened: { count: 25, largest: full }, closed: { count: 25, largest: full } }
    expect(Compile(holdings13f.topic.schema).Check(fact)).toBe(true)
    expect(JSON.stringify(fact).length).toBeLessThan(50_000)
    expect(Compile(holdings13f.topic.schema).Check({ ...fact, top: [...full, full[0]] })).toBe(false)
  })
})

describe('a submission', () => {
  const submission = (rows: string, cover = '') =>
    `<XML><edgarSubmission><headerData><submissionType>13F-HR</submissionType><filerInfo><filer><credentials><cik>12</cik></credentials></filer><periodOfReport>09-30-2026</periodOfReport></filerInfo></headerData><formData><coverPage>${cover}<filingManager><name>M</name></filingManager></coverPage></formData></edgarSubmission></XML><XML><a:informationTable>${rows}</a:informationTable></XML>`
  const row = (cusip: string, shares: string, more = '', type = 'SH') =>
    `<a:infoTable><a:nameOfIssuer>Apple Inc</a:nameOfIssuer><a:cusip>${cusip}</a:cusip><a:value>500</a:value><a:shrsOrPrnAmt><a:sshPrnamt>${shares}</a:sshPrnamt><a:sshPrnamtType>${type}</a:sshPrnamtType></a:shrsOrPrnAmt>${more}</a:infoTable>`

  it('sums shares alone; a row whose number is broken voids its issuer', () => {
    const option = row('037833100', '9', '<a:putCall>Put</a:putCall>')
    const read = (rows: string, at = '2026-11-01') => readSubmission(submission(rows), at)
    expect(read(row('037833100', '5') + row('37833100', '6') + option + row('037833100', '7', '', 'PRN'))!.held).toEqual(
      new Map([['037833100', { shares: 11, valueUsd: 1_000, issuer: 'APPLE INC' }]]),
    )
    expect(read(row('037833100', '5'), '2022-11-01')!.held.get('037833100')).toMatchObject({ valueUsd: 500_000 })
    expect(read(row('037833100', '5') + row('037833100', '6') + row('APPLE', '7'))!.held.size).toBe(0)
    expect(() => read(row('APPLE', '7'))).toThrow(expect.objectContaining({ code: 'upstream_changed' }))
    expect(read('')).toBeNull()
  })
})

const captures = process.env.UPSTREAM_SAMPLES
describe.skipIf(captures === undefined)('a real filing', () => {
  it('13F of fourteen positions, whose values are whole dollars', () => {
    const text = readFileSync(`${captures}/samples/markets/sec_13f_complete_submission.txt`, 'utf8')
    const { held, ...rest } = readSubmission(text, '2023-11-14T09:38:54Z')!
    expect(rest).toEqual({ period: '2023-09-30', managerCik: '0001894188', manager: 'LTS One Management LP', isAddition: false })
    expect(held.size).toBe(14)
    expect(held.get('594918104')).toMatchObject({ shares: 65_000, valueUsd: 20_524_000 })
    // The filing's own total.
    expect([...held.values()].reduce((sum, { valueUsd }) => sum + valueUsd, 0)).toBe(454_926_000)
  })
  it('of failed deliveries, every number of which proves itself', () => {
    const text = readFileSync(`${captures}/samples/markets/sec_fails_to_deliver_excerpt.psv`, 'utf8')
    const numbers = text
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => readCusip(line.split('|')[1]!))
    expect(numbers).toEqual(['00817Y108', '00817Y108', '000375204'])
  })
  it('13G of two joint filers with the same shares', () => {
    expect(readSchedule13(readFileSync(`${captures}/samples/markets/sec_schedule13g.xml`, 'utf8'))).toEqual({
      form: 'SCHEDULE 13G',
      event_date: '2025-11-19',
      issuer: 'Jushi Holdings Inc.',
      issuer_cik: '0001909747',
      cusip: '48213Y107',
      class_title: 'Subordinate Voting Shares, no par value',
      filer_cik: '0002048490',
      filers: ['Marex Securities Products Inc.', 'Marex Group plc'],
      pct: 5.1,
      shares: 10_000_000,
    })
  })
})

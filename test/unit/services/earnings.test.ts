// The earnings calendar by hand: quarters out of filings, splits, habits of announcing, surprises, and the list as people ask for it.
import { Compile } from 'typebox/compile'
import { describe, expect, it, test } from 'vitest'
import sec from '../../../ingestors/sources/sec-earnings/ingestor.ts'
import { findToldDate } from '../../../ingestors/sources/sec-earnings/told-date.ts'
import { quartersOf } from '../../../processors/formula/eps-quarters.ts'
import { habitsOf, inNewYork, sessionOf } from '../../../processors/services/earnings/habits.ts'
import service from '../../../processors/services/earnings/service.ts'
import {
  expectAnnouncement,
  expectEps,
  scoreSurprises,
  surprises,
  yearAfter,
} from '../../../processors/services/earnings/signal.ts'
import { draftsOf, pollSample, sampleHttp, toFacts } from '../../support/service-facts.ts'

const now = new Date('2026-11-18T12:00:00Z')
const ends = ['-03-31', '-06-30', '-09-30', '-12-31']
const starts = ['-01-01', '-04-01', '-07-01', '-10-01']
const figure = (year: number, quarter: number, usd: number, filed: string) => ({
  start: `${year}${starts[quarter]}`,
  end: `${year}${ends[quarter]}`,
  filed,
  usd,
})

describe('quarters', () => {
  const three = [0, 1, 2].map((quarter) => figure(2024, quarter, quarter + 1, `2024-0${quarter * 3 + 4}-20`))
  const year = { start: '2024-01-01', end: '2024-12-31', filed: '2025-02-20', usd: 10 }
  it('has a fourth that is what the year leaves, and none where a quarter is missing', () => {
    expect(quartersOf([year, ...three]).at(-1)).toEqual({ end: '2024-12-31', usd: 4 })
    expect(quartersOf([year, ...three.slice(1)]).map(({ end }) => end)).toEqual(['2024-06-30', '2024-09-30'])
  })
  it('takes the figure that was filed last', () => {
    const restated = figure(2024, 0, 1.1, '2025-04-20')
    expect(quartersOf([restated, ...three])[0]).toEqual({ end: '2024-03-31', usd: 1.1 })
  })
  it('carries a split back to figures that were filed before it and never again', () => {
    // Ten for one, told by the comparison figure of the first filing after it: 5.98 became 0.6.
    const before = [figure(2023, 0, 4, '2023-04-20'), figure(2023, 1, 5.98, '2023-07-20')]
    const after = [figure(2024, 1, 0.67, '2024-07-20'), figure(2023, 1, 0.6, '2024-07-20')]
    expect(quartersOf([...before, ...after])).toEqual([
      { end: '2023-03-31', usd: 0.4 },
      { end: '2023-06-30', usd: 0.6 },
      { end: '2024-06-30', usd: 0.67 },
    ])
  })
})

describe('the next announcement', () => {
  const dayOf = (at: Date) => inNewYork(at).day
  // Thursdays after the third quarter's end: 31, 30, 29 and 30 days.
  const habit = (end: string, day: string, hour = 20.5) => ({ end, at: new Date(Date.parse(day) + hour * 3_600_000) })
  const habits = [
    habit('2023-09-30', '2023-11-02'),
    habit('2024-09-30', '2024-10-31'),
    habit('2025-09-30', '2025-10-30'),
    habit('2025-12-31', '2026-01-29'),
    habit('2026-03-31', '2026-04-30'),
    habit('2026-06-30', '2026-07-30'),
  ]
  it('comes the usual days after the quarter, on the usual weekday', () => {
    // The median of 33, 31 and 30 days is the 31st of October 2026, a Saturday; its nearest Thursday is the 29th.
    const next = expectAnnouncement(habits, dayOf)
    expect(next).toEqual({ expected: '2026-10-29', windowDays: 2, fiscalPeriod: '2026-09-30', confidence: 0.7 })
  })
  it('is not told of a company without a year of habits', () => {
    expect(expectAnnouncement(habits.slice(-2), dayOf)).toBeNull()
    expect(expectAnnouncement([], dayOf)).toBeNull()
  })
  test('a year is 52 weeks for whoever ends it on a Saturday', () => {
    expect(['2025-06-28', '2025-06-30', '2023-02-28', '2024-02-29'].map(yearAfter)).toEqual([
      '2026-06-27',
      '2026-06-30',
      '2024-02-29',
      '2025-02-28',
    ])
  })
  test('sessions are told by New York’s clock, summer and winter', () => {
    expect(sessionOf([habit('', '2026-07-30', 13)])).toBe('pre_market')
    expect(sessionOf([habit('', '2026-07-30', 13.6)])).toBe('during_market')
    expect(sessionOf([habit('', '2026-01-29', 13.6)])).toBe('pre_market')
    expect(sessionOf([habit('', '2026-01-29', 21)])).toBe('after_hours')
    expect(inNewYork(new Date('2026-01-30T02:00:00Z'))).toEqual({ day: '2026-01-29', minute: 21 * 60 })
  })
  test('of several results of one quarter those with the report hold; the newest need no report yet', () => {
    const announced = ['2025-01-10T13:00:00Z', '2025-02-06T21:00:00Z', '2026-02-05T21:00:00Z']
    const habits = habitsOf({ announced, reports: [{ period_end: '2024-12-31', filed: '2025-02-07' }] })
    expect(habits.map(({ end, at }) => [end, at.toISOString().slice(0, 10)])).toEqual([
      ['2024-12-31', '2025-02-06'],
      ['2025-12-31', '2026-02-05'],
    ])
  })
})

describe('surprises', () => {
  // Every quarter 0.1 above the year before's, then alternately 0.02 above and below that, then 0.06 above it.
  const errors = [0, 0, 0, 0, 0.02, -0.02, 0.02, -0.02, 0.06]
  const usd = [1, 1, 1, 1]
  for (const error of errors) usd.push(usd.at(-4)! + 0.1 + error)
  const quarters = usd.map((one, i) => ({ end: `${2020 + Math.floor(i / 4)}${ends[i % 4]}`, usd: one }))
  it('are measured from last year’s figure and the mean change, in usual errors', () => {
    const [first, ...more] = surprises(quarters)
    // Four changes of 0.1 before it, so exactly 0.02 above what was expected; too few errors to say if that is much.
    expect(first!.expected).toBeCloseTo(usd[4]! + 0.1, 12)
    expect(first!.sue).toBeNull()
    // Errors before the last: 0.02, -0.02 - 0.02/5, 0.02, and -0.02 - 0.02/7; the last is 0.06, the changes' mean is 0.1.
    const before = [0.02, -0.02 - 0.02 / 5, 0.02, -0.02 - 0.02 / 7]
    const mean = before.reduce((sum, one) => sum + one, 0) / 4
    const spread = Math.sqrt(before.reduce((sum, one) => sum + (one - mean) ** 2, 0) / 4)
    expect(more.at(-1)!.sue).toBeCloseTo(0.06 / spread, 9)
  })
  it('make the next figure: last year’s and the mean of eight changes', () => {
    const changes = errors.slice(-8).map((error) => 0.1 + error)
    const drift = changes.reduce((sum, one) => sum + one, 0) / 8
    const next = expectEps(quarters, '2023-06-30')
    expect(next.yearAgo).toBe(usd[9])
    expect(next.expected).toBeCloseTo(usd[9]! + drift, 12)
    expect(expectEps(quarters.slice(0, 3), '2021-03-31')).toEqual({ yearAgo: 1, expected: null })
  })
  it('score by the last four', () => {
    expect(scoreSurprises([9, 1, 1, null, 1])).toBe(50)
    expect(scoreSurprises([5, 5, 5, 5])).toBe(100)
    expect(scoreSurprises([null])).toBeNull()
  })
})

describe('the service on its sample', async () => {
  const facts = toFacts(sec.topic, await pollSample(sec, now))
  const [route] = service.routes
  const body = draftsOf(service, facts, 'AAPL,MSFT')[0]!.body as any
  it('answers within its schema', () => {
    const { properties, ...schema } = route!.output
    const check = Compile({ ...schema, properties: { ...properties, meta: { type: 'object' } } })
    expect([...check.Errors({ ...body, meta: {} })]).toEqual([])
  })
  it('says first that nothing comes within the days that were asked for', () => {
    const asked = (days?: number) => route!.shape!(body, { tickers: 'AAPL,MSFT', ...(days === undefined ? {} : { days }) }) as any
    expect(asked()).toEqual(body)
    expect(asked(120).signal.summary).toBe(body.signal.summary)
    expect(asked(1).events).toEqual([])
    expect(asked(1).signal.summary).toBe(`None within 1 days: ${body.signal.summary}`)
    expect({ ...asked(1).signal, summary: '' }).toEqual({ ...body.signal, summary: '' })
  })
  it('expects the fourth quarter of both at the end of January, after hours', () => {
    expect(body.events.map((event: any) => event.ticker)).toEqual(['AAPL', 'MSFT'])
    for (const event of body.events) {
      expect(event).toMatchObject({ fiscal_period_end: '2026-12-31', session: 'after_hours', status: 'estimated' })
      expect(new Date(event.expected_date).getUTCDay()).toBe(4)
      expect(event.last4).toHaveLength(4)
      expect(event.eps_expected_usd).toBeGreaterThan(event.eps_year_ago_usd)
    }
    expect(body.signal.label).toBe('quiet')
  })
  it('cuts to the days asked for', () => {
    expect(route!.shape!(body, { tickers: 'AAPL,MSFT' })).toMatchObject({ events: body.events })
    expect(route!.shape!(body, { tickers: 'AAPL,MSFT', days: 3 })).toMatchObject({ events: [] })
  })
  it('takes a list in any order once, and none too long', () => {
    expect(route!.read!({ tickers: 'msft, aapl,MSFT' }, now)).toEqual({ tickers: 'AAPL,MSFT' })
    const many = Array.from({ length: 26 }, (_, i) => `T${i}`).join(',')
    expect(() => route!.read!({ tickers: many }, now)).toThrow(expect.objectContaining({ code: 'input_invalid' }))
    expect(() => route!.read!({}, now)).toThrow(expect.objectContaining({ code: 'input_invalid' }))
  })
  it('names what it cannot resolve; a list of nothing else is unknown', async () => {
    const http = await sampleHttp(now)
    const context = { http, at: now, since: null, signal: new AbortController().signal, credential: () => undefined }
    const ask = (tickers: string) => sec.openKeys!.fetch(tickers, context)
    await expect(ask('SPY')).rejects.toMatchObject({ code: 'key_unknown' })
    await expect(ask('NOPE,NIX')).rejects.toMatchObject({ code: 'key_unknown' })
  })
})

describe('a day that the company names', () => {
  const of = (text: string, filed = '2026-10-05') => findToldDate(text, filed)
  it.each([
    [
      'Acme Corp today announced that it will release its third quarter 2026 financial results after the market closes on Thursday, November 5, 2026.',
      '2026-11-05',
      null,
    ],
    [
      'Widget, Inc. will report its third quarter 2026 results on Wednesday,&nbsp;October <b>28</b>, 2026, before the market opens.',
      '2026-10-28',
      'pre_market',
    ],
    ['The company plans to announce earnings for the quarter on Nov. 3 after the close of trading.', '2026-11-03', 'after_hours'],
  ])('%s', (text, date, session) => {
    expect(of(text)).toEqual({ date, session })
  })
  it.each([
    ['a past one', 'will report its second quarter results on July 30, 2026'],
    ['a wrong weekday', 'will report its third quarter results on Friday, October 28, 2026'],
    ['no day of any calendar', 'will report its third quarter results on November 31, 2026'],
    ['two of them', 'will report results on October 28, 2026. It will report results on October 29, 2026.'],
    ['another event', 'will host an investor day on November 12, 2026'],
    ['far away', 'will report its results on March 5, 2027'],
  ])('is not taken from %s', (_name, text) => {
    expect(of(text)).toBeNull()
  })
  it('confirms the date, its session and by which filing; before it was named it is an estimate', async () => {
    const eventAt = async (day: string) => {
      const at = new Date(day)
      const facts = toFacts(sec.topic, await pollSample(sec, at))
      return (draftsOf(service, facts, 'AAPL,MSFT')[0]!.body as any).events.find((one: any) => one.ticker === 'AAPL')
    }
    expect(await eventAt('2026-12-20T12:00:00Z')).toMatchObject({ status: 'estimated', confirmed_by: null })
    const confirmed = await eventAt('2027-01-20T12:00:00Z')
    expect(confirmed).toMatchObject({ status: 'confirmed', window_days: 0, session: 'after_hours', date_confidence: 0.98 })
    expect(confirmed.confirmed_by).toMatch(/^https:\/\/www\.sec\.gov\/Archives\/edgar\/data\/320193\//)
    expect(new Date(confirmed.expected_date).getUTCDay()).toBe(4)
  })
})

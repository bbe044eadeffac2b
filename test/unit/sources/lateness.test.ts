// Green means new: a series that stands still is late although every poll of it succeeds.
import { describe, expect, test } from 'vitest'
import { createHttpClient } from '../../../ingestors/client/http.ts'
import { discoverIngestors } from '../../../ingestors/index.ts'
import { longestGapDays, mergeNewest, movesOf, watchSeries } from '../../../ingestors/lateness.ts'
import { pollUpstream } from '../../../ingestors/poll.ts'
import { startDemoUpstream } from '../../../ingestors/samples/demo.ts'
import gas from '../../../ingestors/sources/eia-gas-storage/ingestor.ts'
import petroleum from '../../../ingestors/sources/eia-wpsr/ingestor.ts'
import { eurostatFigures } from '../../../ingestors/sources/eurostat/topic.ts'
import { fredObservations } from '../../../ingestors/sources/fred/topic.ts'

const day = (text: string) => new Date(`${text}T00:00:00Z`)

describe('how often a source runs', () => {
  test.each([
    ['*/5 * * * *', 5 / 1_440],
    ['1-59/5 * * * *', 5 / 1_440],
    ['4 * * * *', 1 / 24],
    ['17 */3 * * *', 1 / 8],
    ['10 4 * * *', 1],
    // From Friday's last run to Monday's first.
    ['20 13,21 * * 1-5', 2 + 16 / 24],
    ['10 5 * * 6', 7],
    ['10 15 1-12 * *', 31],
  ])('%s', (cron, days) => expect(longestGapDays(cron)).toBeCloseTo(days, 9))

  test('what nobody polls need not move', () => {
    expect(movesOf({ topic: {}, schedule: '0 0 1 1 *' }, 'k')).toBeNull()
  })
})

test('the euro area’s inflation that ended with December 2025 is late by May and unsold by the autumn', () => {
  const newest = new Map([
    ['inflation_pct/EA21', day('2025-12-01')],
    ['unemployment_pct/DE', day('2026-09-01')],
    ['gdp_yoy_pct/DE', day('2026-04-01')],
  ])
  const { first } = watchSeries({ topic: eurostatFigures, schedule: '10 9,10,17 * * 1-5' }, newest)
  expect(first[0]).toEqual({
    key: 'inflation_pct/EA21',
    newest_at: '2025-12-01T00:00:00.000Z',
    // 75 days after its first day a month is told, and it may fail to come twice.
    late_at: '2026-04-17T00:00:00.000Z',
    dead_at: '2026-09-01T00:00:00.000Z',
  })
  const late = first.filter(({ late_at }) => late_at < '2026-11-22').map(({ key }) => key)
  expect(late).toEqual(['inflation_pct/EA21'])
})

test('what a release of before asked for and this one does not is waited for by nobody', () => {
  const newest = new Map([
    ['inflation_pct/EA20', day('2025-12-01')],
    ['debt_pct_gdp/EA20', day('2026-01-01')],
    ['unemployment_pct/DE', day('2026-09-01')],
  ])
  const { count, first } = watchSeries({ topic: eurostatFigures, schedule: '10 9,10,17 * * 1-5' }, newest)
  expect([count, first.map(({ key }) => key)]).toEqual([1, ['unemployment_pct/DE']])
})

test.each([
  ['gas in storage', gas, 6],
  ['petroleum', petroleum, 5],
])(
  'a week of %s is in time until the next is told, a holiday late, and late two weeks after',
  (_name, ingestor, toldAfterDays) => {
    const friday = day('2026-11-13')
    const { first } = watchSeries(ingestor, new Map([['total', friday]]))
    const after = (days: number) => new Date(friday.getTime() + days * 86_400_000).toISOString()
    const holiday = 2
    expect(first[0]!.late_at > after(7 + toldAfterDays + holiday)).toBe(true)
    expect(first[0]!.late_at <= after(14 + toldAfterDays + holiday)).toBe(true)
  },
)

test('a daily series is late in days, a weekly one in weeks', () => {
  const newest = new Map([
    ['SOFR', day('2026-11-01')],
    ['WALCL', day('2026-11-01')],
    ['GDPC1', day('2026-07-01')],
  ])
  const { first } = watchSeries({ topic: fredObservations, schedule: '20 13,21 * * 1-5' }, newest)
  expect(Object.fromEntries(first.map(({ key, late_at }) => [key, late_at.slice(0, 10)]))).toEqual({
    SOFR: '2026-11-13',
    WALCL: '2026-11-29',
    GDPC1: '2027-05-31',
  })
})

test.each([
  ['eia-gas-storage', '2026-11-19T15:30:00Z'],
  ['eia-wpsr', '2026-11-18T15:30:00Z'],
  ['eia-petroleum', '2026-11-18T18:00:00Z'],
  ['cftc-cot', '2026-11-20T20:30:00Z'],
])('%s, told once a week and days after its week, is late in no hour of two weeks, and late in five', async (name, told) => {
  const ingestor = (await discoverIngestors()).find(({ source }) => source === name)!
  // The week that was told then ended on the Friday before, of positions on the Tuesday; the next ones come a holiday late.
  const ended = new Map([['one', day(name === 'cftc-cot' ? '2026-11-17' : '2026-11-13')]])
  const [series] = watchSeries(ingestor, ended).first
  const nextAt = new Date(told).getTime() + 9 * 86_400_000
  expect(new Date(series!.late_at).getTime()).toBeGreaterThan(nextAt)
  expect(series!.late_at < '2026-12-18').toBe(true)
})

test('where keys come and go only the newest of all must move', () => {
  const source = { topic: { moves: { days: 2, of: 'any' as const } }, schedule: '* * * * *' }
  const newest = new Map([
    ['gone', day('2020-01-01')],
    ['here', day('2026-11-21')],
  ])
  expect(watchSeries(source, newest)).toEqual({
    count: 1,
    first: [
      {
        key: '*',
        newest_at: '2026-11-21T00:00:00.000Z',
        late_at: '2026-11-25T00:00:00.000Z',
        dead_at: '2026-11-29T00:00:00.000Z',
      },
    ],
  })
})

test('no sample is late on the day it is made', async () => {
  const at = new Date('2026-10-12T12:00:00Z')
  const upstream = await startDemoUpstream({ now: () => at })
  const http = createHttpClient({ reroute: upstream.reroute, requestsPerSecond: 10_000 })
  const late: string[] = []
  try {
    for (const ingestor of await discoverIngestors()) {
      const credentials = Object.fromEntries((ingestor.needs ?? []).map((name) => [name, 'sample']))
      const { values } = await pollUpstream(ingestor, { http, credentials }, { at, since: null }, AbortSignal.timeout(60_000))
      const { first } = watchSeries(ingestor, mergeNewest(ingestor.topic, new Map(), values))
      late.push(...first.filter(({ late_at }) => late_at < at.toISOString()).map(({ key }) => `${ingestor.source} ${key}`))
    }
  } finally {
    await http.close()
    await upstream.stop()
  }
  expect(late).toEqual([])
}, 60_000)

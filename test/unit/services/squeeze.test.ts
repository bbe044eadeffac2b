// Short interest on FINRA's own figures (settlement of 15 July 2021): days to cover and changes as printed, without their floor and cap.
import { expect, test } from 'vitest'

import finra, { settlementsUntil } from '../../../ingestors/sources/finra-short-interest/ingestor.ts'
import { changePct, daysToCover, type Positions } from '../../../processors/formula/short-interest.ts'
import { computeSqueeze, type SqueezeFacts, triggerOf } from '../../../processors/services/squeeze/signal.ts'

const header =
  'accountingYearMonthNumber|symbolCode|issueName|issuerServicesGroupExchangeCode|marketClassCode|currentShortPositionQuantity|previousShortPositionQuantity|stockSplitFlag|averageDailyVolumeQuantity|daysToCoverQuantity|revisionFlag|changePercent|changePreviousNumber|settlementDate'
const row = (symbol: string, market: string, short: number, before: number, volume: number) =>
  `20210715|${symbol}|A company|R|${market}|${short}|${before}||${volume}|1.00||0|0|2021-07-15`

const positions = (short: number, before: number, average_volume: number, is_split = false): Positions => ({
  ticker: 'A',
  name: 'A company',
  market: 'NNM',
  settlement: '2021-07-15',
  short,
  short_before: before,
  average_volume,
  is_split,
  vintage: '2021-07-28T00:00:00Z',
})
const fact = <V>(value: V) => ({
  topic: 't',
  key: 'A',
  observedAt: new Date('2021-07-15T00:00:00Z'),
  revision: 0n,
  partition: 0,
  offset: 0n,
  value,
})

test('days to cover and the change are FINRA’s own where it prints them', () => {
  const printed = [
    [2_571_122, 2_456_982, 1_646_442, 1.56, 4.65],
    [91_490_076, 89_581_312, 28_871_308, 3.17, 2.13],
    [2_067_337, 2_102_634, 140_830, 14.68, -1.68],
    [9_927_692, 11_682_213, 6_136_529, 1.62, -15.02],
  ] as const
  for (const [short, before, volume, cover, change] of printed) {
    expect(daysToCover(positions(short, before, volume))).toBeCloseTo(cover, 2)
    expect(changePct(positions(short, before, volume))).toBeCloseTo(change, 2)
  }
})

test('Apple’s printed 1.00 is a floor and an untraded share’s 999.99 a cap: neither is told', () => {
  // 96355309 / 96035157
  expect(daysToCover(positions(96_355_309, 90_213_531, 96_035_157))).toBeCloseTo(1.0033, 4)
  expect(daysToCover(positions(363_666, 322_028, 0))).toBeNull()
})

test('the file is read by its columns, without the over-the-counter market, classes with a dash', () => {
  const text = [
    header,
    row('AAPL', 'NNM', 96_355_309, 90_213_531, 96_035_157),
    row('BRK.B', 'NYSE', 5, 4, 3),
    row('AAALF', 'OTC', 1, 1, 0),
  ].join('\n')
  expect(finra.parse([text], new Date('2021-07-28T00:00:00Z'))).toMatchObject([
    {
      ticker: 'AAPL',
      settlement: '2021-07-15',
      short: 96_355_309,
      short_before: 90_213_531,
      average_volume: 96_035_157,
      is_split: false,
    },
    { ticker: 'BRK-B' },
  ])
  expect(() => finra.parse([text.replace('averageDailyVolumeQuantity', 'volume')], new Date())).toThrow(
    'averageDailyVolumeQuantity',
  )
})

test('settlements are the 15th and the month’s end, or the Friday before, once they are out', () => {
  expect(settlementsUntil(new Date('2026-11-22T00:00:00Z'), 3)).toEqual(['2026-11-13', '2026-10-30', '2026-10-15'])
})

const nothing: SqueezeFacts = {
  ticker: 'A',
  shorts: [],
  fails: [],
  prices: { basis: 'none', points: [], volumes: [] },
  holdings: [],
  insiders: [],
}

const insider = (cik: string, shares_after: number | null) =>
  fact({ owners: [{ cik }], trades: [{ shares_after }] }) as unknown as SqueezeFacts['insiders'][number]

test('a third of a float short for eight days and more is the full weight of both', () => {
  const told = computeSqueeze(
    {
      ...nothing,
      shorts: [fact(positions(30e6, 30e6, 2e6))],
      holdings: [
        fact({
          outstanding: { shares: 100e6, as_of: '2021-07-01' },
          now: { shares: 0 },
        }) as unknown as SqueezeFacts['holdings'][number],
      ],
      insiders: [insider('1', 4e6), insider('2', 8e6), insider('1', 2e6), insider('1', null)],
    },
    new Date('2021-07-15T00:00:00Z'),
  )!
  // 30 of 90 million, for the newest filings that say it hold 8 and 2; of the three parts that are known (0.3, 0.2, 0.1) two are full
  expect(told.short_interest.pct_float).toBeCloseTo(33.333, 3)
  expect(told.short_interest.days_to_cover).toBe(15)
  expect(told.mix.score).toBeCloseTo((100 * 0.5) / 0.6, 6)
  expect(told.direction).toBe('neutral')
  expect(told.mix.coverage.missing).toEqual(['borrow_proxy', 'fails', 'trigger'])
})

test('a split between two half-months is no change', () => {
  expect(changePct({ short: 400, short_before: 100, is_split: true })).toBeNull()
})

test('counts of before a split are compared with none after it: after ten for one the same shorts are no record', () => {
  const before = Array.from({ length: 20 }, () => positions(1e6, 1e6, 1e6))
  const after = Array.from({ length: 12 }, (_, i) => positions(10e6 - i * 1e5, 10e6, 1e6, i === 0))
  const read = (list: Positions[]) => computeSqueeze({ ...nothing, shorts: list.map(fact) }, new Date('2021-07-15T00:00:00Z'))!
  // The fewest of twelve, and not more than nineteen of thirty-two.
  expect(read([...before, ...after]).short_interest.pctile_own).toBeCloseTo(100 / 12, 6)
  expect(read([...before, ...after]).history.map(({ shares }) => shares)).toEqual(after.map(({ short }) => short))
  expect(read([...before, after[0]!]).short_interest.pctile_own).toBeNull()
})

test('a close above twenty days before and a tenth in five is a whole trigger', () => {
  const points = Array.from({ length: 21 }, (_, i) => ({ at: new Date(Date.UTC(2026, 0, i + 1)), value: i < 20 ? 10 : 11.5 }))
  expect(triggerOf({ basis: 'licensed_close', points, volumes: [] })).toEqual({
    ret5d: expect.closeTo(15, 9),
    aboveHigh: true,
    value: 1,
  })
})

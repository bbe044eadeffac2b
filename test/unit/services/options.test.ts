// Option flow on the clearing house's own lines (WDC's series and AAPL's volume of June 2026), and max pain by hand.
import { expect, test } from 'vitest'
import { maxPain } from '../../../ingestors/sources/occ-options/ingestor.ts'
import { readSeries } from '../../../ingestors/sources/occ-options/series.ts'
import type { OptionsDay } from '../../../ingestors/sources/occ-options/topic.ts'
import { readVolume } from '../../../ingestors/sources/occ-options/volume.ts'
import { computeOptions } from '../../../processors/services/options/signal.ts'

const listed = [
  'Series Search Results for WDC',
  'Products for this underlying symbol are traded on: CBOE',
  '\t\tSeries/contract\t\tStrike\t\t\tOpen Interest',
  'ProductSymbol\tyear\tMonth\tDay\tInteger\tDec\tC/P\tCall\tPut\tPosition Limit',
  'WDC   \t\t2026\t10\t02\t250\t000\tC P \t3\t113\t25000000',
  'WDC   \t\t2026\t10\t09\t574\t700\t  P \t0\t53\t25000000',
  'WDC1  \t\t2026\t10\t16\t425\t000\tC P \t1250\t1250\t25000000',
].join('\n')

test('series are read behind their two tabs, thousandths of a strike are its part, changed contracts are left out', () => {
  expect(readSeries(listed)).toEqual([
    { expiry: '2026-10-02', strike: 250, calls: 3, puts: 113 },
    { expiry: '2026-10-09', strike: 574.7, calls: 0, puts: 53 },
  ])
  expect(readSeries('No record(s) found')).toEqual([])
  expect(() => readSeries('<html><body>moved</body></html>')).toThrow('no header')
  expect(() => readSeries(listed.replace('\t113\t', '\t1,130\t'))).toThrow('no whole number')
})

test('volume is summed by account and side; contracts of a changed underlying count nowhere', () => {
  const header = 'quantity,underlying,symbol,actype,porc,exchange,actdate'
  const text = [
    header,
    '25,AAPL,2AAPL,C,C,CBOE,06/23/2026,',
    '96,AAPL,AAPL,M,C,ISE,06/23/2026,',
    '40,AAPL,AAPL,C,P,ISE,06/23/2026,',
  ].join('\n')
  expect(readVolume(text)).toEqual({
    date: '2026-06-23',
    all: { calls: 96, puts: 40 },
    customers: { calls: 0, puts: 40 },
    firms: { calls: 0, puts: 0 },
    makers: { calls: 96, puts: 0 },
  })
  expect(readVolume(header)).toBeNull()
  expect(() => readVolume(text.replace(',M,C,', ',X,C,'))).toThrow('a row of volume')
})

test('max pain is the strike at which the open contracts of an expiry pay out the least', () => {
  const series = [
    { strike: 100, calls: 100, puts: 0 },
    { strike: 105, calls: 0, puts: 0 },
    { strike: 110, calls: 0, puts: 0 },
  ]
  // With 100 calls at 100 alone, 100 pays nothing; puts at 110 pull up.
  expect(maxPain(series)).toBe(100)
  expect(maxPain(series.with(2, { strike: 110, calls: 0, puts: 300 }))).toBe(110)
  expect(maxPain([{ strike: 100, calls: 0, puts: 0 }])).toBeNull()
})

const day = (n: number, customerPuts: number): OptionsDay => ({
  ticker: 'AAPL',
  date: new Date(Date.UTC(2026, 0, n)).toISOString().slice(0, 10),
  open: { calls: 1_000 + 10 * n, puts: 800 },
  expiries: [{ date: '2026-03-20', calls: 1_000, puts: 800, max_pain: 230 }],
  largest: [],
  volume: {
    all: { calls: 200, puts: 100 + customerPuts },
    customers: { calls: 100, puts: customerPuts },
    firms: { calls: 50, puts: 50 },
    makers: { calls: 50, puts: 50 },
  },
})

test('the first day is judged by a fixed level and says so; 1.4 puts to a call is twice the usual and a full turn', () => {
  const told = computeOptions([day(1, 140)], new Date('2026-01-01T00:00:00Z'))!
  expect(told.method).toBe('fixed_level')
  expect(told.mix.score).toBe(-100)
  expect(told.mix.availableWeight).toBe(0.5)
  expect(told.mix.confidence).toBeLessThanOrEqual(0.5)
  expect(told.summary).toContain('no history yet')
  expect(computeOptions([day(1, 70)], new Date('2026-01-01T00:00:00Z'))!.mix.score).toBeCloseTo(0, 9)
})

test('after twenty days it is judged by its own past', () => {
  const days = Array.from({ length: 25 }, (_, i) => day(i + 1, i === 24 ? 120 : 70 + (i % 3)))
  const told = computeOptions(days, new Date('2026-01-25T00:00:00Z'))!
  expect(told.method).toBe('own_history')
  expect(told.pcrZ).toBe(6)
  expect(told.changed).toEqual({ calls: 10, puts: 0 })
  expect(told.label).toBe('bearish_flow')
})

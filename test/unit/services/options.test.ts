// Option flow on the clearing house's own lines (WDC's series and AAPL's volume of June 2026), and max pain by hand.
import { expect, test } from 'vitest'
import { maxPain } from '../../../ingestors/sources/occ-options/ingestor.ts'
import { readSeries } from '../../../ingestors/sources/occ-options/series.ts'
import type { OptionsDay } from '../../../ingestors/sources/occ-options/topic.ts'
import { readVolume } from '../../../ingestors/sources/occ-options/volume.ts'
import ingestor from '../../../ingestors/sources/polygon-options/ingestor.ts'
import { readChain } from '../../../processors/services/options/chain.ts'
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
  const told = computeOptions([day(1, 140)], null, new Date('2026-01-01T00:00:00Z'))!
  expect(told.method).toBe('fixed_level')
  expect(told.mix.score).toBe(-100)
  expect(told.mix.availableWeight).toBe(0.5)
  expect(told.mix.confidence).toBeLessThanOrEqual(0.5)
  expect(told.summary).toContain('no history yet')
  expect(computeOptions([day(1, 70)], null, new Date('2026-01-01T00:00:00Z'))!.mix.score).toBeCloseTo(0, 9)
})

test('after twenty days it is judged by its own past', () => {
  const days = Array.from({ length: 25 }, (_, i) => day(i + 1, i === 24 ? 120 : 70 + (i % 3)))
  const told = computeOptions(days, null, new Date('2026-01-25T00:00:00Z'))!
  expect(told.method).toBe('own_history')
  expect(told.pcrZ).toBe(6)
  expect(told.changed).toEqual({ calls: 10, puts: 0 })
  expect(told.label).toBe('bearish_flow')
})

const contract = (expiry: string, strike: number, side: string, more: object = {}) => ({
  ...{ expiry, strike, side, open: 100, volume: 10, mid_usd: 2, iv: 0.2, delta: side === 'call' ? 0.5 : -0.5, gamma: 0.01 },
  ...more,
})
const chainOf = (...contracts: ReturnType<typeof contract>[]) =>
  readChain({ ticker: 'AAPL', read_at: '2026-01-01T00:00:00Z', spot_usd: 100, contracts, vintage: '2026-01-01T00:00:00Z' })

test('a chain by hand: premium by delta, gamma per percent, variance between two expiries, skew of the quarters', () => {
  const calls = chainOf(contract('2026-01-31', 100, 'call', { volume: 30 }), contract('2026-01-31', 100, 'put'))
  // 30 calls and 10 puts at 2 dollars, half a delta, a hundred shares each.
  expect(calls.premium).toEqual({ calls: 3_000, puts: 1_000 })
  expect(calls.imbalance).toBe(0.5)
  // 0.01 times 100 contracts times 100 shares times 100² times 1 %: as much long as short.
  expect(chainOf(contract('2026-01-31', 100, 'call')).gex).toBeCloseTo(10_000, 6)
  expect(calls.gex).toBeCloseTo(0, 6)
  // 20 % for 20 days and 40 % for 40 are half of each variance at 30: (0.04·20 + 0.16·40) / 2 / 30.
  const terms = chainOf(contract('2026-01-21', 100, 'call'), contract('2026-02-10', 100, 'call', { iv: 0.4 }))
  expect(terms.iv30).toBeCloseTo(100 * Math.sqrt((0.5 * 0.04 * 20 + 0.5 * 0.16 * 40) / 30), 9)
  expect(chainOf(contract('2026-02-10', 100, 'call')).iv30).toBeNull()
  const wings = [
    contract('2026-01-30', 90, 'put', { delta: -0.25, iv: 0.3 }),
    contract('2026-01-30', 110, 'call', { delta: 0.24, iv: 0.22 }),
  ]
  expect(chainOf(...wings).skew).toBeCloseTo(8, 9)
  expect(chainOf(wings[0]!, contract('2026-01-30', 110, 'call', { delta: 0.5 })).skew).toBeNull()
  const odd = contract('2026-01-30', 110, 'call', { volume: 600, open: 200 })
  expect(
    chainOf(
      odd,
      contract('2026-01-30', 115, 'call', { volume: 600, open: 201 }),
      contract('2026-01-30', 120, 'call', { volume: 499, open: 1 }),
    ).unusual,
  ).toEqual([{ expiry: '2026-01-30', strike: 110, side: 'call', volume: 600, oi: 200, premium_usd: 120_000 }])
})

test('a licensed chain counts beside the counts of its own days alone', () => {
  const now = new Date('2026-01-01T00:00:00Z')
  const bullish = chainOf(contract('2026-01-31', 100, 'call', { volume: 1_000 }))
  const told = computeOptions([day(1, 70)], bullish, now)!
  // A usual ratio of puts to calls by half, premium on calls alone by two fifths.
  expect(told.mix.score).toBeCloseTo((0.4 * 100) / 0.9, 9)
  expect(told.mix.coverage.detail).toEqual({ not_told: expect.arrayContaining(['single trades']) })
  const late = computeOptions([day(20, 70)], bullish, new Date('2026-01-20T00:00:00Z'))!
  expect(late.chain).toBeNull()
  expect(late.mix.score).toBeCloseTo(0, 9)
})

const row = (more: object = {}, details: object = {}) => ({
  day: { close: 2, volume: 40, last_updated: 1_767_139_200_000_000_000 },
  details: { contract_type: 'call', expiration_date: '2026-01-16', shares_per_contract: 100, strike_price: 100, ...details },
  greeks: { delta: 0.5, gamma: 0.01 },
  implied_volatility: 0.2,
  last_quote: { midpoint: 2.1 },
  open_interest: 9,
  underlying_asset: { ticker: 'AAPL', price: 100 },
  ...more,
})
const readRows = (...results: object[]) =>
  ingestor.parse([{ ticker: 'AAPL', pages: [{ results }] }], new Date('2026-01-02T00:00:00Z'))[0]!

test('a bar of another day is no volume of this one, adjusted contracts and another underlying’s count nowhere', () => {
  const old = row({ day: { close: 1, volume: 700, last_updated: 1_766_000_000_000_000_000 } }, { strike_price: 105 })
  const never = row({ day: {}, greeks: {}, implied_volatility: undefined }, { strike_price: 110 })
  const { contracts, spot_usd } = readRows(row(), old, never, row({}, { strike_price: 95, shares_per_contract: 10 }))
  expect(contracts.map(({ strike, volume, mid_usd, iv }) => [strike, volume, mid_usd, iv])).toEqual([
    [100, 40, 2.1, 0.2],
    [105, 0, 2.1, 0.2],
    [110, 0, 2.1, null],
  ])
  expect(spot_usd).toBe(100)
  expect(() => readRows(row({ underlying_asset: { ticker: 'MSFT', price: 1 } }))).toThrow('not on AAPL')
  expect(() => readRows(row(), row())).toThrow('stands twice')
  expect(() => readRows(row({ open_interest: 'many' }))).toThrow()
  // Without quotes in the plan the day's last price stands for the middle.
  expect(readRows(row({ last_quote: undefined })).contracts[0]!.mid_usd).toBe(2)
})

// Indicators against published and hand-computed values, the formula's corners, pairs as people write them, and both answers.
import { Compile } from 'typebox/compile'
import { describe, expect, it, test } from 'vitest'
import kraken from '../../../ingestors/sources/kraken-candles/ingestor.ts'
import { pair } from '../../../processors/inputs/pair.ts'
import {
  atr,
  bollinger,
  type Candle,
  directional,
  ema,
  macd,
  onBalanceVolume,
  realisedPct,
  rsi,
  stochastic,
} from '../../../processors/services/ta/indicators.ts'
import { measure } from '../../../processors/services/ta/measure.ts'
import { cutScan } from '../../../processors/services/ta/scan.ts'
import service from '../../../processors/services/ta/service.ts'
import { scoreRsi, setupsOf } from '../../../processors/services/ta/signal.ts'
import { draftsOf, pollSample, sampleHttp, toFacts } from '../../support/service-facts.ts'

const now = new Date('2026-11-18T12:00:00Z')
const dayMs = 86_400_000
const candle = (i: number, close: number, more: Partial<Candle> = {}): Candle => ({
  at: new Date(now.getTime() + i * dayMs),
  open: close,
  high: close + 1,
  low: close - 1,
  close,
  volume: 10,
  ...more,
})
const ramp = (n: number, step = 1, from = 100) => Array.from({ length: n }, (_, i) => candle(i, from + step * i))
const closesOf = (list: readonly Candle[]) => list.map((one) => one.close)

describe('the indicators', () => {
  test('RSI 14 is the worked example of StockCharts’ ChartSchool', () => {
    const closes = [
      44.3389, 44.0902, 44.1497, 43.6124, 44.3278, 44.8264, 45.0955, 45.4245, 45.8433, 46.0826, 45.8931, 46.0328, 45.614, 46.282,
      46.282, 46.0028, 46.0328, 46.4116, 46.2222, 45.6439, 46.2122,
    ]
    expect(rsi(closes).map((value) => Math.round(value * 100) / 100)).toEqual([70.53, 66.32, 66.55, 69.41, 66.36, 57.97, 62.93])
  })
  test('RSI without losses is 100, without gains 0, without moves 50', () => {
    expect(rsi(closesOf(ramp(20))).at(-1)).toBe(100)
    expect(rsi(closesOf(ramp(20, -1))).at(-1)).toBe(0)
    expect(rsi(closesOf(ramp(20, 0))).at(-1)).toBe(50)
  })
  test('an EMA of a ramp lags by (n - 1) / 2, so MACD is 7 and its histogram nothing', () => {
    expect(ema([1, 2, 3, 4], 3)).toEqual([2, 3])
    const { line, signals, histogram } = macd(closesOf(ramp(60)))
    for (const [value, right] of [
      [line.at(-1), 7],
      [signals.at(-1), 7],
      [histogram.at(-1), 0],
    ] as const)
      expect(value).toBeCloseTo(right, 9)
  })
  test('a true range reaches to the close before; Wilder’s mean of it by hand', () => {
    const list = [candle(0, 10), candle(1, 20), candle(2, 20), candle(3, 14)]
    // 21 - 10, 21 - 19, 20 - 13; then the mean of two and half of it with the third.
    expect(atr(list, 2)).toEqual([6.5, 6.75])
  })
  test('on a ramp every move is up: ADX 100, +DI half of the range, -DI nothing', () => {
    const { plus, minus, adx } = directional(ramp(60))
    expect([plus.at(-1), minus.at(-1), adx.at(-1)]).toEqual([50, 0, 100])
    expect(directional(ramp(60, 0)).adx.at(-1)).toBe(0)
  })
  test('of an outside candle only the larger move counts', () => {
    const list = [candle(0, 10), candle(1, 10, { high: 14, low: 8 }), candle(2, 10, { high: 14, low: 4 })]
    const { plus, minus } = directional(list, 2)
    // Up 3 and down 4 over ranges of 6 and 10, each mean of two.
    expect([plus[0], minus[0]]).toEqual([18.75, 25])
  })
  test('Bollinger’s bands with the population deviation: of 1, 2, 3, 4 it is √1.25', () => {
    const [band] = bollinger([1, 2, 3, 4], 4)
    expect(band!.upper).toBeCloseTo(2.5 + 2 * Math.sqrt(1.25), 12)
    expect(band!.pctB).toBeCloseTo((4 - 2.5 + 2 * Math.sqrt(1.25)) / (4 * Math.sqrt(1.25)), 12)
    expect(bollinger([2, 2, 2], 3)[0]!.pctB).toBe(0.5)
  })
  test('the stochastic of a ramp, volume on balance and volatility by hand', () => {
    // Closes from 100 to 113 between 99 and 114.
    expect(stochastic(ramp(30)).d.at(-1)).toBeCloseTo((100 * 14) / 15, 10)
    expect(onBalanceVolume([candle(0, 5), candle(1, 6), candle(2, 6), candle(3, 4, { volume: 3 })])).toEqual([0, 10, 10, 7])
    // Returns of ln 2 and -ln 2: a sample deviation of √2 · ln 2.
    expect(realisedPct([1, 2, 1], 2, 4)).toBeCloseTo(200 * Math.SQRT2 * Math.LN2, 10)
  })
})

describe('the formula', () => {
  it('turns against an RSI that is overdone', () => {
    expect([50, 60, 75, 80, 100, 25, 10].map(scoreRsi)).toEqual([0, 20, 50, 30, -50, -50, 10])
  })
  it('knows the setups of a ramp and of a fall', () => {
    const up = measure(ramp(260), 365)
    expect(setupsOf(up)).toEqual(['trend', 'squeeze'])
    const fallen = [...ramp(260), ...Array.from({ length: 20 }, (_, i) => candle(260 + i, 358 - 12 * i))]
    expect(setupsOf(measure(fallen, 365))).toEqual(['oversold', 'breakout'])
  })
  it('finds the levels where prices turned, the nearest first', () => {
    const wave = Array.from({ length: 260 }, (_, i) => candle(i, 100 + 10 * Math.sin((i * Math.PI) / 20)))
    const { support, resistance } = measure(wave, 365).levels
    expect(support).toEqual([89])
    expect(resistance).toEqual([111])
  })
})

test('a pair is one however it is written', () => {
  const read = (text: string) => pair.parse(text, { name: 'symbol', now })
  for (const text of ['btc', 'BTC-USD', 'btc/usd', 'XBT.USD', 'btcusd', 'XBTUSD']) expect(read(text), text).toBe('BTC-USD')
  expect(['eth/eur', 'DOGEUSDT', 'xdg', 'STETH', 'FDUSD', 'USDT', 'eth-xbt'].map(read)).toEqual([
    'ETH-EUR',
    'DOGE-USDT',
    'DOGE-USD',
    'STETH-USD',
    'FDUSD-USD',
    'USDT-USD',
    'ETH-BTC',
  ])
  for (const text of ['btc/zzz', 'usd'])
    expect(() => read(text), text).toThrow(expect.objectContaining({ code: 'input_unusable' }))
})

describe('the service on its sample', async () => {
  const facts = toFacts(kraken.topic, await pollSample(kraken, now))
  const [analyze, scan] = service.routes
  const body = (key: string) => draftsOf(service, facts, key)[0]!.body as any
  it('answers both routes within their schemas', () => {
    for (const [route, key] of [
      [analyze, 'BTC-USD 1d'],
      [scan, 'crypto'],
    ] as const) {
      const { properties, ...schema } = route!.output
      const check = Compile({ ...schema, properties: { ...properties, meta: { type: 'object' } } })
      expect([...check.Errors({ ...body(key), meta: {} })], key).toEqual([])
    }
  })
  it('measures closed candles only, and tells the forming one’s price beside them', () => {
    const { price } = body('BTC-USD 1d')
    expect(price).toMatchObject({ time: '2026-11-18T00:00:00.000Z', last_time: now.toISOString() })
  })
  it('answers nothing before the newest closed candle is there, and before anybody said which that is', () => {
    const part = (is: (fact: (typeof facts)[number]) => boolean) => facts.filter(is)
    const newest = '2026-11-18T00:00:00.000Z'
    const late = part(({ key, observedAt }) => key !== 'BTC-USD 1d' || observedAt.toISOString() < newest)
    const silent = part(({ key }) => key !== 'BTC-USD 1d now')
    for (const some of [late, silent])
      expect(() => draftsOf(service, some, 'BTC-USD 1d')).toThrow(expect.objectContaining({ code: 'not_enough_data' }))
  })
  it('says how many candles are missing, and answers nothing where they are many', () => {
    const without = (days: number) => {
      const isGone = (at: Date) => {
        const back = (Date.parse('2026-11-18T00:00:00Z') - at.getTime()) / dayMs
        return back >= 30 && back < 30 + days
      }
      return [...older, ...facts].filter(({ key, observedAt }) => key !== 'BTC-USD 1d' || !isGone(observedAt))
    }
    const closed = facts.filter(({ key }) => key === 'BTC-USD 1d')
    const back = closed.length * dayMs
    const older = closed.slice(-100).map((fact) => ({ ...fact, observedAt: new Date(fact.observedAt.getTime() - back) }))
    const [whole] = draftsOf(service, facts, 'BTC-USD 1d')
    const [holed] = draftsOf(service, without(5), 'BTC-USD 1d')
    expect(whole!.coverage.detail).toBeUndefined()
    expect(holed!.coverage.detail).toEqual({ candles_missing: 5 })
    expect((holed!.body as any).signal.confidence).toBeLessThan((whole!.body as any).signal.confidence)
    expect(() => draftsOf(service, without(13), 'BTC-USD 1d')).toThrow(expect.objectContaining({ code: 'not_enough_data' }))
  })
  it('stands where a price stands: neutral, and every figure is one', () => {
    const still = facts.map((fact) => {
      const value = fact.value as Record<string, unknown>
      return { ...fact, value: { ...value, open: 100, high: 100, low: 100, close: 100, volume: 0 } }
    })
    const flat = draftsOf(service, still, 'BTC-USD 1d')[0]!.body as any
    expect(flat.signal.label).toBe('neutral')
    expect(JSON.stringify(flat)).not.toMatch(/NaN|Infinity/)
    expect(Object.values(flat.momentum).concat(Object.values(flat.volatility)).every(Number.isFinite)).toBe(true)
  })
  it('scans without a market whose candles ended', () => {
    const gone = facts.filter(({ key, observedAt }) => key !== 'BTC-USD 1d' || observedAt.toISOString() < '2026-11-16')
    expect(draftsOf(service, gone, 'crypto')[0]!.body).toMatchObject({ universe: { size: body('crypto').universe.size - 1 } })
  })
  it('cuts a scan to a setup and a number', () => {
    const all = body('crypto')
    expect(all.matches.length).toBeGreaterThan(1)
    expect(cutScan(all, undefined, 1).matches).toHaveLength(1)
    for (const match of cutScan(all, 'trend', 50).matches as any[]) expect(match.setups).toContain('trend')
  })
  it('refuses what it has no source for, before the price is named', () => {
    expect(() => scan!.refine!({ universe: 'us_large' }, now)).toThrow(expect.objectContaining({ code: 'input_unusable' }))
    expect(analyze!.read!({}, now)).toEqual({ symbol: 'BTC-USD', interval: '1d' })
    expect(analyze!.key(analyze!.read!({ symbol: 'eth', interval: '60m' }, now))).toBe('ETH-USD 1h')
  })
})

describe('an asked key', async () => {
  const http = await sampleHttp(now)
  const context = { http, at: now, since: null, signal: new AbortController().signal, credential: () => undefined }
  it('of a known pair comes with its candles', async () => {
    const values = kraken.parse(await kraken.openKeys!.fetch('BTC-EUR 4h', context), now)
    expect(values[0]).toMatchObject({ pair: 'BTC-EUR', interval: '4h', closed: false, closed_before: now.toISOString() })
    expect(values.at(-1)).toMatchObject({ closed: true, at: now.toISOString() })
    expect(values.filter(({ closed }) => closed).length).toBeGreaterThanOrEqual(250)
  })
  it('that was fetched before brings only what has closed since', async () => {
    const newestByKey = new Map([['BTC-USD 4h', new Date('2026-11-18T04:00:00Z')]])
    const values = kraken.parse(await kraken.fetch({ ...context, newestByKey }), now)
    expect(values.filter(({ pair, interval }) => pair === 'BTC-USD' && interval === '1d').length).toBeGreaterThan(250)
    const again = await kraken.fetch({ ...context, newestByKey: new Map([['BTC-USD 1d', new Date('2026-11-17T00:00:00Z')]]) })
    const closed = kraken.parse(again, now).filter((candle) => candle.pair === 'BTC-USD' && candle.closed)
    expect(closed.map(({ at }) => at.slice(0, 10))).toEqual([
      '2026-11-14',
      '2026-11-15',
      '2026-11-16',
      '2026-11-17',
      '2026-11-18',
    ])
  })
  it('is given up for a while where Kraken says that we ask too often, with a status of 200', async () => {
    const hurried = { ...http, json: async () => ({ error: ['EGeneral:Too many requests'] }) }
    await expect(kraken.openKeys!.fetch('BTC-USD 1d', { ...context, http: hurried })).rejects.toMatchObject({
      code: 'upstream_rate_limited',
    })
  })
  it('of no pair is unknown', async () => {
    for (const key of ['AAPL-USD 1d', 'nonsense'])
      await expect(kraken.openKeys!.fetch(key, context), key).rejects.toMatchObject({ code: 'key_unknown' })
  })
})

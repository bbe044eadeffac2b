// Technical analysis: the classic indicators of any crypto pair on one scale, and a scan of the large coins for setups.
import type { ValueOf } from '../../../db/log/topic.ts'
import { TollgateError } from '../../../errors.ts'
import { candles, largePairs } from '../../../ingestors/sources/kraken-candles/topic.ts'
import { defineRoute, defineService, type Fact, type Observations } from '../../define.ts'
import { defineLimit } from '../../inputs/amounts.ts'
import { defineChoice } from '../../inputs/choice.ts'
import { pair } from '../../inputs/pair.ts'
import { optional, takeInputs } from '../../inputs/take.ts'
import { defineTimeframe } from '../../inputs/timeframe.ts'
import { describeMarket } from './analyze.ts'
import type { Candle } from './indicators.ts'
import { fewestCandles, type Measured, measure } from './measure.ts'
import { cutScan, describeUniverse } from './scan.ts'
import { analyzeAnswer, scanAnswer } from './schema.ts'
import { setups } from './signal.ts'

const crypto = 'crypto'
const daily = '1d'
const windowCandles = 420
const mostShown = 50
const hours = { '1h': 1, '4h': 4, '1d': 24 } as const
const minuteS = 60
const mostBehindMs = 48 * 3_600_000

const keyOf = (symbol = 'BTC-USD', interval = daily): string => `${symbol} ${interval}`
const universeKeys = largePairs.map((symbol) => keyOf(symbol))

const analyze = defineRoute({
  method: 'GET',
  path: '/analyze',
  price: '0.05',
  serve: 'demand',
  summary: 'Technical analysis of any crypto pair: trend, momentum, strength, volatility, levels and volume as one score',
  tags: ['crypto', 'technical-analysis', 'trading'],
  ...takeInputs({
    symbol: optional(pair, { fallback: 'BTC-USD' }),
    interval: optional(defineTimeframe(['1h', '4h', daily]), { fallback: daily, otherNames: ['timeframe', 'tf'] }),
  }),
  output: analyzeAnswer,
  example: { input: { symbol: 'BTC-USD', interval: daily }, output: undefined },
  key: ({ symbol, interval }) => keyOf(symbol, interval),
  demand: { of: ({ symbol, interval }) => ({ source: 'kraken-candles', key: keyOf(symbol, interval) }) },
  // The forming candle says when we looked: an hour's candle must not be sold as fresh the day after.
  maxAgeSeconds: 20 * minuteS,
  hardMaxAgeSeconds: 48 * 60 * minuteS,
})

const scan = defineRoute({
  method: 'GET',
  path: '/scan',
  price: '0.05',
  serve: 'precomputed',
  summary: 'Which large coins are oversold, breaking out, trending or squeezed on daily candles, and how broad the move is',
  tags: ['crypto', 'technical-analysis', 'screener'],
  ...takeInputs({
    universe: optional(
      defineChoice('universe', [crypto, 'us_large'], { description: 'us_large has no source whose terms let it be sold' }),
    ),
    setup: optional(defineChoice('setup', ['all', ...setups], { description: 'only markets in this setup' })),
    limit: optional(defineLimit({ most: mostShown, description: `how many matches at most, 1 to ${mostShown}; 20 unsaid` })),
  }),
  output: scanAnswer,
  example: { input: { universe: crypto }, output: undefined },
  refine(input) {
    if (input.universe === 'us_large')
      throw new TollgateError('input_unusable', 'universe: us_large has no source whose terms let it be sold; crypto has')
    return input
  },
  key: () => crypto,
  shape: (body, input) => cutScan(body, input.setup, input.limit ?? 20),
  maxAgeSeconds: 2 * 86_400,
  hardMaxAgeSeconds: 4 * 86_400,
})

export default defineService({
  label: 'ta',
  title: 'Technical analysis',
  description:
    'Indicators by their authors’ definitions over closed candles of any crypto pair, as one signal, and a scan for setups.',
  version: '1',
  tags: ['crypto', 'technical-analysis'],
  reads: [candles],
  routes: [analyze, scan],
  affected(records) {
    const keys = new Set(records.map(({ key }) => key.replace(/ now$/, '')))
    const closed = records.some(({ key }) => universeKeys.includes(key))
    return [...keys, ...(closed ? [crypto] : [])]
  },
  selects(key) {
    if (key === crypto) return [{ topic: candles, keys: universeKeys, days: windowCandles }]
    return [
      { topic: candles, keys: [key], days: (windowCandles * hoursOf(key)) / 24 },
      { topic: candles, keys: [`${key} now`], days: 0 },
    ]
  },
  compute(key, seen, now) {
    if (key === crypto) {
      const all = largePairs.flatMap((symbol) => {
        const measured = measureKey(keyOf(symbol), seen)
        // Whose newest candle is older than the others' is delisted, or not yet there as a whole.
        const isCurrent = measured !== null && now.getTime() - measured.at.getTime() <= mostBehindMs
        return isCurrent ? [[symbol, measured] as const] : []
      })
      return [{ route: scan.path, key, ...describeUniverse(all, largePairs.length, now) }]
    }
    const forming = seen.of(candles, `${key} now`).at(-1)
    const measured = measureKey(key, seen)
    // The candles come one after another: an answer before the last of them would be of a day long gone.
    if (forming === undefined || measured === null || measured.at < new Date(forming.value.closed_before ?? 0))
      throw new TollgateError('not_enough_data', `fewer than ${fewestCandles} closed candles of ${key}, or not the newest`)
    const [symbol, interval] = key.split(' ') as [string, string]
    const last = { price: forming.value.close, at: forming.observedAt }
    const market = { symbol, interval, measured, last, now, intervalDays: hoursOf(key) / 24 }
    return [{ route: analyze.path, key, ...describeMarket(market) }]
  },
})

const hoursOf = (key: string): number => hours[key.split(' ')[1] as keyof typeof hours]

function measureKey(key: string, seen: Observations): Measured | null {
  const facts = seen.of(candles, key)
  return facts.length < fewestCandles ? null : measure(facts.map(readCandle), (365 * 24) / hoursOf(key))
}

function readCandle({ value, observedAt: at }: Fact<ValueOf<typeof candles>>): Candle {
  const { open, high, low, close, volume } = value
  return { at, open, high, low, close, volume }
}

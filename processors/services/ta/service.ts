// Technical analysis: the classic indicators of any crypto pair on one scale, and a scan of the large coins for setups.

import { TollgateError } from '../../../base/errors.ts'
import type { ValueOf } from '../../../db/log/topic.ts'
import { candles, largePairs } from '../../../ingestors/sources/kraken-candles/topic.ts'
import { defineLimit } from '../../inputs/amounts.ts'
import { defineChoice } from '../../inputs/choice.ts'
import { pair } from '../../inputs/pair.ts'
import { defineTimeframe } from '../../inputs/timeframe.ts'
import type { Fact } from '../../kit/define.ts'
import { defineRoutesService, all as facts, mayTake, newest, signalRoute } from '../../kit/index.ts'
import { describeMarket } from './analyze.ts'
import type { Candle } from './indicators.ts'
import { fewestCandles, type Measured, measure } from './measure.ts'
import { cutScan, describeUniverse } from './scan.ts'
import { analyzeAnswer, scanAnswer } from './schema.ts'
import { labels, setups } from './signal.ts'

const crypto = 'crypto'
const daily = '1d'
const windowCandles = 420
const mostShown = 50
const mostMissing = 12
const hours = { '1h': 1, '4h': 4, '1d': 24 } as const
const mostBehindMs = 48 * 3_600_000

const hoursOf = (key: string): number => hours[key.split(' ')[1] as keyof typeof hours]
const keyOf = (symbol = 'BTC-USD', interval = daily): string => `${symbol} ${interval}`
const universeKeys = largePairs.map((symbol) => keyOf(symbol))

export default defineRoutesService({
  label: 'ta',
  title: 'Technical analysis',
  description:
    'Indicators by their authors’ definitions over closed candles of any crypto pair, as one signal, and a scan for setups.',
  version: '2',
  tags: ['crypto', 'technical-analysis'],
  rows: { byKey: ({ key }) => [key.replace(/ now$/, ''), ...(universeKeys.includes(key) ? [crypto] : [])] },
  kinds: [crypto, keyOf()],
  facts: (key) =>
    key === crypto
      ? {
          universe: largePairs.map((symbol) => ({
            symbol,
            candles: facts(candles, { key: keyOf(symbol), days: windowCandles }),
          })),
        }
      : {
          closed: facts(candles, { key, days: (windowCandles * hoursOf(key)) / 24 }),
          forming: newest(candles, { key: `${key} now`, days: 0 }),
        },
  routes: {
    analyze: signalRoute({
      path: '/analyze',
      price: '0.05',
      summary: 'Technical analysis of any crypto pair: trend, momentum, strength, volatility, levels and volume as one score',
      tags: ['crypto', 'technical-analysis', 'trading'],
      takes: {
        symbol: mayTake(pair, { fallback: 'BTC-USD' }),
        interval: mayTake(defineTimeframe(['1h', '4h', daily]), { fallback: daily, otherNames: ['timeframe', 'tf'] }),
      },
      example: { symbol: 'BTC-USD', interval: daily },
      key: ({ symbol, interval }) => keyOf(symbol, interval),
      demand: { of: ({ symbol, interval }) => ({ source: 'kraken-candles', key: keyOf(symbol, interval) }) },
      // The forming candle says when we looked: an hour's candle must not be sold as fresh the day after.
      fresh: { minutes: 20 },
      sold: { hours: 48 },
      labels,
      answer: analyzeAnswer,
    }),
    scan: signalRoute({
      path: '/scan',
      price: '0.05',
      summary: 'Which large coins are oversold, breaking out, trending or squeezed on daily candles, and how broad the move is',
      tags: ['crypto', 'technical-analysis', 'screener'],
      takes: {
        universe: mayTake(
          defineChoice('universe', [crypto, 'us_large'], { description: 'us_large has no source whose terms let it be sold' }),
        ),
        setup: mayTake(defineChoice('setup', ['all', ...setups], { description: 'only markets in this setup' })),
        limit: mayTake(defineLimit({ most: mostShown, description: `how many matches at most, 1 to ${mostShown}; 20 unsaid` })),
      },
      example: { universe: crypto },
      refine(input) {
        if (input.universe === 'us_large')
          throw new TollgateError('input_unusable', 'universe: us_large has no source whose terms let it be sold; crypto has')
        return input
      },
      key: () => crypto,
      shape: (body, input) => cutScan(body, input.setup, input.limit ?? 20),
      fresh: { days: 2 },
      sold: { days: 4 },
      labels,
      answer: scanAnswer,
    }),
  },
  signal(inputs, now, key) {
    if ('universe' in inputs) {
      const measured = inputs.universe.flatMap(({ symbol, candles: own }) => {
        const one = measureCandles(own, keyOf(symbol))
        // Whose newest candle is older than the others' is delisted, or not yet there as a whole.
        const isCurrent = one !== null && now.getTime() - one.at.getTime() <= mostBehindMs
        return isCurrent ? [[symbol, one] as const] : []
      })
      return { route: 'scan', ...describeUniverse(measured, largePairs.length, now) }
    }
    const { forming, closed } = inputs
    const measured = measureCandles(closed, key)
    // The candles come one after another: an answer before the last of them would be of a day long gone.
    if (forming === undefined || measured === null || measured.at < new Date(forming.value.closed_before ?? 0))
      throw new TollgateError(
        'not_enough_data',
        `fewer than ${fewestCandles} closed candles of ${key} in a row, or not the newest`,
      )
    const [symbol, interval] = key.split(' ') as [string, string]
    const last = { price: forming.value.close, at: forming.observedAt }
    const market = { symbol, interval, measured, last, now, intervalDays: hoursOf(key) / 24 }
    return { route: 'analyze', ...describeMarket(market) }
  },
})

function measureCandles(facts: readonly Fact<ValueOf<typeof candles>>[], key: string): Measured | null {
  if (facts.length < fewestCandles) return null
  const measured = measure(facts.map(readCandle), (365 * 24) / hoursOf(key))
  // A mean of 20 candles over a month of days is another one's.
  return measured.missing > mostMissing ? null : measured
}

function readCandle({ value, observedAt: at }: Fact<ValueOf<typeof candles>>): Candle {
  const { open, high, low, close, volume } = value
  return { at, open, high, low, close, volume }
}

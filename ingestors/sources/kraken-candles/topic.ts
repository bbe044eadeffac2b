// Candles of one pair and length on Kraken, a fact each, and beside them what the pair trades at while the next one forms.
import Type from 'typebox'
import { defineTopic } from '../../../db/log/topic.ts'
import { revisedByVintage, vintage } from '../../shapes/vintage.ts'

/** The large coins whose daily candles are always there. */
export const largePairs =
  'BTC ETH SOL XRP ADA DOGE AVAX LINK DOT LTC BCH UNI AAVE ATOM XLM NEAR ETC FIL ALGO TRX INJ ARB OP SUI APT XMR CRV LDO MKR GRT'
    .split(' ')
    .map((coin) => `${coin}-USD`)

const price = Type.Number({ exclusiveMinimum: 0 })

export const candles = defineTopic({
  name: 'kraken.candles.v1',
  origin: {
    id: 'kraken-candles',
    name: 'Kraken OHLC',
    url: 'https://docs.kraken.com/api/docs/rest-api/get-ohlc-data',
    licence: 'terms of use unclear for redistribution',
    attribution: 'Kraken',
  },
  schema: Type.Object({
    pair: Type.String({ pattern: '^[A-Z0-9]{1,10}-[A-Z0-9]{1,6}$' }),
    interval: Type.String({ enum: ['1h', '4h', '1d'] }),
    closed: Type.Boolean({ description: 'false: the candle still forms, and what it says holds at the time it was fetched' }),
    at: Type.String({ format: 'date-time', description: 'when it closed' }),
    open: price,
    high: price,
    low: price,
    close: price,
    volume: Type.Number({ minimum: 0, description: 'in the base coin' }),
    closed_before: Type.Optional(
      Type.String({ format: 'date-time', description: 'beside a forming candle: when the newest closed one did' }),
    ),
    vintage,
  }),
  // One: a key's forming candle has to come before the closed ones that it names.
  partitions: 1,
  retention: { days: 500 },
  // The forming candle has a key of its own: it is a state, the closed ones are a series.
  key: ({ pair, interval, closed }) => `${pair} ${interval}${closed ? '' : ' now'}`,
  observedAt: (value) => new Date(value.at),
  ...revisedByVintage,
})

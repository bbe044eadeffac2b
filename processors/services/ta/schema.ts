// The two answers of technical analysis, field by field.
import Type from 'typebox'
import { answerSchema, signalSchema } from '../../answer.ts'
import { labels, setups } from './signal.ts'

const number = Type.Number()
const maybe = (description: string) => Type.Union([Type.Number(), Type.Null()], { description })
const percent = (description: string) => Type.Number({ description })
const share = Type.Number({ minimum: 0, maximum: 100 })
const time = Type.String({ format: 'date-time' })
const signal = signalSchema(labels, [-100, 100])

export const analyzeAnswer = answerSchema(signal, {
  symbol: Type.String(),
  interval: Type.String(),
  price: Type.Object({
    close: Type.Number({ description: 'of the newest closed candle, which all indicators are of; in the quote currency' }),
    time: Type.String({ format: 'date-time', description: 'when it closed' }),
    last: Type.Number({ description: 'what the pair trades at while the next candle forms' }),
    last_time: time,
    source: Type.String(),
  }),
  trend: Type.Object({
    label: Type.String({ enum: ['up', 'down', 'mixed'], description: 'where the close and both averages lie' }),
    sma20: number,
    sma50: number,
    sma200: number,
    ema20: number,
    ema50: number,
    ema200: number,
    golden_cross: Type.Boolean({ description: 'the 50 candles’ mean is above the 200 candles’' }),
  }),
  momentum: Type.Object({
    rsi14: share,
    macd: number,
    macd_signal: number,
    macd_hist: number,
    stoch_k: share,
    stoch_d: share,
  }),
  strength: Type.Object({ adx14: share, plus_di: number, minus_di: number }),
  volatility: Type.Object({
    atr14: number,
    atr_pct: percent('of the close'),
    bb_upper: number,
    bb_middle: number,
    bb_lower: number,
    bb_pct_b: Type.Number({ description: '0 at the lower band, 1 at the upper' }),
    bb_bandwidth_pct: percent('of the middle'),
    bb_bandwidth_percentile: Type.Number({ description: 'among the last 120 candles' }),
    realised_20_pct: percent('of 20 candles’ returns, for a year'),
  }),
  levels: Type.Object({
    support: Type.Array(number, { description: 'where prices turned before, the nearest first' }),
    resistance: Type.Array(number),
    pivot: Type.Number({ description: 'a third of high, low and close' }),
    donchian20_high: Type.Number({ description: 'of the 20 candles before the newest' }),
    donchian20_low: number,
  }),
  volume: Type.Object({
    obv_slope: maybe('of on-balance volume over 20 candles, in mean volumes a candle'),
    vol_vs_20_pct: maybe('the newest candle’s against the mean of 20 before it'),
  }),
  setups: Type.Array(Type.String({ enum: [...setups] })),
})

export const scanAnswer = answerSchema(signal, {
  matches: Type.Array(
    Type.Object({
      symbol: Type.String(),
      setups: Type.Array(Type.String({ enum: [...setups] }), { minItems: 1 }),
      score: Type.Number({ minimum: -100, maximum: 100 }),
      rsi14: share,
      adx14: share,
      atr_pct: number,
      bb_pct_b: number,
      close_usd: number,
      closed_at: time,
    }),
    { description: 'daily candles; the clearest score first' },
  ),
  universe: Type.Object({ name: Type.String(), size: Type.Integer({ description: 'of so many the candles are there' }) }),
  breadth: Type.Object({
    pct_above_50d: share,
    pct_above_200d: share,
    pct_overbought: share,
    pct_oversold: share,
  }),
})

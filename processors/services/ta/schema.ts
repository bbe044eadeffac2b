// The two answers of technical analysis, field by field.
import { count, fields, flag, known, list, moment, number, pct, score, text, usd, word } from '../../kit/index.ts'
import { setups } from './signal.ts'

export const analyzeAnswer = fields({
  symbol: text(),
  interval: text(),
  price: {
    close: known(number('of the newest closed candle, which all indicators are of; in the quote currency')),
    time: moment('when it closed'),
    last: known(number('what the pair trades at while the next candle forms')),
    last_time: moment(),
    source: text(),
  },
  trend: {
    label: word(['up', 'down', 'mixed'], 'where the close and both averages lie'),
    sma20: known(number('in the quote currency')),
    sma50: known(number('in the quote currency')),
    sma200: known(number('in the quote currency')),
    ema20: known(number('in the quote currency')),
    ema50: known(number('in the quote currency')),
    ema200: known(number('in the quote currency')),
    golden_cross: flag('the 50 candles’ mean is above the 200 candles’'),
  },
  momentum: {
    rsi14: known(number(undefined, 2, { minimum: 0, maximum: 100 })),
    macd: known(number()),
    macd_signal: known(number()),
    macd_hist: known(number()),
    stoch_k: known(number(undefined, 2, { minimum: 0, maximum: 100 })),
    stoch_d: known(number(undefined, 2, { minimum: 0, maximum: 100 })),
  },
  strength: {
    adx14: known(number(undefined, 2, { minimum: 0, maximum: 100 })),
    plus_di: known(number(undefined, 2)),
    minus_di: known(number(undefined, 2)),
  },
  volatility: {
    atr14: known(number()),
    atr_pct: known(pct('of the close', 3)),
    bb_upper: known(number()),
    bb_middle: known(number()),
    bb_lower: known(number()),
    bb_pct_b: known(number('0 at the lower band, 1 at the upper', 3)),
    bb_bandwidth_pct: known(pct('of the middle', 3)),
    bb_bandwidth_percentile: known(number('among the last 120 candles', 1)),
    realised_20_pct: known(pct('of 20 candles’ returns, for a year', 2)),
  },
  levels: {
    support: list(known(number()), 'where prices turned before, the nearest first'),
    resistance: list(known(number())),
    pivot: known(number('a third of high, low and close')),
    donchian20_high: known(number('of the 20 candles before the newest')),
    donchian20_low: known(number()),
  },
  volume: {
    obv_slope: number('of on-balance volume over 20 candles, in mean volumes a candle', 3),
    vol_vs_20_pct: pct('the newest candle’s against the mean of 20 before it', 1),
  },
  setups: list(word(setups)),
})

export const scanAnswer = fields({
  matches: list(
    {
      symbol: text(),
      setups: list(word(setups), { minItems: 1 }),
      score: known(score()),
      rsi14: known(number(undefined, 2, { minimum: 0, maximum: 100 })),
      adx14: known(number(undefined, 2, { minimum: 0, maximum: 100 })),
      atr_pct: known(pct(undefined, 3)),
      bb_pct_b: known(number(undefined, 3)),
      close_usd: known(usd()),
      closed_at: moment(),
    },
    'daily candles; the clearest score first',
  ),
  universe: { name: text(), size: count('of so many the candles are there') },
  breadth: {
    pct_above_50d: known(number(undefined, 1, { minimum: 0, maximum: 100 })),
    pct_above_200d: known(number(undefined, 1, { minimum: 0, maximum: 100 })),
    pct_overbought: known(number(undefined, 1, { minimum: 0, maximum: 100 })),
    pct_oversold: known(number(undefined, 1, { minimum: 0, maximum: 100 })),
  },
})

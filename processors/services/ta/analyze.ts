// One market's answer from its measures.
import { type Composite, composite, round, roundOrNull, signedLabel } from '../../formula/index.ts'
import type { Measured } from './measure.ts'
import { labels, scoreParts, setupsOf } from './signal.ts'

export interface Market {
  readonly symbol: string
  readonly interval: string
  readonly measured: Measured
  readonly last: { readonly price: number; readonly at: Date }
  readonly now: Date
  readonly intervalDays: number
}

// Prices of coins span ten orders of magnitude: as many digits as matter, not as many decimals.
const price = (value: number): number => (value === 0 ? 0 : Number(value.toPrecision(8)))

export function mixOf(measured: Measured, intervalDays: number, now: Date): Composite {
  const mix = composite(scoreParts(measured, 2 * intervalDays), now)
  if (measured.missing <= 0) return mix
  const coverage = { ...mix.coverage, detail: { candles_missing: measured.missing } }
  return { ...mix, confidence: round(mix.confidence * (1 - measured.missing / 25), 2), coverage }
}

export function describeMarket({ symbol, interval, measured: m, last, now, intervalDays }: Market) {
  const mix = mixOf(m, intervalDays, now)
  const label = signedLabel(mix.score, labels)
  const found = setupsOf(m)
  const summary =
    `${symbol} ${interval}: ${label.replace('_', ' ')}; RSI ${round(m.rsi14, 1)}, ADX ${round(m.adx14, 1)}, close ${price(m.close)} ` +
    `${m.close > m.sma200 ? 'above' : 'not above'} its 200-candle mean${found.length > 0 ? `; setups: ${found.join(', ')}` : ''}.`
  const up = m.close > m.sma50 && m.sma50 > m.sma200
  const down = m.close < m.sma50 && m.sma50 < m.sma200
  return {
    mix,
    label,
    summary,
    symbol,
    interval,
    price: {
      close: m.close,
      time: m.at.toISOString(),
      last: last.price,
      last_time: last.at.toISOString(),
      source: 'kraken',
    },
    trend: {
      label: up ? ('up' as const) : down ? ('down' as const) : ('mixed' as const),
      sma20: price(m.sma20),
      sma50: price(m.sma50),
      sma200: price(m.sma200),
      ema20: price(m.ema20),
      ema50: price(m.ema50),
      ema200: price(m.ema200),
      golden_cross: m.sma50 > m.sma200,
    },
    momentum: {
      rsi14: round(m.rsi14, 2),
      macd: price(m.macd),
      macd_signal: price(m.macdSignal),
      macd_hist: price(m.macdHist),
      stoch_k: round(m.stochK, 2),
      stoch_d: round(m.stochD, 2),
    },
    strength: { adx14: round(m.adx14, 2), plus_di: round(m.plusDi, 2), minus_di: round(m.minusDi, 2) },
    volatility: {
      atr14: price(m.atr14),
      atr_pct: round(m.atrPct, 3),
      bb_upper: price(m.band.upper),
      bb_middle: price(m.band.middle),
      bb_lower: price(m.band.lower),
      bb_pct_b: round(m.band.pctB, 3),
      bb_bandwidth_pct: round(m.band.bandwidthPct, 3),
      bb_bandwidth_percentile: round(m.widthPct, 1),
      realised_20_pct: round(m.realisedPct, 2),
    },
    levels: {
      support: m.levels.support.map(price),
      resistance: m.levels.resistance.map(price),
      pivot: price(m.levels.pivot),
      donchian20_high: price(m.channelHigh),
      donchian20_low: price(m.channelLow),
    },
    volume: { obv_slope: roundOrNull(m.obvSlope, 3), vol_vs_20_pct: roundOrNull(m.volumePct, 1) },
    setups: found,
  }
}

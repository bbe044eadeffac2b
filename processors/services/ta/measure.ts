// What all indicators say of the newest closed candle, and the prices around it where the market turned before.
import { slope } from '../../formula/index.ts'
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
  sma,
  stochastic,
} from './indicators.ts'

export const fewestCandles = 250
const slopeCandles = 10
const channelCandles = 20
const squeezeWindow = 120
const turnReach = 3
const mostLevels = 3

export type Measured = ReturnType<typeof measure>

/** How many candles are not there between the first and the last of the newest that all indicators look at. */
export function missingCandles(candles: readonly Candle[], candlesAYear: number): number {
  const window = candles.slice(-fewestCandles)
  const lengthMs = (365 * 86_400_000) / candlesAYear
  const [first, last] = [window[0]!, window.at(-1)!]
  return Math.round((last.at.getTime() - first.at.getTime()) / lengthMs) + 1 - window.length
}

/** Oldest first, only closed ones, at least 250. */
export function measure(candles: readonly Candle[], candlesAYear: number) {
  const closes = candles.map((candle) => candle.close)
  const last = candles.at(-1)!
  const [sma50, sma200] = [sma(closes, 50), sma(closes, 200)]
  const { line, signals, histogram } = macd(closes)
  const { plus, minus, adx } = directional(candles)
  const { k, d } = stochastic(candles)
  const bands = bollinger(closes)
  const widths = bands.slice(-squeezeWindow).map((band) => band.bandwidthPct)
  const obv = onBalanceVolume(candles).slice(-20)
  const volumes = candles.slice(-21, -1).map((candle) => candle.volume)
  const meanVolume = volumes.reduce((sum, one) => sum + one, 0) / volumes.length
  const before = candles.slice(-channelCandles - 1, -1)
  const atr14 = atr(candles).at(-1)!
  return {
    at: last.at,
    missing: missingCandles(candles, candlesAYear),
    close: last.close,
    sma20: sma(closes, 20).at(-1)!,
    sma50: sma50.at(-1)!,
    sma200: sma200.at(-1)!,
    sma50Rises: sma50.at(-1)! > sma50.at(-1 - slopeCandles)!,
    sma50Falls: sma50.at(-1)! < sma50.at(-1 - slopeCandles)!,
    ema20: ema(closes, 20).at(-1)!,
    ema50: ema(closes, 50).at(-1)!,
    ema200: ema(closes, 200).at(-1)!,
    rsi14: rsi(closes).at(-1)!,
    macd: line.at(-1)!,
    macdSignal: signals.at(-1)!,
    macdHist: histogram.at(-1)!,
    stochK: k.at(-1)!,
    stochD: d.at(-1)!,
    adx14: adx.at(-1)!,
    plusDi: plus.at(-1)!,
    minusDi: minus.at(-1)!,
    atr14,
    atrPct: (100 * atr14) / last.close,
    band: bands.at(-1)!,
    /** Where the bands' width lies among the last 120 candles', in percent. */
    widthPct: (100 * widths.filter((width) => width <= widths.at(-1)!).length) / widths.length,
    realisedPct: realisedPct(closes, 20, candlesAYear),
    /** Per candle, in units of the mean volume: 1 where every candle rose. */
    obvSlope:
      meanVolume === 0
        ? null
        : slope(
            obv.map((_, i) => i),
            obv,
          ) / meanVolume,
    volumePct: meanVolume === 0 ? null : 100 * (last.volume / meanVolume - 1),
    /** Of the twenty candles before the newest. */
    channelHigh: Math.max(...before.map((candle) => candle.high)),
    channelLow: Math.min(...before.map((candle) => candle.low)),
    levels: levelsOf(candles.slice(-fewestCandles), atr14),
  }
}

/** Turns that stand out among three candles on both sides, one for all that lie within an ATR of each other; the nearest first. */
function levelsOf(candles: readonly Candle[], width: number) {
  const { high, low, close } = candles.at(-1)!
  const isTurn = (i: number, better: (a: Candle, b: Candle) => boolean) =>
    candles.slice(i - turnReach, i + turnReach + 1).every((other, j) => j === turnReach || better(candles[i]!, other))
  const inner = candles.map((_, i) => i).slice(turnReach, -turnReach)
  const highs = inner.filter((i) => isTurn(i, (a, b) => a.high > b.high)).map((i) => candles[i]!.high)
  const lows = inner.filter((i) => isTurn(i, (a, b) => a.low < b.low)).map((i) => candles[i]!.low)
  const below = apart(
    width,
    [...highs, ...lows].filter((price) => price < close).sort((a, b) => b - a),
  )
  const above = apart(
    width,
    [...highs, ...lows].filter((price) => price > close).sort((a, b) => a - b),
  )
  // The floor traders' pivot of the newest closed candle.
  return { support: below.slice(0, mostLevels), resistance: above.slice(0, mostLevels), pivot: (high + low + close) / 3 }
}

function apart(width: number, prices: readonly number[]): number[] {
  const kept: number[] = []
  for (const price of prices) if (kept.every((other) => Math.abs(other - price) >= width)) kept.push(price)
  return kept
}

// The classic indicators as their authors defined them; each gives one value a candle, from the first one that it has enough for.
export interface Candle {
  readonly at: Date
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number
}

const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

export function sma(values: readonly number[], n: number): number[] {
  return values.slice(n - 1).map((_, i) => meanOf(values.slice(i, i + n)))
}

/** A seed of the first n values' mean, then each new value by its weight. */
function smoothed(values: readonly number[], n: number, weight: number): number[] {
  if (values.length < n) return []
  const out = [meanOf(values.slice(0, n))]
  for (const value of values.slice(n)) out.push(out.at(-1)! * (1 - weight) + value * weight)
  return out
}

export const ema = (values: readonly number[], n: number): number[] => smoothed(values, n, 2 / (n + 1))
/** Wilder's own smoothing, slower than an EMA of as many candles. */
export const wilder = (values: readonly number[], n: number): number[] => smoothed(values, n, 1 / n)

const changes = (values: readonly number[]): number[] => values.slice(1).map((value, i) => value - values[i]!)

/** Wilder 1978: without a loss it is 100, and where nothing moved at all, 50. */
export function rsi(closes: readonly number[], n = 14): number[] {
  const moves = changes(closes)
  const gains = wilder(
    moves.map((move) => Math.max(move, 0)),
    n,
  )
  const losses = wilder(
    moves.map((move) => Math.max(-move, 0)),
    n,
  )
  return gains.map((gain, i) => (gain + losses[i]! === 0 ? 50 : (100 * gain) / (gain + losses[i]!)))
}

export function macd(closes: readonly number[], fast = 12, slow = 26, signal = 9) {
  const [quick, slowly] = [ema(closes, fast), ema(closes, slow)]
  const line = slowly.map((value, i) => quick[i + slow - fast]! - value)
  const signals = ema(line, signal)
  return { line, signals, histogram: signals.map((value, i) => line[i + signal - 1]! - value) }
}

/** From the second candle on: the first has no close before it. */
export function trueRanges(candles: readonly Candle[]): number[] {
  return candles.slice(1).map(({ high, low }, i) => Math.max(high, candles[i]!.close) - Math.min(low, candles[i]!.close))
}

export const atr = (candles: readonly Candle[], n = 14): number[] => wilder(trueRanges(candles), n)

/** Wilder's directional movement: of one candle only the larger of the two moves counts. */
export function directional(candles: readonly Candle[], n = 14) {
  const ups = candles.slice(1).map(({ high }, i) => high - candles[i]!.high)
  const downs = candles.slice(1).map(({ low }, i) => candles[i]!.low - low)
  const ranges = atr(candles, n)
  const share = (own: readonly number[], other: readonly number[]) =>
    wilder(
      own.map((move, i) => (move > other[i]! && move > 0 ? move : 0)),
      n,
    ).map((move, i) => (ranges[i] === 0 ? 0 : (100 * move) / ranges[i]!))
  const [plus, minus] = [share(ups, downs), share(downs, ups)]
  const dx = plus.map((up, i) => (up + minus[i]! === 0 ? 0 : (100 * Math.abs(up - minus[i]!)) / (up + minus[i]!)))
  return { plus, minus, adx: wilder(dx, n) }
}

/** Bollinger's bands use the population deviation. */
export function bollinger(closes: readonly number[], n = 20, width = 2) {
  return sma(closes, n).map((middle, i) => {
    const spread = width * Math.sqrt(meanOf(closes.slice(i, i + n).map((close) => (close - middle) ** 2)))
    const [upper, lower] = [middle + spread, middle - spread]
    // Bands that touch have no inside: a close is in their middle.
    const pctB = spread <= 1e-12 * middle ? 0.5 : (closes[i + n - 1]! - lower) / (upper - lower)
    return { upper, lower, middle, pctB, bandwidthPct: (100 * (upper - lower)) / middle }
  })
}

export function stochastic(candles: readonly Candle[], n = 14, slowing = 3, smooth = 3) {
  const raw = candles.slice(n - 1).map(({ close }, i) => {
    const window = candles.slice(i, i + n)
    const [high, low] = [Math.max(...window.map((one) => one.high)), Math.min(...window.map((one) => one.low))]
    return high === low ? 50 : Math.min(100, Math.max(0, (100 * (close - low)) / (high - low)))
  })
  const k = sma(raw, slowing)
  return { k, d: sma(k, smooth) }
}

export function onBalanceVolume(candles: readonly Candle[]): number[] {
  const out = [0]
  candles.slice(1).forEach(({ close, volume }, i) => {
    out.push(out.at(-1)! + Math.sign(close - candles[i]!.close) * volume)
  })
  return out
}

/** The deviation of so many logarithmic returns, for a year of that many candles, in percent. */
export function realisedPct(closes: readonly number[], n: number, candlesAYear: number): number {
  const returns = changes(closes.slice(-n - 1).map(Math.log))
  const centre = meanOf(returns)
  const variance = returns.reduce((sum, one) => sum + (one - centre) ** 2, 0) / (returns.length - 1)
  return 100 * Math.sqrt(variance * candlesAYear)
}

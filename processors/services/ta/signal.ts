// The technical signal: trend, momentum and strength on one scale, faded where they are overdone and turned round in ranges.
import { clip, type Part } from '../../formula/index.ts'
import type { Measured } from './measure.ts'

export const labels = ['strong_bullish', 'bullish', 'neutral', 'bearish', 'strong_bearish'] as const
export const setups = ['oversold', 'breakout', 'trend', 'squeeze'] as const
export type Setup = (typeof setups)[number]

const overdone = 75
const rangeAdx = 20
const trendAdx = 25
const oversoldRsi = 30
const narrowestPct = 10

/** Twice the distance from 50, up to 75 and down to 25; beyond those it turns against the move, four for one. */
export function scoreRsi(rsi: number): number {
  const distance = rsi - 50
  const over = Math.max(0, Math.abs(distance) - (overdone - 50))
  return Math.sign(distance) * (2 * Math.min(Math.abs(distance), overdone - 50) - 4 * over)
}

const side = (value: number, level: number): number => Math.sign(value - level)

export function scoreParts(m: Measured, maxAgeDays: number): Part[] {
  const dated = { observedAt: m.at, maxAgeDays }
  const trend = 40 * side(m.close, m.sma50) + 40 * side(m.close, m.sma200) + 20 * (Number(m.sma50Rises) - Number(m.sma50Falls))
  const outwards = 200 * (m.band.pctB - 0.5)
  return [
    { id: 'trend', weight: 0.3, score: trend, ...dated },
    { id: 'macd', weight: 0.2, score: m.atr14 === 0 ? 0 : 100 * clip((2 * m.macdHist) / m.atr14, -1, 1), ...dated },
    { id: 'rsi', weight: 0.2, score: scoreRsi(m.rsi14), ...dated },
    { id: 'direction', weight: 0.15, score: side(m.plusDi, m.minusDi) * Math.min(m.adx14, 50) * 2, ...dated },
    // In a range prices come back from a band; in a trend they go on beyond it.
    { id: 'bands', weight: 0.15, score: clip(m.adx14 < rangeAdx ? -outwards : outwards, -100, 100), ...dated },
  ]
}

/** Every setup that this market is in. */
export function setupsOf(m: Measured): Setup[] {
  const aligned =
    (m.close > m.sma50 && m.sma50 > m.sma200 && m.plusDi > m.minusDi) ||
    (m.close < m.sma50 && m.sma50 < m.sma200 && m.plusDi < m.minusDi)
  return [
    ...(m.rsi14 < oversoldRsi ? (['oversold'] as const) : []),
    ...(m.close > m.channelHigh || m.close < m.channelLow ? (['breakout'] as const) : []),
    ...(m.adx14 > trendAdx && aligned ? (['trend'] as const) : []),
    ...(m.widthPct <= narrowestPct ? (['squeeze'] as const) : []),
  ]
}

/** How much of a universe is above its averages and beyond its RSI's limits, in percent. */
export function breadthOf(all: readonly Measured[]) {
  const share = (is: (m: Measured) => boolean) => (100 * all.filter(is).length) / all.length
  return {
    above50: share((m) => m.close > m.sma50),
    above200: share((m) => m.close > m.sma200),
    overbought: share((m) => m.rsi14 > 70),
    oversold: share((m) => m.rsi14 < oversoldRsi),
  }
}

// The universe's answer: who is in a setup, and how broad the move is; and its cut to what was asked for.
import { TollgateError } from '../../../base/errors.ts'
import { type Composite, clip, mean, round, signedLabel } from '../../formula/index.ts'
import { mixOf } from './analyze.ts'
import type { Measured } from './measure.ts'
import { breadthOf, labels, setupsOf } from './signal.ts'

interface Match {
  readonly setups: readonly string[]
}

export function describeUniverse(all: readonly (readonly [symbol: string, measured: Measured])[], expected: number, now: Date) {
  const present = all.length / expected
  if (present < 0.2) throw new TollgateError('not_enough_data', `candles of ${all.length} of ${expected} markets are there`)
  const scored = all.map(([symbol, measured]) => ({ symbol, measured, mix: mixOf(measured, 1, now) }))
  const score = mean(scored.map(({ mix }) => mix.score))
  const confidence = mean(scored.map(({ mix }) => mix.confidence)) * clip(2 * present, 0, 1)
  const breadth = breadthOf(all.map(([, measured]) => measured))
  const coverage = { inputs_used: 1, inputs_expected: 1, missing: [], stale: [] }
  const mix: Composite = { score, confidence: round(confidence, 2), availableWeight: 1, coverage }
  const label = signedLabel(score, labels)
  const matches = scored
    .map(({ symbol, measured: m, mix: own }) => ({
      symbol,
      setups: setupsOf(m),
      score: round(own.score, 1),
      rsi14: round(m.rsi14, 2),
      adx14: round(m.adx14, 2),
      atr_pct: round(m.atrPct, 3),
      bb_pct_b: round(m.band.pctB, 3),
      close_usd: m.close,
      closed_at: m.at.toISOString(),
    }))
    .filter((match) => match.setups.length > 0)
    .sort((a, b) => Math.abs(b.score) - Math.abs(a.score) || (a.symbol < b.symbol ? -1 : 1))
  const summary =
    `${all.length} large coins, daily: ${label.replace('_', ' ')}; ${round(breadth.above200, 0)} % above their 200-day mean, ` +
    `${round(breadth.overbought, 0)} % overbought, ${round(breadth.oversold, 0)} % oversold; ${matches.length} in a setup.`
  return {
    mix: { ...mix, coverage: { ...coverage, detail: { markets_used: all.length, markets_expected: expected } } },
    label,
    summary,
    matches,
    universe: { name: 'crypto', size: all.length },
    breadth: {
      pct_above_50d: round(breadth.above50, 1),
      pct_above_200d: round(breadth.above200, 1),
      pct_overbought: round(breadth.overbought, 1),
      pct_oversold: round(breadth.oversold, 1),
    },
  }
}

export function cutScan<B extends { readonly matches: readonly Match[] }>(body: B, setup: string | undefined, limit: number): B {
  const wanted = body.matches.filter(({ setups }) => setup === undefined || setup === 'all' || setups.includes(setup))
  return { ...body, matches: wanted.slice(0, limit) }
}

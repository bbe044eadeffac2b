// How likely a short squeeze is to be possible: shorts of the float, days to cover, a proxy of what can be lent, failed deliveries, and a trigger.

import { clip, composite, lastDays, type Part, type Point, percentile, ratio, round, say } from '../../formula/index.ts'
import { ladder } from '../../formula/ladder.ts'
import { mostConfidence, type Prices, priceAgeDays } from '../../formula/share-prices.ts'
import { changePct, daysToCover, type Positions } from '../../formula/short-interest.ts'

export const risk = ladder(['low', 'watch', 'elevated', 'high', 'extreme'], [20, 40, 60, 80])

export interface SqueezeInputs<P extends Positions = Positions> {
  readonly name: string
  /** Oldest first. */
  readonly positions: readonly P[]
  readonly fails: readonly Point[]
  readonly prices: Prices
  readonly outstanding: { readonly shares: number; readonly asOf: Date } | null
  /** What insiders hold by their newest filings. */
  readonly insiderShares: number | null
  readonly institutions: { readonly shares: number; readonly asOf: Date } | null
}

const fullShare = 0.3
const fullCoverDays = 8
const fullChangePct = 25
// Of what institutions hold about a third is ever lent.
const lendable = 0.35
const shortAgeDays = 30
const historyShown = 24

export function triggerOf({ points }: Prices) {
  const recent = points.slice(-21)
  const close = recent.at(-1)
  if (close === undefined || recent.length < 21) return { ret5d: null, aboveHigh: null, value: null }
  const ret5d = 100 * (close.value / recent.at(-6)!.value - 1)
  const aboveHigh = recent.slice(0, -1).every(({ value }) => close.value > value)
  return { ret5d, aboveHigh, value: (aboveHigh ? 0.5 : 0) + (ret5d > 10 ? 0.5 : 0) }
}

export function computeSqueeze<P extends Positions>(inputs: SqueezeInputs<P>, now: Date) {
  const { positions, fails, prices, outstanding, insiderShares, institutions } = inputs
  const newest = positions.at(-1)
  if (newest === undefined) return null
  const insider = outstanding === null || insiderShares === null ? null : clip(insiderShares / outstanding.shares, 0, 0.95)
  const float = outstanding === null ? null : outstanding.shares * (1 - (insider ?? 0))
  const ofFloat = ratio(newest.short, float)
  const cover = daysToCover(newest)
  const change = changePct(newest)
  const utilised =
    institutions === null || institutions.shares === 0 ? null : Math.min(1, newest.short / (lendable * institutions.shares))
  const failed = fails.at(-1)
  const failedRank =
    fails.length < 24
      ? null
      : percentile(
          failed!.value,
          lastDays(fails, 730).map(({ value }) => value),
        )
  const trigger = triggerOf(prices)
  const ofShorts = { observedAt: newest.at, maxAgeDays: shortAgeDays }
  const part = (id: string, weight: number, score: number | null, dated: Pick<Part, 'observedAt' | 'maxAgeDays'>): Part =>
    score === null ? { id, weight, score } : { id, weight, score: 100 * score, ...dated }
  const mix = composite(
    [
      part('short_of_float', 0.3, ofFloat === null ? null : Math.min(1, ofFloat / fullShare), ofShorts),
      part('days_to_cover', 0.2, cover === null ? null : Math.min(1, cover / fullCoverDays), ofShorts),
      part('borrow_proxy', 0.15, utilised, { observedAt: institutions?.asOf ?? now, maxAgeDays: 140 }),
      part('short_change', 0.1, change === null ? null : clip(change / fullChangePct, 0, 1), ofShorts),
      part('fails', 0.1, failedRank === null ? null : failedRank / 100, { observedAt: failed?.at ?? now, maxAgeDays: 45 }),
      part('trigger', 0.15, trigger.value, {
        observedAt: prices.points.at(-1)?.at ?? now,
        maxAgeDays: priceAgeDays[prices.basis],
      }),
    ],
    now,
  )
  const label = risk.of(mix.score)
  const pctFloat = ofFloat === null ? null : 100 * ofFloat
  const summary =
    `${inputs.name.slice(0, 50)}: squeeze risk ${label} (${Math.round(mix.score)} of 100); ${say(pctFloat, 1, ' %')} of the float short on ` +
    `${newest.at.toISOString().slice(0, 10)}, ${say(cover, 1)} days to cover, ${change === null ? 'change unknown' : `${round(change, 1)} % in a half-month`}.`
  // Counts of before a split are of other shares.
  const alike = positions.slice(
    Math.max(
      0,
      positions.findLastIndex(({ isSplit }) => isSplit),
    ),
  )
  const shorts = alike.map(({ short }) => short)
  return {
    mix: { ...mix, confidence: Math.min(mix.confidence, round(mostConfidence[prices.basis], 2)) },
    label,
    summary,
    direction: (trigger.value ?? 0) > 0 ? ('bullish' as const) : ('neutral' as const),
    newest,
    pctFloat,
    pctOutstanding: outstanding === null ? null : (100 * newest.short) / outstanding.shares,
    change,
    cover,
    rank: shorts.length < 12 ? null : percentile(newest.short, shorts),
    float,
    insiderPct: insider === null ? null : 100 * insider,
    institutionalPct: outstanding === null || institutions === null ? null : (100 * institutions.shares) / outstanding.shares,
    utilisedPct: utilised === null ? null : 100 * utilised,
    failed,
    failedRank,
    failedPct: outstanding === null || failed === undefined ? null : (100 * failed.value) / outstanding.shares,
    trigger,
    history: alike.slice(-historyShown).map(({ at, short }) => ({ date: at, shares: short })),
  }
}

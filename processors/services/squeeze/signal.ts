// How likely a short squeeze is to be possible: shorts of the float, days to cover, a proxy of what can be lent, failed deliveries, and a trigger.
import type { Ownership } from '../../families/ownership.ts'
import { atMostSure, clip, composite, type Point, part, percentile, percentileOfNewest, ratio, say } from '../../formula/index.ts'
import { ladder } from '../../formula/ladder.ts'
import { mostConfidence, type Prices, priceAgeDays, pricedBy } from '../../formula/share-prices.ts'
import { changePct, daysToCover } from '../../formula/short-interest.ts'

export const risk = ladder(['low', 'watch', 'elevated', 'high', 'extreme'], [20, 40, 60, 80])

export interface SqueezeFacts extends Omit<Ownership, 'stakes'> {
  readonly fails: readonly Point[]
  readonly prices: Prices
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

/** What insiders hold by the newest filing of each that says it; null where none does. */
function heldByInsiders(insiders: SqueezeFacts['insiders']): number | null {
  const last = new Map(
    insiders.flatMap(({ value }) => {
      const after = value.trades.at(-1)?.shares_after ?? null
      return after === null ? [] : [[value.owners[0]!.cik, after] as const]
    }),
  )
  return last.size === 0 ? null : [...last.values()].reduce((sum, one) => sum + one, 0)
}

const percent = (share: number | null): number | null => (share === null ? null : 100 * share)

export function computeSqueeze({ ticker, shorts: positions, fails, prices, holdings, insiders }: SqueezeFacts, now: Date) {
  const [newest, held] = [positions.at(-1), holdings.at(-1)]
  if (newest === undefined) return null
  const { value: of, observedAt: settled } = newest
  const name = held?.value.name ?? of.name
  const outstanding = held?.value.outstanding ?? null
  const insiderShares = heldByInsiders(insiders)
  const insider = outstanding === null || insiderShares === null ? null : clip(insiderShares / outstanding.shares, 0, 0.95)
  const float = outstanding === null ? null : outstanding.shares * (1 - (insider ?? 0))
  const ofOutstanding = (shares: number) => (outstanding === null ? null : (100 * shares) / outstanding.shares)
  const [ofFloat, cover, change] = [ratio(of.short, float), daysToCover(of), changePct(of)]
  const lent = lendable * (held?.value.now.shares ?? 0)
  const utilised = lent === 0 ? null : Math.min(1, of.short / lent)
  const [failed, trigger] = [fails.at(-1), triggerOf(prices)]
  const failedRank = fails.length < 24 ? null : percentileOfNewest(fails, 730, 1)
  const mix = composite(
    [
      part('short_of_float', 0.3, ofFloat === null ? null : 100 * Math.min(1, ofFloat / fullShare), settled, shortAgeDays),
      part('days_to_cover', 0.2, cover === null ? null : 100 * Math.min(1, cover / fullCoverDays), settled, shortAgeDays),
      part('borrow_proxy', 0.15, percent(utilised), held?.observedAt, 140),
      part('short_change', 0.1, change === null ? null : 100 * clip(change / fullChangePct, 0, 1), settled, shortAgeDays),
      part('fails', 0.1, failedRank, failed?.at, 45),
      part('trigger', 0.15, percent(trigger.value), prices.points.at(-1)?.at, priceAgeDays[prices.basis]),
    ],
    now,
  )
  const label = risk.of(mix.score)
  const summary =
    `${name.slice(0, 50)}: squeeze risk ${label} (${Math.round(mix.score)} of 100); ${say(percent(ofFloat), 1, ' %')} of the float short on ` +
    `${settled.toISOString().slice(0, 10)}, ${say(cover, 1)} days to cover, ${change === null ? 'change unknown' : `${say(change, 1)} % in a half-month`}.`
  // Counts of before a split are of other shares.
  const lastSplit = positions.findLastIndex(({ value }) => value.is_split)
  const alike = positions.slice(Math.max(0, lastSplit))
  const shorts = alike.map(({ value }) => value.short)
  return {
    mix: atMostSure(mix, mostConfidence[prices.basis]),
    label,
    summary,
    direction: (trigger.value ?? 0) > 0 ? 'bullish' : 'neutral',
    ticker,
    name,
    short_interest: {
      shares: of.short,
      settlement_date: settled,
      pct_float: percent(ofFloat),
      pct_outstanding: ofOutstanding(of.short),
      chg_pct: change,
      days_to_cover: cover,
      average_volume: of.average_volume,
      pctile_own: shorts.length < 12 ? null : percentile(of.short, shorts),
    },
    float: {
      shares: float,
      method: outstanding === null ? 'unknown' : insider === null ? 'outstanding' : 'outstanding_less_insiders',
      outstanding_as_of: outstanding?.as_of ?? null,
      insider_pct: percent(insider),
      institutional_pct: held === undefined ? null : ofOutstanding(held.value.now.shares),
      institutional_as_of: held?.value.period ?? null,
    },
    borrow_proxy: { utilisation_pct: percent(utilised), method: utilised === null ? 'unknown' : 'short_to_lendable_13f' },
    fails: {
      shares: failed?.value ?? null,
      date: failed?.at ?? null,
      pct_outstanding: failed === undefined ? null : ofOutstanding(failed.value),
      pctile_own: failedRank,
    },
    trigger: { ret_5d_pct: trigger.ret5d, above_20d_high: trigger.aboveHigh, ...pricedBy(prices) },
    history: alike.slice(-historyShown).map(({ observedAt: date, value }) => ({ date, shares: value.short })),
  } as const
}

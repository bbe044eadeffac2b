// Which side of the perpetual markets is being forced out, how hard, and whether it is over.
import { clip, round, say } from '../../formula/index.ts'
import {
  exhaustionOf,
  type LiqInputs,
  oiChangeOf,
  priceKinds,
  rankOfLargest,
  readWindow,
  type WindowName,
  windows,
} from './signal.ts'

export const sideLabels = ['longs_hit', 'shorts_hit', 'two_sided', 'quiet'] as const
export const sizeLabels = ['outsized', 'large', 'normal'] as const
export const flushLabels = [
  'long_flush_running',
  'long_flush_exhausted',
  'short_squeeze_running',
  'short_squeeze_exhausted',
  'two_sided',
  'quiet',
] as const

/** What of a venue's liquidations its public feed tells. */
export const captures: Readonly<Record<string, 'complete' | 'sampled' | 'partial'>> = {
  bybit: 'complete',
  dydx: 'complete',
  okx: 'sampled',
  binance: 'sampled',
  hyperliquid: 'partial',
}
const quietUsdPerHour = 100_000
// What one closing in a minute would say of an hour is nothing.
const leastHours = 1 / 12
const oneSided = 0.3
const overAt = 0.25
const millionUsd = 1e6

/** By what was closed in an hour of listening: silence that nobody listened to is not quiet. */
export function sideLabel(usd: number, skew: number | null, listenedHours: number): (typeof sideLabels)[number] {
  if (skew === null || usd < quietUsdPerHour * Math.max(leastHours, listenedHours)) return 'quiet'
  return skew > oneSided ? 'longs_hit' : skew < -oneSided ? 'shorts_hit' : 'two_sided'
}

/** Without a month of maxima: 10,000 dollars are nothing, a hundred millions are all. */
export const sizeScore = (usd: number): number => clip(25 * Math.log10(Math.max(1, usd / 1e4)), 0, 100)

export function sizeLabel(usd: number, rank: number): (typeof sizeLabels)[number] {
  return usd >= 10 * millionUsd || rank >= 97 ? 'outsized' : usd >= millionUsd || rank >= 80 ? 'large' : 'normal'
}

/** Half of what can be known needs a venue that tells everything; without a month to compare with, the strength is a guess. */
export const confidenceOf = (listened: number, isComplete: boolean, isRanked: boolean): number =>
  round(clip(Math.sqrt(listened) * (isComplete ? 0.9 : 0.6) * (isRanked ? 1 : 0.6), 0.05, 0.95), 2)

/** Whether a flush is still running, by how its last minutes lie to its worst. */
export function flushLabel(side: (typeof sideLabels)[number], lastToPeak: number | null): (typeof flushLabels)[number] {
  if (side === 'two_sided' || side === 'quiet') return side
  const isOver = lastToPeak !== null && lastToPeak <= overAt
  return `${side === 'longs_hit' ? 'long_flush' : 'short_squeeze'}_${isOver ? 'exhausted' : 'running'}`
}

/** Forced sellers are spent sellers: a flush of longs that is over leans up, one that runs leans up less. */
export function flushScore(skew: number | null, z: number | null, lastToPeak: number | null): number {
  return 100 * Math.tanh(0.8 * (skew ?? 0) * Math.max(0, z ?? 0)) * (lastToPeak !== null && lastToPeak <= overAt ? 1 : 0.4)
}

export const longsOf = (skew: number | null): string => (skew === null ? '' : `, ${Math.round(50 + 50 * skew)} % of it longs`)

export function computeLiq(inputs: LiqInputs, now: Date, listened: readonly string[] = []) {
  // One that was quiet in a window is known all the same.
  const heard = inputs.minutes.flatMap(({ events }) => events.map(({ coin }) => coin))
  const known = [...new Set([...listened, ...heard])].sort()
  return (Object.keys(windows) as WindowName[]).flatMap((name) => tellWindow(inputs, name, now, known))
}

function tellWindow(inputs: LiqInputs, name: WindowName, now: Date, known: readonly string[]) {
  const window = readWindow(inputs, name, now)
  const { totals, skew, z, listened } = window
  const usd = totals.long_usd + totals.short_usd
  const hours = windows[name] / 60
  const side = sideLabel(usd, skew, hours * listened)
  const exhaustion = exhaustionOf(inputs.minutes, name, now)
  const label = flushLabel(side, exhaustion)
  const oi = oiChangeOf(inputs.openInterest ?? [], name, now)
  const largest = window.events[0]
  const rank = largest === undefined ? null : rankOfLargest(largest.usd, inputs, now)
  const heard = window.byVenue.filter(({ listened_share }) => listened_share > 0)
  const complete = heard.filter(({ venue }) => captures[venue] === 'complete')
  const mix = (score: number, isRanked: boolean) => ({
    score,
    // Where nothing was closed, as much is known as was listened to.
    availableWeight: usd === 0 ? listened : 1,
    confidence: confidenceOf(listened, complete.length > 0, isRanked),
    coverage: {
      inputs_used: heard.length,
      inputs_expected: Object.keys(captures).length,
      missing: Object.keys(captures).filter((venue) => !heard.some((one) => one.venue === venue)),
      stale: [],
      detail: {
        listened_share: round(listened, 4),
        windows_compared: window.windowsKnown,
        missing_from_to: window.gaps.slice(-10).map(({ venue, from, to, reason }) => ({
          venue,
          from: from.toISOString(),
          to: to?.toISOString() ?? null,
          reason,
        })),
      },
    },
  })
  const venues = window.byVenue.map((one) => ({
    venue: one.venue,
    long_usd: one.long_usd,
    short_usd: one.short_usd,
    count: one.count,
    skew: one.skew,
    listened_share_pct: 100 * one.listened_share,
    capture: captures[one.venue] ?? 'partial',
  }))
  const coins = window.byCoin
  const said = `${say(usd / millionUsd, 2)} m USD forced closed in ${name} on ${heard.length} venues`
  const lean = longsOf(skew)
  return [
    {
      route: 'liquidations' as const,
      key: name,
      mix: mix(-100 * (skew ?? 0) * (z === null ? 0.5 : clip(z / 3, 0, 1)), z !== null),
      label: side,
      totals: { ...totals, total_usd: usd, skew, usual_usd: window.usualUsd, intensity_z: z },
      by_venue: venues,
      by_coin: coins,
      known_coins: known,
      bins: window.bins,
      summary: `${said}${lean} (${side}); a floor: sampled and partial feeds are told as they come, ${Math.round(100 * listened)} % listened.`,
    },
    {
      route: 'biggest' as const,
      key: name,
      direction: 'none' as const,
      mix: mix(rank ?? sizeScore(largest?.usd ?? 0), rank !== null),
      label: sizeLabel(largest?.usd ?? 0, rank ?? 0),
      largest_rank_pct: rank,
      known_coins: known,
      events: window.events.map(({ at, venue, coin, side, coins, price_usd, usd }) => ({
        at,
        venue,
        coin,
        side,
        coins,
        price_usd,
        price_kind: priceKinds[venue] ?? 'fill',
        usd,
      })),
      summary:
        largest === undefined
          ? `Nothing was forced closed in ${name} on the venues listened to.`
          : `Largest in ${name}: ${say(largest.usd / 1e3, 0)} k USD of ${largest.coin} ${largest.side} on ${largest.venue}.`,
    },
    {
      route: 'signal' as const,
      key: name,
      mix: mix(flushScore(skew, z, exhaustion), z !== null),
      label,
      components: {
        skew,
        intensity_z: z,
        last_5m_to_peak_ratio: exhaustion,
        total_usd: usd,
        usual_usd: window.usualUsd,
        oi_change_pct: oi.all,
        top_coin: coins[0]?.coin ?? null,
        top_coin_move_pct: coins[0]?.price_move_pct ?? null,
      },
      known_coins: known,
      by_venue: venues.map((one) => ({
        ...one,
        last_5m_to_peak_ratio: exhaustionOf(inputs.minutes, name, now, ({ venue }) => venue === one.venue),
      })),
      by_coin: coins.map((one) => ({
        ...one,
        last_5m_to_peak_ratio: exhaustionOf(inputs.minutes, name, now, undefined, one.coin),
        oi_change_pct: oi.byCoin.get(one.coin) ?? null,
      })),
      summary: `${label.replaceAll('_', ' ')}: ${said}${lean}, ${z === null ? "no month's windows to judge it by yet" : `${say(z, 1)} deviations from a month's windows`}; last five minutes ${say(exhaustion === null ? null : 100 * exhaustion, 0, ' %')} of the peak.`,
    },
  ]
}

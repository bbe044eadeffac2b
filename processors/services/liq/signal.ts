// What was forced closed in a window: totals, coins, venues, the largest, how much of it was listened to, and how unusual it is.
import type { Liquidation, Totals } from '../../../ingestors/sources/liquidations/topic.ts'
import { clip, median, percentile, ratio, robustZ } from '../../formula/index.ts'
import { mostFirst } from '../../formula/lists.ts'

export const windows = { '15m': 15, '1h': 60, '4h': 240, '24h': 1_440 } as const
export type WindowName = keyof typeof windows

export interface Minute extends Totals {
  readonly venue: string
  readonly at: number
  readonly events: readonly Liquidation[]
}

export interface Bin extends Totals {
  readonly venue: string
  readonly at: number
}

/** Open interest as it was seen at a moment. */
export interface OpenInterest {
  readonly at: number
  readonly markets: readonly { readonly coin: string; readonly oi_coins: number; readonly price_usd: number }[]
}

export interface LiqInputs {
  readonly openInterest?: readonly OpenInterest[]
  readonly minutes: readonly Minute[]
  readonly bins: readonly Bin[]
  readonly largestByDay: readonly { readonly venue: string; readonly day: number; readonly usd: number }[]
  readonly gaps: readonly { readonly venue: string; readonly from: Date; readonly to: Date | null; readonly reason: string }[]
}

/** What a venue calls the price of a closing. */
export const priceKinds: Readonly<Record<string, 'fill' | 'bankruptcy'>> = {
  bybit: 'bankruptcy',
  okx: 'bankruptcy',
  dydx: 'fill',
  binance: 'fill',
  hyperliquid: 'fill',
}

const minuteMs = 60_000
const binMs = 5 * minuteMs
const dayMs = 86_400_000
const historyDays = 30
const oiLateMs = 2 * 60 * minuteMs
const fewestListened = 0.8
const mostEvents = 200
const mostBins = 96

export interface Side {
  readonly long_usd: number
  readonly short_usd: number
  readonly count: number
}

/** null where nothing was closed: neither side was. */
export const skewOf = ({ long_usd, short_usd }: Side): number | null => ratio(long_usd - short_usd, long_usd + short_usd)
const totalOf = ({ long_usd, short_usd }: Side): number => long_usd + short_usd
const add = (parts: readonly Side[]): Side => ({
  long_usd: parts.reduce((sum, one) => sum + one.long_usd, 0),
  short_usd: parts.reduce((sum, one) => sum + one.short_usd, 0),
  count: parts.reduce((sum, one) => sum + one.count, 0),
})

export interface Told extends Liquidation {
  readonly venue: string
}

export function readWindow(inputs: LiqInputs, name: WindowName, now: Date) {
  const lengthMs = windows[name] * minuteMs
  const end = now.getTime() + 1
  const start = end - lengthMs
  // Minutes that began within it; the oldest is then whole, and none is counted twice.
  const minutes = inputs.minutes.filter(({ at }) => at >= start && at < end)
  const venues = [...new Set(inputs.minutes.map(({ venue }) => venue))].sort()
  const byVenue = venues.map((venue) => {
    const own = minutes.filter((minute) => minute.venue === venue)
    const heard = own.reduce((sum, { listened_ms }) => sum + listened_ms, 0)
    return { venue, ...add(own), skew: skewOf(add(own)), listened_share: clip(heard / lengthMs, 0, 1) }
  })
  const events = minutes.flatMap(({ venue, events }) => events.map((event): Told => ({ ...event, venue })))
  const totals = add(minutes)
  const past = pastWindows(inputs.bins, lengthMs, start)
  return {
    name,
    totals,
    skew: skewOf(totals),
    byVenue,
    byCoin: byCoin(events),
    bins: binsOf(minutes, start, lengthMs),
    events: events.sort(mostFirst('usd', 'id')).slice(0, mostEvents),
    listened: byVenue.length === 0 ? 0 : byVenue.reduce((sum, one) => sum + one.listened_share, 0) / byVenue.length,
    z: robustZ(Math.log10(1 + totalOf(totals)), past, 0.1),
    usualUsd: past.length === 0 ? null : 10 ** median(past) - 1,
    windowsKnown: past.length,
    gaps: inputs.gaps.filter(({ from, to }) => from.getTime() < end && (to === null || to.getTime() > start)),
  }
}

/** Windows of the same length of the month before, that were listened to well enough: the logarithm of each one's total. */
function pastWindows(bins: readonly Bin[], lengthMs: number, before: number): number[] {
  const perWindow = lengthMs / binMs
  const venues = new Set(bins.map(({ venue }) => venue)).size
  const grouped = Map.groupBy(
    bins.filter(({ at }) => at + binMs <= before && at >= before - historyDays * dayMs),
    ({ at }) => Math.floor((before - binMs - at) / lengthMs),
  )
  return [...grouped.values()].flatMap((list) => {
    const heard = list.reduce((sum, { listened_ms }) => sum + listened_ms, 0)
    return heard < fewestListened * perWindow * binMs * venues ? [] : [Math.log10(1 + totalOf(add(list)))]
  })
}

function byCoin(events: readonly Told[]) {
  return [...Map.groupBy(events, ({ coin }) => coin)]
    .map(([coin, list]) => {
      const ofSide = (side: string) => list.filter((one) => one.side === side).reduce((sum, { usd }) => sum + usd, 0)
      const side = { long_usd: ofSide('long'), short_usd: ofSide('short'), count: list.length }
      // A bankruptcy price lies on the far side of the market's, below it for a long and above it for a short: no move of the market.
      const filled = list.filter(({ venue }) => priceKinds[venue] !== 'bankruptcy').toSorted((a, b) => (a.at < b.at ? -1 : 1))
      const move = filled.length < 2 ? null : ratio(filled.at(-1)!.price_usd, filled[0]!.price_usd)
      return { coin, ...side, skew: skewOf(side), price_move_pct: move === null ? null : 100 * (move - 1) }
    })
    .sort((a, b) => totalOf(b) - totalOf(a) || (a.coin < b.coin ? -1 : 1))
}

function binsOf(minutes: readonly Minute[], start: number, lengthMs: number) {
  // Whole minutes, so that each bin has as many; the oldest minute is the first that begins within the window.
  const size = Math.ceil(Math.max(minuteMs, lengthMs / mostBins) / minuteMs) * minuteMs
  const first = Math.ceil(start / minuteMs) * minuteMs
  return [...Map.groupBy(minutes, ({ at }) => Math.floor((at - first) / size))]
    .sort(([a], [b]) => a - b)
    .map(([index, list]) => ({ from: new Date(first + index * size), ...add(list) }))
}

/** Of the last five minutes against the busiest five of the window, of all or of one venue or coin: small where it is over. */
export function exhaustionOf(
  minutes: readonly Minute[],
  name: WindowName,
  now: Date,
  isWanted: (minute: Minute) => boolean = () => true,
  coin?: string,
): number | null {
  const end = now.getTime() + 1
  const start = end - windows[name] * minuteMs
  const usdOf = (minute: Minute) =>
    coin === undefined ? totalOf(minute) : minute.events.reduce((sum, event) => sum + (event.coin === coin ? event.usd : 0), 0)
  const sums = [
    ...Map.groupBy(
      minutes.filter((minute) => minute.at >= start && minute.at < end && isWanted(minute)),
      ({ at }) => Math.floor((end - 1 - at) / binMs),
    ),
  ].map(([back, list]) => ({ back, usd: list.reduce((sum, minute) => sum + usdOf(minute), 0) }))
  const peak = Math.max(0, ...sums.map(({ usd }) => usd))
  return peak === 0 ? null : (sums.find(({ back }) => back === 0)?.usd ?? 0) / peak
}

/** How open interest changed over the window, counted in coins, so that a move of the price is none of it; all coins at the prices before. */
export function oiChangeOf(seen: readonly OpenInterest[], name: WindowName, now: Date) {
  const newestFirst = seen.filter(({ at }) => at <= now.getTime()).toSorted((a, b) => b.at - a.at)
  const [newest] = newestFirst
  const none = { all: null, byCoin: new Map<string, number>() }
  if (newest === undefined || now.getTime() - newest.at > oiLateMs) return none
  // Seen hour by hour, some seconds more or fewer apart.
  const wanted = newest.at - Math.max(60, windows[name]) * minuteMs
  const before = newestFirst.find(({ at }) => at <= wanted + binMs)
  if (before === undefined || wanted - before.at > oiLateMs) return none
  const old = new Map(before.markets.map((market) => [market.coin, market]))
  const both = newest.markets.flatMap((market) => {
    const known = old.get(market.coin)
    return known === undefined
      ? []
      : [{ coin: market.coin, now: market.oi_coins, before: known.oi_coins, price: known.price_usd }]
  })
  const sum = (of: 'now' | 'before') => both.reduce((total, one) => total + one[of] * one.price, 0)
  const change = ratio(sum('now'), sum('before'))
  return {
    all: change === null ? null : 100 * (change - 1),
    byCoin: new Map(both.map((one) => [one.coin, 100 * (one.now / one.before - 1)])),
  }
}

/** Where the largest of the window stands among the largest of each day of the month before. */
export function rankOfLargest(largest: number, inputs: LiqInputs, now: Date): number | null {
  const today = Math.floor(now.getTime() / dayMs)
  const days = Map.groupBy(
    inputs.largestByDay.filter(({ day }) => day < today && day >= today - historyDays),
    ({ day }) => day,
  )
  const maxima = [...days.values()].map((list) => Math.max(...list.map(({ usd }) => usd)))
  return maxima.length < 10 ? null : percentile(largest, maxima)
}

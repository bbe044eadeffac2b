// The positioning signal: where speculators stand between their three-year extremes, and which way they are moving.
import {
  changesOver,
  clip,
  combine,
  composite,
  isoDay,
  lastDays,
  minus,
  newestValue,
  type Point,
  partOf,
  pointAt,
  ratio,
  round,
  say,
  squash,
  zScore,
} from '../../formula/index.ts'

export interface Report {
  readonly at: Date
  readonly openInterest: number
  readonly specLong: number
  readonly specShort: number
  readonly commercialNet: number
  readonly smallNet: number
  readonly top4LongPct: number | null
  readonly top4ShortPct: number | null
}

export const labels = ['crowded_long', 'building_long', 'neutral', 'building_short', 'crowded_short'] as const

const week = 7
const dayMs = 86_400_000
// Reports of holiday weeks are of a Monday or a Wednesday.
const slack = 3

/** Where the newest value lies between the least and the greatest of the window, 0 to 100. */
export function cotIndex(points: readonly Point[], weeks: number): number | null {
  // 52 weeks hold 53 reports a week apart; a day off that keeps the window at so many reports.
  const values = lastDays(points, weeks * week - 1).map((point) => point.value)
  const [least, most] = [Math.min(...values), Math.max(...values)]
  if (values.length < 0.7 * weeks || most === least) return null
  return (100 * (values.at(-1)! - least)) / (most - least)
}

export function computeCot(reports: readonly Report[], name: string, publishedAt: Date) {
  const newest = reports.at(-1)!
  const series = (read: (report: Report) => number): Point[] => reports.map((report) => ({ at: report.at, value: read(report) }))
  const net = series((report) => report.specLong - report.specShort)
  const interest = series((report) => report.openInterest)
  const share = combine(net, interest, (held, all) => (all <= 0 ? null : (100 * held) / all))
  const swings = lastDays(changesOver(share, 4 * week, slack), 156 * week).map((point) => point.value)
  const long = cotIndex(net, 156)
  const trend = swings.length < 52 ? null : squash(zScore(swings.at(-1)!, swings))
  const isExtreme = long !== null && (long >= 85 || long <= 15)
  const asOf = [{ at: publishedAt, value: 0 }]
  const mix = composite(
    [
      partOf('trend_4w', 0.5, asOf, 12, trend),
      partOf('extreme_156w', 0.5, asOf, 12, long === null ? null : isExtreme ? -2 * (long - 50) : 0),
    ],
    publishedAt,
  )
  const label = readLabel(long, trend)
  const window = lastDays(net, 156 * week).map((point) => point.value)
  const position = newest.specLong - newest.specShort
  return {
    mix,
    label,
    positioning: {
      report_date: isoDay(net.at(-1))!,
      open_interest: newest.openInterest,
      spec_long: newest.specLong,
      spec_short: newest.specShort,
      spec_net: position,
      spec_net_pct_oi: ratio(100 * position, newest.openInterest),
      commercial_net: newest.commercialNet,
      small_net: newest.smallNet,
    },
    change: { spec_net_1w: since(net, 1), spec_net_4w: since(net, 4), oi_1w: since(interest, 1) },
    index: {
      cot_index_52w: cotIndex(net, 52),
      cot_index_156w: long,
      z_156w: window.length < 104 ? null : round(clip(zScore(position, window), -100, 100), 2),
      commercial_index: cotIndex(
        series((report) => report.commercialNet),
        156,
      ),
    },
    concentration: { top4_long_pct: newest.top4LongPct, top4_short_pct: newest.top4ShortPct },
    history: net.slice(-52).map((point, i, shown) => {
      const upTo = net.slice(0, net.length - shown.length + i + 1)
      return { date: isoDay(point)!, spec_net: point.value, cot_index: cotIndex(upTo, 156) }
    }),
    summary:
      `${name}: speculators net ${position >= 0 ? 'long' : 'short'} ${Math.abs(position)} contracts ` +
      `(${say(ratio(100 * position, newest.openInterest), 1, ' % of open interest')}), ` +
      `156-week index ${say(long, 0)}, ${label.replace('_', ' ')} as of ${isoDay(net.at(-1))}.`,
  }
}

function readLabel(index: number | null, trend: number | null): (typeof labels)[number] {
  if (index !== null && index >= 85) return 'crowded_long'
  if (index !== null && index <= 15) return 'crowded_short'
  return trend !== null && trend >= 20 ? 'building_long' : trend !== null && trend <= -20 ? 'building_short' : 'neutral'
}

function since(points: readonly Point[], weeks: number): number | null {
  const newest = points.at(-1)!
  const target = newest.at.getTime() - (weeks * week - slack) * dayMs
  const before = pointAt(points, new Date(target))
  const isNear = before !== null && target - before.at.getTime() <= 2 * slack * dayMs
  return isNear ? minus(newestValue(points), before.value) : null
}

// Ships through straits and canals: seven days against the same weekdays of the years before, and how unusual that is.
import { averageOver, clip, lastDays, type Point, ratio, round, zOfNewest } from './index.ts'

export interface Passage {
  readonly name: string
  readonly ships: readonly Point[]
  readonly capacity: readonly Point[]
}

export const statuses = ['normal', 'reduced', 'disrupted', 'severely_disrupted', 'elevated'] as const

const dayMs = 86_400_000
const week = 7
// The same weekdays a year earlier.
const yearDays = 364
const fewestWeeks = 180

const mostYears = 7
const fewestYears = 2

export function readPassage({ name, ships, capacity }: Passage) {
  const now = weekSum(ships, 0)
  const change = yearChangePct(ships)
  const usual = usualWeek(ships)
  const low = usual === null ? change : changePct(now, usual.high)
  const high = usual === null ? change : changePct(now, usual.low)
  return {
    name,
    transits_7d: now,
    usual_7d: usual?.high ?? null,
    vs_usual_pct: usual === null ? null : low,
    years: usual?.years ?? 0,
    vs_1y_pct: change,
    capacity_vs_1y_pct: yearChangePct(capacity),
    status: low === null || high === null ? null : statusOf(low, high),
    week_to: ships.at(-1)?.at ?? null,
  }
}

/**
 * The same week in the years before, from the lower to the upper quarter of them: a canal that has been half empty for two years
 * is not usual at half.
 */
export function usualWeek(
  ships: readonly Point[],
): { readonly low: number; readonly high: number; readonly years: number } | null {
  const weeks = Array.from({ length: mostYears }, (_, i) => weekSum(ships, yearDays * (i + 1)))
    .filter((sum) => sum !== null)
    .sort((a, b) => a - b)
  if (weeks.length < fewestYears) return null
  const at = (share: number) => weeks[Math.round(share * (weeks.length - 1))]!
  return { low: at(0.25), high: at(0.75), years: weeks.length }
}

/** Seven days over the same weekdays of the year before, in percent. */
export function yearChangePct(points: readonly Point[]): number | null {
  return changePct(weekSum(points, 0), weekSum(points, yearDays))
}

function changePct(now: number | null, before: number | null): number | null {
  const change = ratio(now, before)
  return change === null ? null : round(100 * (change - 1), 1)
}

/** Seven days ending so many days before the newest; null where more than one of them is missing. */
export function weekSum(points: readonly Point[], daysBack: number): number | null {
  const newest = points.at(-1)
  if (newest === undefined) return null
  const to = newest.at.getTime() - daysBack * dayMs
  const days = points.filter(({ at }) => at.getTime() <= to && at.getTime() > to - week * dayMs)
  return days.length < week - 1 ? null : (days.reduce((sum, { value }) => sum + value, 0) * week) / days.length
}

export function statusOf(lowPct: number, highPct = lowPct): (typeof statuses)[number] {
  if (lowPct <= -50) return 'severely_disrupted'
  if (lowPct <= -25) return 'disrupted'
  return lowPct <= -10 ? 'reduced' : highPct < 25 ? 'normal' : 'elevated'
}

/** How many deviations the newest week lies from a year's weeks, over all passages; the one worst off counts as much as all others. */
export function passageZ(passages: readonly Pick<Passage, 'ships'>[]): number | null {
  const all = passages.flatMap(({ ships }) => zOfNewest(lastDays(averageOver(ships, week), yearDays), fewestWeeks) ?? [])
  if (all.length === 0) return null
  const mean = all.reduce((sum, z) => sum + z, 0) / all.length
  return clip((mean + Math.min(...all)) / 2, -4, 4)
}

export const newestShips = (passages: readonly Pick<Passage, 'ships'>[]): Point[] =>
  passages.flatMap(({ ships }) => ships.slice(-1)).sort((a, b) => a.at.getTime() - b.at.getTime())

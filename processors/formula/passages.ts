// Ships through straits and canals: seven days against the same weekdays a year earlier, and how unusual that is.
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

export function readPassage({ name, ships, capacity }: Passage) {
  const now = weekSum(ships, 0)
  const change = yearChangePct(ships)
  return {
    name,
    transits_7d: now,
    vs_1y_pct: change,
    capacity_vs_1y_pct: yearChangePct(capacity),
    status: change === null ? null : statusOf(change),
    week_to: ships.at(-1)?.at ?? null,
  }
}

/** Seven days over the same weekdays of the year before, in percent. */
export function yearChangePct(points: readonly Point[]): number | null {
  const change = ratio(weekSum(points, 0), weekSum(points, yearDays))
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

export function statusOf(changePct: number): (typeof statuses)[number] {
  if (changePct <= -50) return 'severely_disrupted'
  if (changePct <= -25) return 'disrupted'
  return changePct <= -10 ? 'reduced' : changePct < 25 ? 'normal' : 'elevated'
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

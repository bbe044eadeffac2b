// Prices as formulas take them: where they are from and how sure that makes an answer, splits undone, steps and changes.
import type { Point } from './index.ts'

export const priceBases = ['licensed_close', 'sec_fails_list', 'none'] as const
export type PriceBasis = (typeof priceBases)[number]

export interface Prices {
  readonly basis: PriceBasis
  /** Oldest first, splits undone. */
  readonly points: readonly Point[]
  /** Beside the points where the vendor tells it. */
  readonly volumes: readonly Point[]
}

/** An answer is no surer than where its price is from. */
export const mostConfidence: Readonly<Record<PriceBasis, number>> = { licensed_close: 1, sec_fails_list: 0.6, none: 0.5 }
export const priceAgeDays: Readonly<Record<PriceBasis, number>> = { licensed_close: 5, sec_fails_list: 45, none: 45 }

/** The day and the source of the newest price, as answers name them. */
export const pricedBy = ({ points, basis }: Prices) => ({ price_date: points.at(-1)?.at ?? null, price_source: basis })

const splitRatios = [2, 3, 4, 5, 6, 8, 10, 15, 20, 25, 30, 40, 50]
const sameRatio = 0.012
const dayMs = 86_400_000

/** A step to just a whole part or multiple within a week is a split: the prices before it are carried over. */
export function withoutSplits(points: readonly Point[]): Point[] {
  let factor = 1
  const carried = points.toReversed().map((point, i, newestFirst) => {
    const later = newestFirst[i - 1]
    if (later !== undefined && later.at.getTime() - point.at.getTime() <= 7 * dayMs) factor *= splitOf(point.value / later.value)
    return { at: point.at, value: point.value / factor }
  })
  return carried.reverse()
}

function splitOf(ratio: number): number {
  const [up, down] = [ratio, 1 / ratio]
  const near = (x: number) => splitRatios.find((one) => Math.abs(x / one - 1) <= sameRatio)
  const forward = near(up)
  if (forward !== undefined) return forward
  const reverse = near(down)
  return reverse === undefined ? 1 : 1 / reverse
}

export interface Step extends Point {
  /** How many calendar days lie between its two prices. */
  readonly days: number
}

/** Each step from one price to the next, where no more than a week lies between. */
export function returnsOf(points: readonly Point[]): Step[] {
  return points.slice(1).flatMap((point, i) => {
    const before = points[i]!
    const days = (point.at.getTime() - before.at.getTime()) / dayMs
    return days > 7 ? [] : [{ at: point.at, value: point.value / before.value - 1, days }]
  })
}

/** Trading days of a year. */
export const yearSteps = 252

/** How many such steps make a year: 252 where every day has a price, fewer where days are missing and a step is of several. */
export function stepsPerYear(days: readonly number[]): number {
  const covered = days.reduce((sum, one) => sum + one, 0)
  return covered <= 0 ? yearSteps : Math.min(yearSteps, (365.25 * days.length) / covered)
}

/** The newest price at or before so many days before the newest; null where the history does not reach back. */
export function priceBack(points: readonly Point[], daysBack: number): number | null {
  const newest = points.at(-1)
  if (newest === undefined) return null
  const target = newest.at.getTime() - daysBack * dayMs
  const found = points.findLast(({ at }) => at.getTime() <= target)
  return found === undefined || target - found.at.getTime() > 10 * dayMs ? null : found.value
}

export const changeBack = (points: readonly Point[], daysBack: number, toBack = 0): number | null => {
  const [from, to] = [priceBack(points, daysBack), toBack === 0 ? (points.at(-1)?.value ?? null) : priceBack(points, toBack)]
  return from === null || to === null ? null : 100 * (to / from - 1)
}

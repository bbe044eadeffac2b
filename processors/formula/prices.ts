// What prices did: over days by the nearest one, over months by the same month only, alone and together.
import { growthOver, monthlyMean, type Point, pointAt, ratio } from './index.ts'

export interface Priced {
  readonly name: string
  readonly unit: string
  readonly prices: readonly Point[]
}

const dayMs = 86_400_000
const slackDays = 7

/** The newest against so many days before it, in percent; null where nothing stands within a week of that day. */
export function changeOverDays(points: readonly Point[], days: number): number | null {
  const newest = points.at(-1)
  if (newest === undefined) return null
  const target = new Date(newest.at.getTime() - days * dayMs)
  const before = pointAt(points, target)
  if (before === null || target.getTime() - before.at.getTime() > slackDays * dayMs) return null
  const change = ratio(newest.value, before.value)
  return change === null ? null : 100 * (change - 1)
}

/** The mean of the commodities' changes over three months, by month; every one counts alike. */
export const meanChanges = (priced: readonly Priced[]): Point[] => monthlyMean(priced.map(({ prices }) => growthOver(prices, 3)))

/** Monthly averages over so many months; null where the newest month has none to be compared with. */
export function changeOverMonths(prices: readonly Point[], months: number): number | null {
  const [newest, change] = [prices.at(-1), growthOver(prices, months).at(-1)]
  return newest !== undefined && change?.at.getTime() === newest.at.getTime() ? change.value : null
}

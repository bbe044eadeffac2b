// When the next agricultural figures are due: by the rules of the weekly ones, and by the usual pattern of the monthly ones.
import { nextWeekly } from '../../../base/calendar/weekly-releases.ts'

const dayMs = 86_400_000

/** Progress from April to November; food prices on first Fridays, balances by the 12th. */
export function nextReports(now: Date): { readonly name: string; readonly date: string }[] {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate())
  const iso = (time: number) => new Date(time).toISOString().slice(0, 10)
  const firstFriday = (ahead: number) => {
    const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead, 1))
    return first.getTime() + ((5 - first.getUTCDay() + 7) % 7) * dayMs
  }
  const twelfth = (ahead: number) => Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead, 12)
  const after = (read: (ahead: number) => number) => (read(0) > today ? read(0) : read(1))
  const progress = nextWeekly('crop_progress', now)
  const isSeason = Number(progress.slice(5, 7)) >= 4 && Number(progress.slice(5, 7)) <= 11
  return [
    ...(isSeason ? [{ name: 'crop_progress', date: progress }] : []),
    { name: 'us_drought_monitor', date: nextWeekly('drought_monitor', now) },
    { name: 'commitments_of_traders', date: nextWeekly('commitments_of_traders', now) },
    { name: 'fao_food_price_index', date: iso(after(firstFriday)) },
    { name: 'wasde_at_the_latest', date: iso(after(twelfth)) },
  ]
}

// When the next agricultural figures are due by their usual pattern; holidays and the official calendars move some of them.
const dayMs = 86_400_000

/** Progress on Mondays from April to November, drought on Thursdays, positions on Fridays, food prices on first Fridays, balances by the 12th. */
export function nextReports(now: Date): { readonly name: string; readonly date: string }[] {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate())
  const iso = (time: number) => new Date(time).toISOString().slice(0, 10)
  const nextWeekday = (weekday: number) => today + ((weekday - new Date(today).getUTCDay() + 7) % 7 || 7) * dayMs
  const firstFriday = (ahead: number) => {
    const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead, 1))
    return first.getTime() + ((5 - first.getUTCDay() + 7) % 7) * dayMs
  }
  const twelfth = (ahead: number) => Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead, 12)
  const after = (read: (ahead: number) => number) => (read(0) > today ? read(0) : read(1))
  const monday = nextWeekday(1)
  const isSeason = new Date(monday).getUTCMonth() >= 3 && new Date(monday).getUTCMonth() <= 10
  return [
    ...(isSeason ? [{ name: 'crop_progress', date: iso(monday) }] : []),
    { name: 'us_drought_monitor', date: iso(nextWeekday(4)) },
    { name: 'commitments_of_traders', date: iso(nextWeekday(5)) },
    { name: 'fao_food_price_index', date: iso(after(firstFriday)) },
    { name: 'wasde_at_the_latest', date: iso(after(twelfth)) },
  ]
}

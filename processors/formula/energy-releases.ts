// What the energy services say is due next.
import { nextWeekly } from '../../base/calendar/weekly-releases.ts'

export function nextEnergyReleases(now: Date) {
  return [
    { name: 'Weekly Petroleum Status Report', date: nextWeekly('petroleum_stocks', now) },
    { name: 'Weekly Natural Gas Storage Report', date: nextWeekly('gas_storage', now) },
  ].sort((a, b) => (a.date < b.date ? -1 : 1))
}

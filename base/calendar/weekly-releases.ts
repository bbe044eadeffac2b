// When the weekly figures of energy, crops and positions come out: the usual weekday, and what a holiday makes of it.
import { isoDay, plusDays, weekdayOf } from './days.ts'
import { isBusinessDay, plusBusinessDays } from './holidays.ts'
import { momentOf } from './zoned-time.ts'

export type WeeklyRelease =
  | 'petroleum_stocks'
  | 'gas_storage'
  | 'rig_count'
  | 'crop_progress'
  | 'drought_monitor'
  | 'commitments_of_traders'

type Rule = {
  /** In New York. */
  readonly time: string
  /** Of the week that begins with this Monday. */
  day(monday: string): string
}

const isOpen = (day: string) => isBusinessDay('us-federal', day)
const after = (days: number) => (monday: string) => plusDays(monday, days)
const [tuesday, wednesday, thursday, friday] = [after(1), after(2), after(3), after(4)]

const rules: Readonly<Record<WeeklyRelease, Rule>> = {
  // A holiday before it costs it a day.
  petroleum_stocks: {
    time: '10:30',
    day: (monday) => ([monday, tuesday(monday), wednesday(monday)].every(isOpen) ? wednesday(monday) : thursday(monday)),
  },
  // It comes before its own holiday, and a day after one that falls on the days of its counting.
  gas_storage: {
    time: '10:30',
    day: (monday) =>
      !isOpen(thursday(monday))
        ? wednesday(monday)
        : [tuesday(monday), wednesday(monday)].every(isOpen)
          ? thursday(monday)
          : friday(monday),
  },
  // Before a holiday's weekend, Good Friday's too.
  rig_count: {
    time: '13:00',
    day(monday) {
      const shut = [thursday(monday), friday(monday)].find((day) => !isOpen(day) || !isBusinessDay('nyse', day))
      return shut === undefined ? friday(monday) : plusBusinessDays('us-federal', shut, -1)
    },
  },
  crop_progress: { time: '16:00', day: (monday) => (isOpen(monday) ? monday : tuesday(monday)) },
  drought_monitor: { time: '08:30', day: thursday },
  // Three business days after the Tuesday whose positions they are.
  commitments_of_traders: { time: '15:30', day: (monday) => plusBusinessDays('us-federal', tuesday(monday), 3) },
}

// Every fact of a week asks for the same moment, and a history has thousands of them. A few names by some centuries of days.
const known = new Map<string, number>()
const mostKnown = 100_000

/** When what was counted in the week of a day comes out. */
export function weeklyReleaseAt(name: WeeklyRelease, inWeekOf: string): Date {
  const asked = `${name} ${inWeekOf}`
  const before = known.get(asked)
  if (before !== undefined) return new Date(before)
  const { day, time } = rules[name]
  const at = momentOf(day(plusDays(inWeekOf, -((weekdayOf(inWeekOf) + 6) % 7))), time, 'America/New_York')
  if (known.size >= mostKnown) known.clear()
  known.set(asked, at)
  return new Date(at)
}

/** The day of the first one after a moment. */
export function nextWeekly(name: WeeklyRelease, now: Date): string {
  for (let day = plusDays(isoDay(now), -7); ; day = plusDays(day, 7)) {
    const at = weeklyReleaseAt(name, day)
    if (at > now) return isoDay(at)
  }
}

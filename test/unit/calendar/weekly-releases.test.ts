// Weekly figures of the United States against the days on which they came out, as published or reported.
import { expect, it, test } from 'vitest'
import { isoDay, plusDays } from '../../../base/calendar/days.ts'
import { nextWeekly, type WeeklyRelease, weeklyReleaseAt } from '../../../base/calendar/weekly-releases.ts'

// The CFTC's own list of 2024: Fridays, but after holidays.
const positions2024 = `01-05 01-12 01-19 01-26 02-02 02-09 02-16 02-23 03-01 03-08 03-15 03-22 03-29 04-05 04-12 04-19 04-26 05-03 05-10 05-17
  05-24 05-31 06-07 06-14 06-24 06-28 07-08 07-12 07-19 07-26 08-02 08-09 08-16 08-23 08-30 09-06 09-13 09-20 09-27 10-04 10-11 10-18 10-25
  11-01 11-08 11-15 11-22 12-02 12-06 12-13 12-20 12-30`

test('positions come out on the days of the CFTC’s list', () => {
  const days = Array.from({ length: 52 }, (_, week) =>
    isoDay(weeklyReleaseAt('commitments_of_traders', plusDays('2024-01-02', 7 * week))),
  )
  expect(days.map((day) => day.slice(5))).toEqual(positions2024.split(/\s+/))
})

it.each<[WeeklyRelease, string, string]>([
  ['petroleum_stocks', '2022-06-20', '2022-06-23'],
  ['petroleum_stocks', '2022-11-21', '2022-11-23'],
  ['petroleum_stocks', '2025-12-01', '2025-12-03'],
  ['gas_storage', '2015-11-09', '2015-11-13'],
  ['gas_storage', '2015-11-16', '2015-11-19'],
  ['gas_storage', '2023-09-18', '2023-09-21'],
  ['gas_storage', '2026-01-05', '2026-01-08'],
  ['rig_count', '2015-06-29', '2015-07-02'],
  ['rig_count', '2022-11-21', '2022-11-23'],
  ['rig_count', '2025-11-24', '2025-11-26'],
  ['rig_count', '2020-11-30', '2020-12-04'],
])('%s of the week of %s came out on %s', (name, week, day) => {
  expect(isoDay(weeklyReleaseAt(name, week))).toBe(day)
})

test('a release is next until its hour in New York, in summer and winter', () => {
  const next = (at: string) => nextWeekly('petroleum_stocks', new Date(at))
  expect([next('2026-11-25T15:29:59Z'), next('2026-11-25T15:30:00Z')]).toEqual(['2026-11-25', '2026-12-02'])
  expect([next('2026-07-15T14:29:59Z'), next('2026-07-15T14:30:00Z')]).toEqual(['2026-07-15', '2026-07-22'])
  const thanksgiving = new Date('2026-11-24T12:00:00Z')
  const named = (['gas_storage', 'rig_count', 'crop_progress', 'drought_monitor', 'commitments_of_traders'] as const).map(
    (name) => [name, nextWeekly(name, thanksgiving)],
  )
  expect(Object.fromEntries(named)).toEqual({
    gas_storage: '2026-11-25',
    rig_count: '2026-11-25',
    crop_progress: '2026-11-30',
    drought_monitor: '2026-11-26',
    commitments_of_traders: '2026-11-30',
  })
})

// Calendars against what their keepers published for 2025 to 2027.
import { describe, expect, it } from 'vitest'
import { easterSunday } from '../../../base/calendar/days.ts'
import { type Calendar, holidaysOf, isBusinessDay, plusBusinessDays, rollForward } from '../../../base/calendar/holidays.ts'
import { employmentByRule, nextReleases } from '../../../base/calendar/us-releases.ts'
import { releaseOf } from '../../../ingestors/sources/cftc-cot/topic.ts'

// The Office of Personnel Management's, the exchange's, the European Central Bank's and gov.uk's lists (England and Wales).
const published: Record<Calendar, Record<number, string>> = {
  'us-federal': {
    2025: '01-01 01-09 01-20 02-17 05-26 06-19 07-04 09-01 10-13 11-11 11-27 12-25',
    2026: '01-01 01-19 02-16 05-25 06-19 07-03 09-07 10-12 11-11 11-26 12-25',
    2027: '01-01 01-18 02-15 05-31 06-18 07-05 09-06 10-11 11-11 11-25 12-24 12-31',
  },
  nyse: {
    2025: '01-01 01-09 01-20 02-17 04-18 05-26 06-19 07-04 09-01 11-27 12-25',
    2026: '01-01 01-19 02-16 04-03 05-25 06-19 07-03 09-07 11-26 12-25',
    2027: '01-01 01-18 02-15 03-26 05-31 06-18 07-05 09-06 11-25 12-24',
  },
  target: {
    2025: '01-01 04-18 04-21 05-01 12-25 12-26',
    2026: '01-01 04-03 04-06 05-01 12-25 12-26',
    2027: '01-01 03-26 03-29 05-01 12-25 12-26',
  },
  uk: {
    2025: '01-01 04-18 04-21 05-05 05-26 08-25 12-25 12-26',
    2026: '01-01 04-03 04-06 05-04 05-25 08-31 12-25 12-28',
    2027: '01-01 03-26 03-29 05-03 05-31 08-30 12-27 12-28',
  },
}

describe('the holidays', () => {
  const cases = Object.entries(published).flatMap(([calendar, years]) =>
    Object.entries(years).map(([year, days]) => [calendar as Calendar, Number(year), days] as const),
  )
  it.each(cases)('%s of %d are those that were published', (calendar, year, days) => {
    expect(
      holidaysOf(calendar, year)
        .map((day) => day.slice(5))
        .join(' '),
    ).toBe(days)
  })
  it('follow Easter as it was and will be', () => {
    expect([2024, 2025, 2026, 2027, 2038].map(easterSunday)).toEqual([
      '2024-03-31',
      '2025-04-20',
      '2026-04-05',
      '2027-03-28',
      '2038-04-25',
    ])
  })
  it('are stepped over', () => {
    expect(isBusinessDay('nyse', '2026-04-03')).toBe(false)
    expect(isBusinessDay('us-federal', '2026-04-03')).toBe(true)
    expect(plusBusinessDays('us-federal', '2026-11-24', 3)).toBe('2026-11-30')
    expect(plusBusinessDays('us-federal', '2026-11-30', -3)).toBe('2026-11-24')
    expect(rollForward('us-federal', '2027-12-31')).toBe('2028-01-03')
  })
})

describe('the releases', () => {
  const due = (now: string) => Object.fromEntries(nextReleases(new Date(now)).map((one) => [one.name, one.expected_date]))
  it('of claims come on the day before where Thursday is a holiday', () => {
    expect(due('2026-11-22T23:00:00Z').initial_claims).toBe('2026-11-25')
    expect(due('2026-11-25T20:00:00Z').initial_claims).toBe('2026-12-03')
    expect(due('2025-06-16T12:00:00Z').initial_claims).toBe('2025-06-18')
    expect(due('2026-11-14T12:00:00Z').initial_claims).toBe('2026-11-19')
  })
  it('of jobs and prices come when the agency said, shutdown included', () => {
    expect(due('2026-04-29T12:00:00Z')).toMatchObject({ employment_situation: '2026-05-08', consumer_prices: '2026-05-12' })
    expect(due('2026-06-20T12:00:00Z').employment_situation).toBe('2026-07-02')
    expect(due('2025-10-01T12:00:00Z')).toMatchObject({ employment_situation: '2025-11-20', consumer_prices: '2025-10-24' })
    expect(due('2025-11-30T12:00:00Z')).toMatchObject({ employment_situation: '2025-12-16', consumer_prices: '2025-12-18' })
  })
  it('of jobs follow their rule where no calendar is out yet: never New Year’s Day', () => {
    expect(nextReleases(new Date('2026-12-20T12:00:00Z'))).toContainEqual({
      name: 'employment_situation',
      expected_date: '2027-01-08',
      basis: 'rule',
    })
    // Prices have no rule: nothing is made up.
    expect(due('2026-12-20T12:00:00Z').consumer_prices).toBeUndefined()
    const rule = Array.from({ length: 12 }, (_, i) => employmentByRule(2026, i + 1).slice(5))
    // The published dates but for January's, which a shutdown moved from 6 to 11 February.
    expect(rule.join(' ')).toBe('01-09 02-06 03-06 04-03 05-08 06-05 07-02 08-07 09-04 10-02 11-06 12-04')
  })
  it('of positions come three business days after their Tuesday', () => {
    const released = (day: string) => releaseOf(day).toISOString()
    expect(released('2026-11-17')).toBe('2026-11-20T20:30:00.000Z')
    expect(released('2026-11-24')).toBe('2026-11-30T20:30:00.000Z')
    expect(released('2026-12-22')).toBe('2026-12-28T20:30:00.000Z')
    expect(released('2026-06-30')).toBe('2026-07-06T19:30:00.000Z')
    expect(released('2025-12-30')).toBe('2026-01-05T20:30:00.000Z')
  })
})

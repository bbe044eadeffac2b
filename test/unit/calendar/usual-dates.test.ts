// Dates and times are told as the schema library tells them, whatever stands in them.
import { Format, IsDate, IsDateTime } from 'typebox/format'
import { expect, test } from 'vitest'
import { isDate, isUsualTime } from '../../../base/usual-dates.ts'
import '../../../db/log/topic.ts'
import fc from '../../support/chance.ts'

// Mostly at the edges of what there is.
const near = (...edges: number[]) => fc.oneof(fc.constantFrom(...edges), fc.nat(99))
const padded = (number: number, digits: number) => String(number).padStart(digits, '0')
const day = fc
  .tuple(fc.constantFrom(0, 1900, 2000, 2023, 2024, 9999), near(0, 1, 2, 2, 2, 4, 12, 13), near(0, 1, 28, 29, 29, 30, 31, 32))
  .map(([year, month, date]) => `${padded(year, 4)}-${padded(month, 2)}-${padded(date, 2)}`)
const clock = fc
  .tuple(near(0, 23, 24), near(0, 59, 60), near(0, 59, 60))
  .map((numbers) => numbers.map((number) => padded(number, 2)).join(':'))
const ending = fc.constantFrom('Z', '.000Z', '.123Z', '.12Z', '.1234Z', 'z', '', '+00:00', '-05:30', '[UTC]', 'Z[UTC]', ' ')
const time = fc
  .tuple(fc.oneof(day, fc.constant('2026-11-18')), fc.constantFrom('T', 'T', 't', ' '), clock, ending)
  .map((parts) => parts.join(''))
const right = fc.date({ min: new Date(0), max: new Date('9999-12-31'), noInvalidDate: true }).map((date) => date.toISOString())
const written = fc.oneof(
  day,
  time,
  right,
  right.map((text) => text.slice(0, 10)),
  fc.tuple(right, ending).map(([text, end]) => text.slice(0, 19) + end),
)
// One character of it is another one.
const wrong = fc
  .tuple(written, fc.nat(30), fc.constantFrom('0', '9', '-', ':', '.', 'Z', 'T', ' ', '', '/', ';', '٣', '\n'))
  .map(([text, at, sign]) => text.slice(0, at) + sign + text.slice(at + 1))

test('what is a date or a time is one here too, and nothing else is', () => {
  const seen = { date: 0, time: 0, usual: 0, none: 0 }
  fc.assert(
    fc.property(fc.oneof(written, wrong), (text) => {
      expect([text, Format.Test('date', text), Format.Test('date-time', text)]).toEqual([text, IsDate(text), IsDateTime(text)])
      seen[IsDate(text) ? 'date' : isUsualTime(text) ? 'usual' : IsDateTime(text) ? 'time' : 'none']++
    }),
    { numRuns: 10_000 },
  )
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(50)
})

test('what topics check is what was tried', () => {
  expect(Format.Get('date')).toBe(isDate)
  expect(Format.Test('date-time', '2026-11-18T12:00:00+01:00')).toBe(true)
})

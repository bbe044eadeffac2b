// Axis marks are round, inside the axis, and few enough to read.
import { expect, test } from 'vitest'
import { numberTicks, timeLabel, timeTicks } from '../../../cli/history/scale.ts'

test('numbers are marked at ones, twos and fives', () => {
  expect(numberTicks(-68.5, 20.4)).toEqual([-60, -40, -20, 0, 20])
  expect(numberTicks(0.1, 0.35)).toEqual([0.1, 0.15, 0.2, 0.25, 0.3, 0.35])
  expect(numberTicks(3, 3)).toEqual([3])
})

test('times are marked at round seconds, hours and days', () => {
  const at = (text: string) => Date.parse(text)
  const marks = timeTicks(at('2026-11-21T04:55:00.6Z'), at('2026-11-21T04:55:08.7Z'))
  expect(marks.map((mark) => timeLabel(mark, 8_100))).toEqual(['04:55:02', '04:55:04', '04:55:06', '04:55:08'])
  const days = timeTicks(at('2026-10-01T00:00Z'), at('2026-10-30T00:00Z'))
  expect(days.map((mark) => timeLabel(mark, 29 * 86_400_000))[0]).toBe('2026-10-01')
  expect(days.length).toBeLessThanOrEqual(7)
})

// What people type as a time is a time of the calendar, in UTC unless they say otherwise.
import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { readIsoTime } from '../../../base/iso-time.ts'

test.each([
  ['2026-11', '2026-11-01T00:00:00.000Z'],
  ['2026-11-18', '2026-11-18T00:00:00.000Z'],
  ['2024-02-29', '2024-02-29T00:00:00.000Z'],
  ['2026-11-18T12:30', '2026-11-18T12:30:00.000Z'],
  ['2026-11-18 12:30', '2026-11-18T12:30:00.000Z'],
  ['2026-11-18T12:30:15Z', '2026-11-18T12:30:15.000Z'],
  ['2026-11-18T12:30:15.123456Z', '2026-11-18T12:30:15.123Z'],
  ['2026-11-18T12:30+05:30', '2026-11-18T07:00:00.000Z'],
  ['2026-12-31T23:30-01:00', '2027-01-01T00:30:00.000Z'],
])('%s is %s', (text, expected) => {
  expect(readIsoTime(text)?.toISOString()).toBe(expected)
})

// Date takes nearly all of these for one, most for a time a quarter of a century ago.
test.each([
  ...['', 'soon', 'batch 7', 'last 5', '12.5', '1 200', '7', '-1', '1e3', '2026', '11/18/2026', 'Nov 18 2026'],
  ...['2026-02-30', '2026-02-29', '2026-02-30T12:00Z', '2026-13-01', '2026-00', '2026-11-18T25:00', '2026-11-18T12:61Z'],
  ...['2026-11-18 (now)', '2026-11-18T12', '2026-11T12:00', '2026-11-18T12:00+5', '2026-11-18T12:00 Z', ' 2026-11-18'],
  ...['2026-11-18\n', '٢٠٢٦-١١-١٨', '+002026-11-18', '2026-11-18T12:00Z2026-11-19'],
])('%j is no time', (text) => {
  expect(readIsoTime(text)).toBeNull()
})

test('the same words are the same time wherever they are typed', () => {
  const module = new URL('../../../base/iso-time.ts', import.meta.url).href
  const said = `import { readIsoTime } from ${JSON.stringify(module)}; console.log(readIsoTime('2026-07-01T05:00').toISOString())`
  const env = { ...process.env, TZ: 'Asia/Tokyo' }
  const told = execFileSync(process.execPath, ['--input-type=module', '-e', said], { env, encoding: 'utf8' })
  expect(told.trim()).toBe('2026-07-01T05:00:00.000Z')
})

// CSV cells, numbers and days as upstreams write them, and what is refused.

import { type Options, parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { parseCsv, toIsoDate, toNumber } from '../../../ingestors/formats/csv.ts'
import { readChoice } from '../../../ingestors/formats/json.ts'
import { monthNumber } from '../../../ingestors/formats/months.ts'
import { readLines } from '../../../ingestors/formats/plain-csv.ts'
import { refuseShrunken } from '../../../ingestors/shapes/shrunken.ts'
import fc from '../../support/chance.ts'

const changed = expect.objectContaining({ code: 'upstream_changed' })

test('rows by header name, trimmed, whatever marks and blanks surround them', () => {
  const text = '\uFEFFDate , "1 Mo",Note\r\n\r\n 2026-01-02 ,4.1,"a, b"\r\n2026-01-03,4.2\r\n'
  expect(parseCsv(text, ['Date', '1 Mo'])).toEqual([
    { Date: '2026-01-02', '1 Mo': '4.1', Note: 'a, b' },
    { Date: '2026-01-03', '1 Mo': '4.2' },
  ])
  expect(parseCsv('a|b\n1|2\n', ['a'], { delimiter: '|' })).toEqual([{ a: '1', b: '2' }])
})

test('a missing column is named, with or without rows', () => {
  expect(() => parseCsv('Date,B\n1,2\n', ['Date', 'A', 'C'])).toThrow(/A, C/)
  expect(() => parseCsv('{"error":"maintenance"}', ['Date'])).toThrow(changed)
  expect(() => parseCsv(' \n', ['Date'])).toThrow(changed)
  expect(parseCsv('Date,A\n', ['Date'])).toEqual([])
})

test('what is read line by line is what csv-parse makes of it, and the rest is left to it', () => {
  const known: Options = {
    bom: true,
    trim: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    relax_column_count: true,
  }
  const orRefused = (read: () => unknown) => {
    try {
      return JSON.stringify(read())
    } catch {
      return 'refused'
    }
  }
  const usual = ['a', 'b', '1', ',', ',', '\n', '\n', ' ', '"x "', '" "', '"a, b"', ',""', '__proto__']
  const odd = ['"', '"', '"\n"', '\r\n', '\r', '\t', '\v', ';', 'é', '\u00a0', '\u3000', '\ufeff', '\ud800']
  const text = fc
    .array(fc.oneof({ weight: 12, arbitrary: fc.constantFrom(...usual) }, fc.constantFrom(...odd)), { maxLength: 24 })
    .map((pieces) => pieces.join(''))
  let [byLines, byName] = [0, 0]
  fc.assert(
    fc.property(text, fc.constantFrom(',', ';', '\t', '|'), (commas, delimiter) => {
      const given = commas.replaceAll(',', delimiter)
      const cells = orRefused(() => parse(given, { ...known, delimiter }))
      const lines = readLines(given, delimiter)
      if (lines !== null) expect(JSON.stringify(lines)).toBe(cells)
      // A last row that is cut off is refused by what calls either.
      const rows = orRefused(() => parse(`${given}\n`, { ...known, delimiter, columns: true }))
      expect(orRefused(() => parseCsv(`${given}\n`, [], { delimiter }))).toBe(rows)
      byLines += Number(lines !== null && lines.length > 1)
      byName += Number(lines !== null && rows.length > '[{},{}]'.length)
    }),
    { numRuns: 8_000 },
  )
  expect(byLines).toBeGreaterThan(300)
  expect(byName).toBeGreaterThan(300)
})

test.each(['', ' ', '.', '-', 'NA', 'n/a', '#N/A', 'NaN', 'null', 'None'])('%j is no number', (text) => {
  expect(toNumber(text)).toBeNull()
})

test('an absent cell is no number', () => expect(toNumber(undefined)).toBeNull())

test.each([
  ['4.13', 4.13],
  [' -0.5 ', -0.5],
  ['+1', 1],
  ['.5', 0.5],
  ['1,234', 1234],
  ['-12,345,678.9', -12_345_678.9],
  ['1.5e-3', 0.0015],
])('%j is %d', (text, number) => expect(toNumber(text)).toBe(number))

test.each(['4,13', '1,23,456', '12,3456', 'oops', '0x1F', '1e999', 'Infinity', '4.1.2', '4 1', '9'.repeat(400)])(
  '%j is refused',
  (text) => {
    expect(() => toNumber(text)).toThrow(changed)
  },
)

test('every number survives being written and read', () => {
  fc.assert(fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (x) => toNumber(String(x)) === x))
})

test.each([
  ['2026-02-28', '2026-02-28'],
  ['2026-05-01T00:00:00', '2026-05-01'],
  ['2026-05-01 00:00', '2026-05-01'],
  ['1/2/2026', '2026-01-02'],
  ['12/31/1999', '1999-12-31'],
  ['2/29/2024', '2024-02-29'],
])('%s is the day %s', (text, day) => expect(toIsoDate(text)).toBe(day))

test.each(['2026-02-30', '2/29/2025', '13/1/2026', '2026-1-2', '26-01-02', '2026-05-01x', '01.02.2026', 'today', ''])(
  '%j is no day of a calendar',
  (text) => {
    expect(() => toIsoDate(text)).toThrow(changed)
  },
)

test('a month is known by its first three letters, and by no others', () => {
  const names = ['jan', 'Feb', 'MAR', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'Dec']
  expect(names.map(monthNumber)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
  expect(['', 'anf', 'ja', 'janu', 'xyz'].map(monthNumber)).toEqual([null, null, null, null, null])
})

test('one of those known is read by its own name alone', () => {
  expect(readChoice({ H: 'house' }, 'H', 'chamber')).toBe('house')
  for (const text of ['h', 'constructor', '', null]) expect(() => readChoice({ H: 'house' }, text, 'chamber')).toThrow(changed)
})

test('a list that lost over a tenth is held back, a short one never', () => {
  expect(() => refuseShrunken('the list', 100, 89, 40)).toThrow('the list shrank from 100 to 89: held back')
  expect(() => refuseShrunken('the list', 100, 90, 40)).not.toThrow()
  expect(() => refuseShrunken('the list', 39, 0, 40)).not.toThrow()
})

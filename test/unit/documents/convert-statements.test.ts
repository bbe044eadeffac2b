// Statements of accounts as filings print them: names at the left, values that end at one x, with and without rules and stripes.
import { expect, test } from 'vitest'
import { convertPdf } from '../../../processors/jobs/convert/convert.ts'
import type { Word } from '../../../processors/jobs/convert/page-text.ts'
import { withBetter } from '../../../processors/jobs/convert/tables/best-witness.ts'
import { lineOf } from '../../../processors/jobs/convert/tables/statement-values.ts'
import { statements } from '../../../processors/jobs/convert/tables/statements.ts'
import type { FoundTable } from '../../../processors/jobs/convert/tables/table.ts'
import { row } from '../../support/pdf/bill-rows.ts'
import { fill, pdfDocument, text } from '../../support/pdf/document.ts'

const read = async (content: string) => await convertPdf(pdfDocument({ pages: [content] }), { summarize: false, ocr: 'off' })
const tablesOf = async (content: string) => (await read(content)).tables.map((t) => [...t.header, ...t.rows])
const [first, second] = [430, 520]
const values = (...said: readonly string[]): [number, string][] => said.map((one, i) => [i === 0 ? first : second, one])
const named = (y: number, name: string, ...said: readonly string[]) => row(y, [[60, name]], values(...said))

test('lines that only name, long names and signs at the left of their columns are one table under its years', async () => {
  const drawn =
    text(395, 100, 'Years ended', { size: 10 }) +
    row(116, [[60, '(in thousands)']], values('2024', '2023'), 'bold') +
    named(136, 'Revenue:') +
    row(
      152,
      [
        [70, 'Goods'],
        [375, '$'],
        [465, '$'],
      ],
      values('61,204', '58,003'),
    ) +
    row(168, [[70, 'Services']], values('7,118', '-')) +
    named(184, 'Costs:') +
    text(70, 200, 'Wages, pensions and all that is paid to those who work there, with', { size: 10 }) +
    row(212, [[70, 'the taxes on it']], values('(41,870)', '(40,112)')) +
    row(228, [[70, 'Other']], values('(3)', '(19)')) +
    row(
      250,
      [
        [60, 'What was left'],
        [375, '$'],
        [465, '$'],
      ],
      values('26,449', '17,872'),
    ) +
    text(300, 760, '17')
  const [table, ...others] = await tablesOf(drawn)
  expect(others).toEqual([])
  expect(table!.slice(-7)).toEqual([
    ['Revenue:', '', ''],
    ['Goods', '$61,204', '$58,003'],
    ['Services', '7,118', '-'],
    ['Costs:', '', ''],
    ['Wages, pensions and all that is paid to those who work there, with the taxes on it', '(41,870)', '(40,112)'],
    ['Other', '(3)', '(19)'],
    ['What was left', '$26,449', '$17,872'],
  ])
  expect(table!.slice(0, -7).flat().join(' ')).toMatch(/2024.*2023/)
})

test('stripes over some of its rows and bands of colour over some columns cut no table into pieces', async () => {
  const names = ['Crude oil', 'Operating', 'Depreciation', 'Interest', 'Other taxes', 'All costs']
  const drawn =
    fill(240, 100, 350, 330, '0.9 0.9 0.9') +
    fill(60, 130, 540, 148, '0.8 0.85 0.9') +
    fill(60, 194, 540, 212, '0.8 0.85 0.9') +
    row(
      118,
      [[60, '(millions)']],
      [
        [300, 'Up'],
        [380, 'Down'],
        [460, 'Gas'],
        [530, 'All'],
      ],
      'bold',
    ) +
    names
      .map((name, i) =>
        row(
          142 + 32 * i,
          [[60, name]],
          [
            [300, `${i + 1},533`],
            [380, `${i + 2},006`],
            [460, `(${i}41)`],
            [530, `${i + 3}9,739`],
          ],
        ),
      )
      .join('')
  const tables = await tablesOf(drawn)
  expect(tables).toHaveLength(1)
  expect(tables[0]!.slice(-6).map((cells) => cells[0])).toEqual(names)
  expect(tables[0]!.at(-1)).toEqual(['All costs', '6,533', '7,006', '(541)', '89,739'])
})

test('values that a browser set below their names stand in their rows', async () => {
  const names = ['Bonds, at fair value (cost: $139,036)', 'Preferred stocks', 'Cash', 'Other assets', 'In all']
  const drawn = names
    .map((name, i) => named(100 + 22 * i, name) + row(109 + 22 * i, [], values(`${i + 4},320`, `${i + 3},800`)))
    .join('')
  expect(await tablesOf(drawn)).toEqual([names.map((name, i) => [name, `${i + 4},320`, `${i + 3},800`])])
})

const word = (said: string, x0: number, x1: number, y0: number): Word => ({
  ...{ text: said, x0, x1, y0, y1: y0 + 10, block: 0, line: y0, size: 10, bold: false, italic: false },
  ...{ mono: false, font: 'F', color: '#000000' },
})
const ends = (said: string, at: number, y: number) => word(said, at - 5 * said.length, at, y)

test('prose beside the figures of an axis, text beside names with leaders and a page’s number are no rows', () => {
  const prose = Array.from({ length: 6 }, (_, i) => [
    word('what is said here goes on to the edge of it', 60, 300, 100 + 14 * i),
    ends(`0.${i}`, 350, 100 + 14 * i),
  ])
  expect(statements(prose.flat(), [])).toEqual([])
  const led = Array.from({ length: 5 }, (_, i) => [
    word('as amended there', 60, 140, 100 + 14 * i),
    word(`(${i}) Oxide .......`, 200, 320, 100 + 14 * i),
    ends(`27${i}5`, 400, 100 + 14 * i),
  ])
  expect(statements(led.flat(), [])).toEqual([])
  const account = Array.from({ length: 5 }, (_, i) => [
    word('Rent', 60, 90, 100 + 14 * i),
    ends(`1,00${i}`, 300, 100 + 14 * i),
    ends(`2,00${i}`, 400, 100 + 14 * i),
  ])
  const [table] = statements(
    [...account.flat(), word('-', 200, 205, 176), word('17', 210, 220, 176), word('-', 225, 230, 176)],
    [],
  )
  expect(table!.grid.rows).toBe(5)
})

test('a number within a name is none of its values, and years name columns', () => {
  const line = lineOf({
    ...{ x0: 60, x1: 400, y0: 100, y1: 110 },
    words: [
      word('3,666', 60, 85, 100),
      word('million', 88, 120, 100),
      word('shares', 123, 150, 100),
      ends('(248,661)', 400, 100),
    ],
  })
  expect([line.values.map((v) => v.text), line.texts.map((t) => t.text)]).toEqual([['(248,661)'], ['3,666 million shares']])
})

test('of two readings the one with more values in cells of their own is taken, and two tables with a head each stay two', () => {
  const table = (y0: number, rows: readonly (readonly string[])[]): FoundTable => ({
    ...{ x0: 60, x1: 400, y0, y1: y0 + 14 * rows.length, by: 'text' as const },
    words: new Set(rows.map((_, i) => shared[(y0 - 100) / 14 + i]!)),
    grid: {
      ...{ rows: rows.length, columns: 3, headerRows: 1 },
      cells: rows.flatMap((cells, r) => cells.map((said, column) => ({ row: r, column, rowSpan: 1, columnSpan: 1, text: said }))),
    },
  })
  const shared = Array.from({ length: 6 }, (_, i) => word(`w${i}`, 60, 90, 100 + 14 * i))
  const rows = ['Rent', 'Food', 'Fuel', 'Rest'].map((name, i) => [name, `1,00${i}`, `2,00${i}`])
  const whole = table(100, rows)
  const fused = table(
    100,
    rows.map(([name, one, two]) => [`${name} ${one}`, two!, '']),
  )
  expect(withBetter([fused], [whole])).toEqual([whole])
  const same = table(100, rows)
  expect(withBetter([same], [whole])).toEqual([same])
  const head = ['', 'Up', 'Down']
  const parts = [table(100, [head, ...rows.slice(0, 2)]), table(142, [head, ...rows.slice(2)])]
  expect(withBetter(parts, [table(100, rows)])).toEqual(parts)
})

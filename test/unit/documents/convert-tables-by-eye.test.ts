// Tables beside their pictures: names that stand close, headings a little askew, signs apart from their sums, and what is no table.
import { describe, expect, test } from 'vitest'
import { convertPdf } from '../../../processors/jobs/convert/convert.ts'
import type { Cell, Grid } from '../../../processors/jobs/convert/element.ts'
import { joinAskewHeadings } from '../../../processors/jobs/convert/tables/askew-headings.ts'
import { closeSums } from '../../../processors/jobs/convert/tables/close-signs.ts'
import { fill, lines, pageHeight, pdfDocument, prose, rule, text } from '../../support/pdf/document.ts'

const tablesOf = async (content: string) =>
  (await convertPdf(pdfDocument({ pages: [content] }), { summarize: false, ocr: 'off' })).tables.map((t) => [
    ...t.header,
    ...t.rows,
  ])

const gridOf = (rows: string[][], headerRows = 1): Grid => ({
  ...{ rows: rows.length, columns: rows[0]!.length, headerRows },
  cells: rows.flatMap((texts, row) =>
    texts.map((said, column): Cell => ({ row, column, rowSpan: 1, columnSpan: 1, text: said })),
  ),
})
const rowsOf = ({ rows, columns, cells }: Grid) =>
  Array.from({ length: rows }, (_, r) =>
    Array.from({ length: columns }, (_, k) => cells.find((c) => c.row === r && c.column === k)?.text ?? null),
  )

describe('columns', () => {
  // "Minimum" and "Typical" are set closer than two columns are elsewhere.
  const sheet = (rows: [string, number][][]) =>
    rule(72, 92, 500, 92) +
    rows
      .map((row, i) => row.map(([said, x]) => text(x, 105 + 18 * i, said)).join('') + rule(72, 110 + 18 * i, 500, 110 + 18 * i))
      .join('')
  const head: [string, number][] = [
    ['Parameter', 76],
    ['Minimum', 220],
    ['Typical', 268],
    ['Units', 380],
  ]
  const row = (name: string, x: number, value: string): [string, number][] => [
    [name, 76],
    [value, x],
    ['ns', 380],
  ]

  test('names that stand close over columns apart are two', async () => {
    const rows = [row('Reset', 220, '250'), row('Hold', 220, '0.5'), row('Rise', 268, '150'), row('Fall', 268, '150')]
    const [table] = await tablesOf(sheet([head, ...rows]))
    expect(table![0]).toEqual(['Parameter', 'Minimum', 'Typical', 'Units'])
    expect(table![1]).toEqual(['Reset', '250', '', 'ns'])
    expect(table![3]).toEqual(['Rise', '', '150', 'ns'])
  })

  test('a heading beside its column joins it, a column without entries stays', () => {
    const askew = gridOf([
      ['', '2024', 'Change', '', '2023'],
      ['Sales', '7', '', '6%', '6'],
      ['Costs', '2', '', '77%', '1'],
    ])
    joinAskewHeadings(askew)
    expect(rowsOf(askew)).toEqual([
      ['', '2024', 'Change', '2023'],
      ['Sales', '7', '6%', '6'],
      ['Costs', '2', '77%', '1'],
    ])
    const empty = [
      ['Name', 'Signed', 'Date'],
      ['Anna', '', '1 May'],
      ['Bo', '', '2 May'],
    ]
    const form = gridOf(empty)
    joinAskewHeadings(form)
    expect(rowsOf(form)).toEqual(empty)
  })

  test('a sign and a bracket stand with their sum', () => {
    const grid = gridOf([
      ['a', 'b', 'c'],
      ['$ 7,427', '$ (2,765 )', 'as told'],
    ])
    closeSums(grid)
    expect(rowsOf(grid)[1]).toEqual(['$7,427', '$(2,765)', 'as told'])
  })
})

describe('no table', () => {
  const slanted = (x0: number, y0: number, x1: number, y1: number) =>
    `0.6 w ${x0} ${pageHeight - y0} m ${x1} ${pageHeight - y1} l S\n`
  const frame =
    [100, 160, 220, 280, 340].map((y) => rule(100, y, 420, y)).join('') + [100, 420].map((x) => rule(x, 100, x, 340)).join('')
  const measures =
    rule(180, 100, 180, 220) +
    rule(260, 160, 260, 340) +
    rule(340, 100, 340, 280) +
    [0, 1, 2, 5, 8, 10, 15].map((i) => text(110 + 80 * (i % 4), 130 + 60 * Math.floor(i / 4), `${i}.35`, { size: 8 })).join('')

  test('a drawing with its measures is none, the same frame without slanted lines is', async () => {
    const arrows = Array.from({ length: 8 }, (_, i) => slanted(110 + 30 * i, 300, 130 + 30 * i, 330)).join('')
    expect(await tablesOf(lines(72, 40, prose(2)) + frame + measures)).toHaveLength(1)
    expect(await tablesOf(lines(72, 40, prose(2)) + frame + measures + arrows)).toEqual([])
  })

  test('a table keeps its place where a line crosses out some of its cells', async () => {
    const grid =
      [0, 1, 2, 3].map((i) => rule(100, 100 + 30 * i, 400, 100 + 30 * i)).join('') +
      [0, 1, 2, 3].map((i) => rule(100 + 100 * i, 100, 100 + 100 * i, 190)).join('')
    const cells = ['Name', 'Low', 'High', 'Alpha', '1', '2', 'Beta', '3', '4']
      .map((said, i) => text(110 + 100 * (i % 3), 120 + 30 * Math.floor(i / 3), said))
      .join('')
    const crossed = Array.from({ length: 8 }, (_, i) => slanted(205 + 10 * i, 135, 225 + 10 * i, 155)).join('')
    expect(await tablesOf(grid + cells + crossed)).toHaveLength(1)
  })

  test('rows of dots are none and say nothing by themselves', async () => {
    const dots = [0, 1, 2, 3].map((i) => [0, 1, 2, 3, 4].map((k) => text(200 + 60 * k, 200 + 14 * i, '.')).join('')).join('')
    const { markdown, tables } = await convertPdf(pdfDocument({ pages: [lines(72, 90, prose(4)) + dots] }), { summarize: false })
    expect(tables).toEqual([])
    expect(markdown).not.toMatch(/^[. ]+$/m)
  })
})

describe('tables in one frame of rules', () => {
  const row = (y: number, name: string, sum: string) =>
    (sum === '' ? text(80, y + 12, name, { size: 13 }) : text(80, y + 12, name) + text(440, y + 12, sum)) +
    rule(72, y + 18, 500, y + 18)
  const part = (y: number, name: string, sums: readonly (readonly [string, string])[]) =>
    rule(72, y, 500, y) +
    [[name, ''] as const, ...sums].map(([said, sum], i) => row(y + 18 * i, said, sum)).join('') +
    [72, 500].map((x) => rule(x, y, x, y + 18 * (sums.length + 1))).join('')
  const bill = [
    ['Storage', '$4.11'],
    ['Transfer', '$0.22'],
    ['Tax', '$0.00'],
    ['Total', '$4.33'],
  ] as const

  test('names and their sums have a column each, though no wall parts them', async () => {
    expect(await tablesOf(part(100, 'Summary', bill))).toEqual([[['Summary', 'Summary'], ...bill.map((r) => [...r])]])
  })

  test('what begins anew under a gap is the next table; an empty row is none', async () => {
    const detail = [...bill, ['Credit', '$1.00'] as const]
    const both = part(100, 'Summary', bill) + part(204, 'Detail', detail)
    const two = [
      [['Summary', 'Summary'], ...bill.map((r) => [...r])],
      [['Detail', 'Detail'], ...detail.map((r) => [...r])],
    ]
    expect(await tablesOf(both)).toEqual(two)
    const goesOn = part(100, 'Summary', bill) + bill.map(([name, sum], i) => row(208 + 18 * i, name, sum)).join('')
    expect(await tablesOf(goesOn)).toHaveLength(1)
  })
})

describe('a wall that nobody drew', () => {
  // One wall down the middle, a rule under each row; names stand beside what is said of them, under one heading.
  const said = [
    ['Lead', ['If so, the product holds lead under', 'an exemption that has not ended.']],
    ['Halogens', ['If so, it holds none that count.', 'Others may be there.']],
    ['Substances', ['If so, none of those on the list', 'of the agency is in it.']],
    ['Controlled', ['If so, none of those whose use is', 'restricted is in it.']],
  ] as const
  const sheet = (names: readonly string[]) =>
    text(76, 105, 'Category and what it means', { font: 'bold' }) +
    text(410, 105, 'Part 7', { font: 'bold' }) +
    rule(400, 92, 400, 112 + 30 * said.length) +
    [92, 112, ...said.map((_, i) => 142 + 30 * i)].map((y) => rule(72, y, 500, y)).join('') +
    said
      .map(([, rows], i) => text(76, 130 + 30 * i, names[i]!) + lines(160, 124 + 30 * i, rows) + text(410, 130 + 30 * i, 'Y'))
      .join('')

  test('parts names from what is said of them, and the heading lies over both', async () => {
    const [table] = await tablesOf(sheet(said.map(([name]) => name)))
    expect(table).toEqual([
      ['Category and what it means', 'Category and what it means', 'Part 7'],
      ...said.map(([name, rows]) => [name, rows.join(' '), 'Y']),
    ])
  })

  test('stands behind no bullets or numbers of entries', async () => {
    for (const marks of [
      ['1.', '2.', '3.', '4.'],
      ['-', '-', '-', '-'],
    ])
      expect((await tablesOf(sheet(marks)))[0]?.[0]).toHaveLength(2)
  })

  test('stands under a painted heading though a cell of several rows ends the rules below it', async () => {
    const rows = ['Bromine', 'Chlorine', 'Antimony']
    const drawn =
      fill(72, 92, 400, 112, '0.2 0.3 0.4') +
      text(76, 105, 'Substance', { color: '1 1 1' }) +
      text(230, 105, 'Limits', { color: '1 1 1' }) +
      rows
        .map(
          (name, i) =>
            text(76, 125 + 20 * i, name) +
            text(200, 125 + 20 * i, '900 ppm') +
            rule(72, 132 + 20 * i, i < 2 ? 290 : 400, 132 + 20 * i),
        )
        .join('') +
      [72, 190, 290, 400].map((x) => rule(x, x === 290 ? 112 : 92, x, 172)).join('') +
      text(310, 145, '1500 ppm in all')
    const [table] = await tablesOf(drawn)
    expect(table!.map((row) => row[0])).toEqual(['Substance', ...rows])
    expect(table![1]).toEqual(['Bromine', '900 ppm', '1500 ppm in all'])
  })
})

test('a list between two rules whose bullets stand apart is a list', async () => {
  const items = ['Design considerations', 'Case study', 'Prototyping methods', 'Concept validation', 'Budget and resources']
  const list = items.map((item, i) => `${text(90, 120 + 16 * i, '-')}${text(120, 120 + 16 * i, item)}`).join('')
  const content = `${rule(72, 104, 540, 104)}${list}${rule(72, 206, 540, 206)}`
  expect(await tablesOf(content)).toEqual([])
})

// Bills, statements and receipts as they are mostly set: without rules, names over or beside their values, sums under the entries.
import { expect, test } from 'vitest'
import { convertPdf } from '../../../processors/jobs/convert/convert.ts'
import type { Word } from '../../../processors/jobs/convert/page-text.ts'
import { isAmount, isPrecise } from '../../../processors/jobs/convert/tables/amount.ts'
import { fieldLists } from '../../../processors/jobs/convert/tables/field-list.ts'
import { labelledValues } from '../../../processors/jobs/convert/tables/labelled-values.ts'
import { ledgers } from '../../../processors/jobs/convert/tables/ledger.ts'
import { lines, pdfDocument, prose, rule, text } from '../../support/pdf/document.ts'

const read = async (content: string) => await convertPdf(pdfDocument({ pages: [content] }), { summarize: false, ocr: 'off' })
const tablesOf = async (content: string) => (await read(content)).tables.map((t) => [...t.header, ...t.rows])

const em = 0.5
/** So that it ends there. */
const ending = (x: number, y: number, said: string, size = 10) =>
  text(x - em * size * said.length, y, said, { font: 'mono', size: size * (em / 0.6) })
const row = (
  y: number,
  names: readonly [number, string][],
  amounts: readonly [number, string][],
  font: 'regular' | 'bold' = 'regular',
) =>
  names.map(([x, said]) => text(x, y, said, { font, size: 10 })).join('') +
  amounts.map(([x, said]) => ending(x, y, said)).join('')

test('each name over a value is one with it, and not with the name beside it', async () => {
  const names = ['Invoice number', 'Date of issue', 'Amount due']
  const values = ['INV-2041', '12 March 2026', '1,240.50']
  const drawn = [72, 240, 420].map(
    (x, i) => text(x, 100, names[i]!, { size: 8, font: 'bold' }) + text(x, 112, values[i]!, { size: 10 }),
  )
  expect(await tablesOf(drawn.join('') + prose(200))).toEqual([[names, values]])
})

test('figures over their names, larger, as slides show them, are told by their names', async () => {
  const drawn = [
    ['4.2M', 'Revenue'],
    ['1,340', 'Customers'],
    ['98.2%', 'Retention'],
  ].map(([figure, name], i) => text(90 + 150 * i, 120, figure!, { size: 30 }) + text(90 + 150 * i, 140, name!, { size: 11 }))
  expect(await tablesOf(drawn.join(''))).toEqual([
    [
      ['Revenue', 'Customers', 'Retention'],
      ['4.2M', '1,340', '98.2%'],
    ],
  ])
})

test('addresses under their names are no values', async () => {
  const block = (x: number, name: string, said: string[]) => text(x, 100, name, { font: 'bold' }) + lines(x, 114, said)
  const drawn =
    block(72, 'From', ['12 Harbour Street', 'Cork T12 X2Y4', 'Ireland']) +
    block(320, 'Bill to', ['4 Lime Road', '10969 Berlin', 'Germany'])
  expect(await tablesOf(drawn)).toEqual([])
})

test('a statement of an account keeps its rows, though no row fills every column', async () => {
  const drawn =
    row(
      100,
      [
        [72, 'Date'],
        [130, 'Description'],
        [318, 'Money out'],
        [404, 'Money in'],
        [498, 'Balance'],
      ],
      [],
      'bold',
    ) +
    row(
      118,
      [
        [72, '1 Jan'],
        [130, 'Opening balance'],
      ],
      [[540, '1,204.11']],
    ) +
    row(
      136,
      [
        [72, '3 Jan'],
        [130, 'Card payment CORNER SHOP'],
      ],
      [
        [370, '12.40'],
        [540, '1,191.71'],
      ],
    ) +
    row(
      154,
      [
        [72, '5 Jan'],
        [130, 'Salary ACME LTD'],
      ],
      [
        [450, '2,500.00'],
        [540, '3,691.71'],
      ],
    ) +
    row(
      172,
      [
        [72, '9 Jan'],
        [130, 'Closing balance'],
      ],
      [[540, '3,691.71']],
    )
  expect(await tablesOf(drawn)).toEqual([
    [
      ['Date', 'Description', 'Money out', 'Money in', 'Balance'],
      ['1 Jan', 'Opening balance', '', '', '1,204.11'],
      ['3 Jan', 'Card payment CORNER SHOP', '12.40', '', '1,191.71'],
      ['5 Jan', 'Salary ACME LTD', '', '2,500.00', '3,691.71'],
      ['9 Jan', 'Closing balance', '', '', '3,691.71'],
    ],
  ])
})

test('one entry whose description has lines above and below its amounts, and the sums under it', async () => {
  const drawn =
    row(
      100,
      [
        [72, 'Item'],
        [120, 'Details'],
        [402, 'Hours'],
        [512, 'Total'],
      ],
      [],
      'bold',
    ) +
    text(120, 118, 'Design of a landing page', { size: 10 }) +
    row(
      125,
      [[72, '1']],
      [
        [430, '12.5'],
        [540, '1,000.00'],
      ],
    ) +
    text(120, 132, 'with two rounds of review', { size: 10 }) +
    row(156, [[350, 'Net']], [[538, '1,000.00']]) +
    row(172, [[350, 'Tax']], [[538, '100.00']]) +
    row(188, [[350, 'Total due']], [[538, '1,100.00']])
  expect(await tablesOf(drawn)).toEqual([
    [
      ['Item', 'Details', 'Hours', 'Total'],
      ['1', 'Design of a landing page with two rounds of review', '12.5', '1,000.00'],
    ],
    [
      ['Net', '1,000.00'],
      ['Tax', '100.00'],
      ['Total due', '1,100.00'],
    ],
  ])
})

test('names in several lines, entries far apart, and lines that reach over columns keep to theirs', async () => {
  const name = (x: number, y: number, said: string) => text(x, y, said, { font: 'bold', size: 9 })
  const entry = (y: number, cells: readonly [number, string][], amounts: readonly [number, string][]) => row(y, cells, amounts)
  const drawn =
    name(120, 100, 'Our number') +
    name(72, 106, 'Pos') +
    name(220, 106, 'Description') +
    name(360, 106, 'Count') +
    name(500, 106, 'Amount') +
    name(120, 112, 'Yours') +
    entry(
      130,
      [
        [72, '1'],
        [120, 'TB100'],
        [220, 'Paper, white'],
      ],
      [
        [390, '20'],
        [540, '198.00'],
      ],
    ) +
    text(220, 143, 'Price before the discount 9.90 each', { size: 10 }) +
    entry(
      186,
      [
        [72, '2'],
        [120, 'AR2'],
        [220, 'Envelopes'],
      ],
      [
        [390, '50'],
        [540, '275.00'],
      ],
    ) +
    text(220, 199, 'of a hundred', { size: 10 })
  expect(await tablesOf(drawn)).toEqual([
    [
      ['Pos', 'Our number Yours', 'Description', 'Count', 'Amount'],
      ['1', 'TB100', 'Paper, white Price before the discount 9.90 each', '20', '198.00'],
      ['2', 'AR2', 'Envelopes of a hundred', '50', '275.00'],
    ],
  ])
})

test('sums under a ruled heading’s entries are rows of their own', async () => {
  const drawn =
    row(
      100,
      [
        [72, 'Description'],
        [330, 'Qty'],
        [390, 'Unit price'],
        [500, 'Amount'],
      ],
      [],
      'bold',
    ) +
    rule(72, 106, 540, 106) +
    row(
      120,
      [[72, 'Consulting, February']],
      [
        [345, '10'],
        [440, '100.00'],
        [540, '1,000.00'],
      ],
    ) +
    row(
      136,
      [[72, 'Hosting']],
      [
        [345, '1'],
        [440, '25.00'],
        [540, '25.00'],
      ],
    ) +
    row(152, [[390, 'Subtotal']], [[540, '1,025.00']]) +
    row(168, [[390, 'Total']], [[540, '1,240.50']])
  expect((await tablesOf(drawn))[0]!.slice(2)).toEqual([
    ['Hosting', '1', '25.00', '25.00'],
    ['', '', 'Subtotal', '1,025.00'],
    ['', '', 'Total', '1,240.50'],
  ])
})

test('names beside their values, in another style or with a colon before the value, stay with them', async () => {
  const fields = [
    ['Order', '7F3A-0012'],
    ['Date paid', 'March 4, 2026'],
    ['Method', 'Card 4242'],
  ]
  const drawn = fields.map(
    ([name, value], i) => text(72, 100 + 16 * i, name!, { font: 'bold' }) + text(220, 100 + 16 * i, value!),
  )
  expect(await tablesOf(drawn.join('') + prose(220))).toEqual([fields])
  const colons = text(72, 100, 'Currency') + text(190, 100, ': EUR') + text(72, 130, 'Delivered') + text(190, 130, ': 3 June')
  expect((await read(colons + prose(200))).markdown).toMatch(/Currency : EUR[\s\S]*Delivered : 3 June/)
})

test('rows of a form whose boxes end at other places are no heading of two tiers', async () => {
  const box = (x0: number, y0: number, x1: number, said: string) =>
    rule(x0, y0, x1, y0) +
    rule(x0, y0 + 34, x1, y0 + 34) +
    rule(x0, y0, x0, y0 + 34) +
    rule(x1, y0, x1, y0 + 34) +
    text(x0 + 3, y0 + 11, said, { size: 8 })
  const drawn =
    box(72, 100, 252, 'Last name') +
    box(252, 100, 432, 'First name') +
    box(432, 100, 540, 'Initial') +
    box(72, 134, 342, 'Street address') +
    box(342, 134, 432, 'City') +
    box(432, 134, 540, 'Code') +
    box(72, 168, 252, 'Telephone') +
    box(252, 168, 540, 'E-mail')
  const { markdown } = await read(drawn)
  expect(markdown).toContain('Last name')
  expect(markdown).not.toContain('Last name Street')
})

test('labels of a chart over the years of its legend are no table', async () => {
  const places = ['Brunei', 'Cambodia', 'Indonesia', 'Malaysia', 'Thailand', 'Viet Nam']
  const drawn =
    places.map((said, i) => text(72 + 78 * i, 300, said, { size: 8, font: 'bold' })).join('') +
    text(72, 312, 'Darussalam', { size: 8 }) +
    text(240, 312, '2020', { size: 8 }) +
    text(320, 312, '2021', { size: 8 })
  expect(await tablesOf(drawn + prose(400))).toEqual([])
})

test('a page of nothing but amounts and names, askew, is no more work than another', () => {
  const word = (said: string, x0: number, y0: number, bold = false): Word => ({
    ...{ text: said, x0, x1: x0 + 4 * said.length, y0, y1: y0 + 8, block: 0, line: y0, size: 8, bold, italic: false },
    ...{ mono: false, font: 'F', color: '#000000' },
  })
  const rows = (cells: number, said: (row: number, place: number) => string, shift = 0) =>
    Array.from({ length: 790 }, (_, row) =>
      Array.from({ length: cells }, (_, place) =>
        word(said(row, place), place === 0 ? 0 : 300 + place * 60 + ((row * shift) % 17), row * 9, place % 2 === 0),
      ),
    ).flat()
  const pages = [
    // Each row begins a table that fails at its names' length.
    rows(9, (_, place) => (place === 0 ? 'n'.repeat(70) : '12.50')),
    rows(36, (row, place) => (place % 2 === 0 ? 'Name' : row % 2 === 0 ? '7.10' : 'x'), 3.1),
    rows(36, (_, place) => (place % 2 === 0 ? 'Name' : 'No 7')),
  ]
  for (const find of [ledgers, fieldLists, labelledValues])
    for (const page of pages) {
      const { user } = process.cpuUsage()
      find(page)
      expect((process.cpuUsage().user - user) / 1_000, `${find.name} of ${pages.indexOf(page)}`).toBeLessThan(3_000)
    }
})

test('what is a sum, and what says so', () => {
  for (const said of [
    '1,204.11',
    '-79.02',
    '$20.00',
    '€ 1.025,00',
    '(12.40)',
    '1 200,50',
    'AUD 1,100.00',
    '45.20 CR',
    '7 %',
    '10',
  ])
    expect(isAmount(said), said).toBe(true)
  for (const said of ['A4', '12 March', '1.2.3.4', 'INV-20', '10969 Berlin', '1/2', '', '4012345001235'])
    expect(isAmount(said), said).toBe(false)
  expect(['10', '2020', '1.5.'].filter(isPrecise)).toEqual([])
  expect(isAmount(`${'1,'.repeat(20_000)}x`)).toBe(false)
})

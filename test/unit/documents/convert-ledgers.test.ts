// Entries and sums of bills and statements without rules: whose amounts end at one x, or stand under one name.
import { expect, test } from 'vitest'
import { convertPdf } from '../../../processors/jobs/convert/convert.ts'
import type { Word } from '../../../processors/jobs/convert/page-text.ts'
import { isAmount, isPrecise } from '../../../processors/jobs/convert/tables/amount.ts'
import { fieldLists } from '../../../processors/jobs/convert/tables/field-list.ts'
import { labelledValues } from '../../../processors/jobs/convert/tables/labelled-values.ts'
import { ledgers } from '../../../processors/jobs/convert/tables/ledger.ts'
import { row } from '../../support/pdf/bill-rows.ts'
import { pdfDocument, rule, text } from '../../support/pdf/document.ts'
import { threadMsOf } from '../../support/thread-time.ts'

const read = async (content: string) => await convertPdf(pdfDocument({ pages: [content] }), { summarize: false, ocr: 'off' })
const tablesOf = async (content: string) => (await read(content)).tables.map((t) => [...t.header, ...t.rows])

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

test('a page of nothing but amounts and names, askew, is no more work than another', async () => {
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
      const ms = await threadMsOf(() => find(page))
      expect(ms, `${find.name} of ${pages.indexOf(page)}`).toBeLessThan(3_000)
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

// Bills and receipts as they are mostly set: names over or beside their values, without rules.
import { expect, test } from 'vitest'
import { convertPdf } from '../../../processors/jobs/convert/convert.ts'
import { lines, pdfDocument, prose, rule, text } from '../../support/pdf/document.ts'

const read = async (content: string) => await convertPdf(pdfDocument({ pages: [content] }), { summarize: false, ocr: 'off' })
const tablesOf = async (content: string) => (await read(content)).tables.map((t) => [...t.header, ...t.rows])

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

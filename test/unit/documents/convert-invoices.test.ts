// Bills and letters: addresses beside each other, entries of several lines, sums, and the text under them.
import { expect, test } from 'vitest'
import { convertPdf } from '../../../processors/jobs/convert/convert.ts'
import { passagesOf } from '../../../processors/jobs/convert/layout/passages.ts'
import type { Word } from '../../../processors/jobs/convert/page-text.ts'
import { stackRules } from '../../../processors/jobs/convert/tables/rule-stack.ts'
import { lines, pdfDocument, prose, rule, text } from '../../support/pdf/document.ts'

const read = async (content: string) => await convertPdf(pdfDocument({ pages: [content] }), { summarize: false, ocr: 'off' })
const tablesOf = async (content: string) => (await read(content)).tables.map((t) => [...t.header, ...t.rows])

const [from, to] = [
  ['Anna Example', 'Long Lane 14', '12345 Springfield', 'Freedonia'],
  ['Bertram Sample', 'Short Street 3', 'Shelbyville 54321', 'Sylvania'],
]
const across = (y: number) => rule(72, y, 540, y)
const items = [
  ['Paper, white', '2', '4.00', '8.00'],
  ['Ink, blue and black', '1', '7.50', '7.50'],
  ['Envelopes', '10', '0.20', '2.00'],
]
const places = [76, 300, 380, 480]
const row = (y: number, cells: readonly string[], font: 'regular' | 'bold' = 'regular') =>
  cells.map((cell, i) => text(places[i]!, y, cell, { font, size: 9 })).join('')
const head = ['Item', 'Count', 'Price', 'Sum']

test('addresses side by side are read one after the other; names with years and values are none', () => {
  const stack = (x: number, rows: readonly string[]) =>
    rows.map((said, i) => ({ x0: x, x1: x + 5 * said.length, y0: 100 + 12 * i, y1: 110 + 12 * i, size: 10, text: said }))
  expect(passagesOf([...stack(72, from!), ...stack(320, to!)])).toHaveLength(2)
  const born = ['Springfield 1931', 'Shelbyville', 'Capital City 1958', 'Ogdenville']
  expect(passagesOf([...stack(72, born), ...stack(320, born)])).toHaveLength(8)
  const sums = ['Rent 12000', 'Food 40500', 'Books 13200', 'Travel 22800']
  expect(passagesOf([...stack(72, sums), ...stack(320, sums)])).toHaveLength(8)
})

test('addresses between rules are no heading of the table under them, and the text down to the foot’s rule is none of its rows', async () => {
  const drawn =
    across(80) +
    lines(76, 96, from!) +
    lines(320, 96, to!) +
    across(150) +
    row(162, head, 'bold') +
    across(168) +
    items.map((cells, i) => row(180 + 18 * i, cells) + across(186 + 18 * i)).join('') +
    row(240, ['Total', '', '', '17.50'], 'bold') +
    lines(76, 262, [
      'Please pay within 14 days.',
      'The goods are ours until then.',
      'Thank you for the order.',
      'Questions: 555 0100',
    ]) +
    across(740)
  expect(await tablesOf(drawn)).toEqual([[head, ...items]])
  const { markdown } = await read(drawn)
  expect(markdown).not.toMatch(/^#+ Total/m)
  expect(markdown).toContain('Please pay within 14 days.')
})

test('rows of figures over a line of more columns stay in their table; addresses there do not', () => {
  const word = (said: string, x0: number, y0: number): Word => ({
    ...{ text: said, x0, x1: x0 + 5 * said.length, y0, y1: y0 + 10, block: 0, line: y0, size: 10, bold: false, italic: false },
    ...{ mono: false, font: 'F', color: '#000000' },
  })
  const row = (y: number, ...cells: [string, number][]) => cells.map(([said, x]) => word(said, x, y))
  const rules = [100, 164, 186].map((at) => ({ at, from: 72, to: 540 }))
  const total = row(170, ['Total', 76], ['Paid', 300], ['Due', 400], ['Sum', 480])
  const stacks = (beside: readonly string[]) => {
    const names = [
      'Came-in-from-all-that-was-sold',
      'Came-in-from-all-that-is-there',
      'Was-paid-for-all-of-that',
      'Was-left-when-all-was-paid',
    ]
    return stackRules(rules, [...names.flatMap((said, i) => row(106 + 14 * i, [said, 76], [beside[i]!, 340])), ...total]).map(
      ({ ys }) => ys.length,
    )
  }
  expect(stacks(['120', '240', '360', '480'])).toEqual([3])
  expect(stacks(['Long Lane', 'Springfield', 'Freedonia', 'Earth'])).toEqual([2])
})

test('a heading whose last line is one word heads entries of several lines, a gap between them', async () => {
  const [number, name, price, sum] = [76, 120, 380, 480]
  const wrapped =
    [text(number, 120, 'No.'), text(name, 120, 'Item'), text(price, 120, 'Price')].join('') +
    lines(sum, 120, ['Sum', 'without', 'taxes'])
  const entry = (y: number, [said, , each, all]: readonly string[], i: number) =>
    text(number, y, `${i + 1}`) +
    lines(name, y, [said!, 'Made in Freedonia', `Stock ${y}`]) +
    text(price, y, each!) +
    text(sum, y, all!)
  const found = await tablesOf(
    across(104) + wrapped + across(150) + items.map((cells, i) => entry(178 + 54 * i, cells, i)).join(''),
  )
  expect(found).toEqual([
    [
      ['No.', 'Item', 'Price', 'Sum without taxes'],
      ...items.map(([said, , each, all], i) => [`${i + 1}`, `${said} Made in Freedonia Stock ${178 + 54 * i}`, each, all]),
    ],
  ])
})

test('an address in bold, and sentences in larger type, are no headings', async () => {
  const bold = { font: 'bold' } as const
  const told = ['Please transfer the amount to the', 'account below. State the number of', 'the bill in any case, please']
  const drawn =
    lines(72, 100, from, bold) +
    text(72, 170, 'Terms of payment', bold) +
    lines(72, 184, prose(4)) +
    lines(72, 260, told, { size: 13 }) +
    lines(72, 330, prose(4, 80, 11))
  const headings = (await read(drawn)).markdown.split('\n').filter((line) => line.startsWith('#'))
  expect(headings).toEqual(['# Terms of payment'])
})

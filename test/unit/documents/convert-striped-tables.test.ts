// Statements of companies: every other row painted cell by cell, signs at the left of their column, headings over rules.
import { expect, test } from 'vitest'
import { convertPdf } from '../../../processors/jobs/convert/convert.ts'
import { fill, lines, pdfDocument, prose, rule, text } from '../../support/pdf/document.ts'

const rows = [
  ['Net sales:', '', ''],
  ['Products', '294,866', '298,085'],
  ['Services', '96,169', '85,200'],
  ['Total net sales', '391,035', '383,285'],
  ['Other income, net', '269', '(565)'],
  ['Income taxes', '29,749', '16,741'],
  ['Net income', '93,736', '96,995'],
]
const signed = new Set([1, 6])
const right = (x: number, y: number, words: string) => text(x - 5 * words.length, y, words)

function statement(top: number): string {
  const heading =
    text(390, top - 24, 'Year Ended December 31,') +
    rule(305, top - 19, 554, top - 19) +
    text(355, top - 6, '2024') +
    text(480, top - 6, '2023') +
    rule(305, top - 1, 428, top - 1) +
    rule(431, top - 1, 554, top - 1)
  const cells = [
    [57, 305],
    [305, 324],
    [324, 428],
    [428, 431],
    [431, 450],
    [450, 554],
  ] as const
  const body = rows.map(([name, now, before], i) => {
    const y = top + 18 * i
    const stripe = i % 2 === 0 ? cells.map(([from, to]) => fill(from, y, to, y + 18, '.8 .93 1')).join('') : ''
    const signs = signed.has(i) ? text(307, y + 13, '$') + text(432, y + 13, '$') : ''
    return stripe + text(60, y + 13, name!) + signs + right(427, y + 13, now!) + right(553, y + 13, before!)
  })
  const sums = [3, 6].map((i) => rule(305, top + 18 * i, 428, top + 18 * i) + rule(431, top + 18 * i, 554, top + 18 * i))
  return heading + body.join('') + sums.join('')
}

test('a statement with painted rows is one table, with the span of its heading', async () => {
  const bytes = pdfDocument({ pages: [lines(57, 60, prose(4)) + statement(200) + lines(57, 380, prose(4))] })
  const { tables } = await convertPdf(bytes, { summarize: false })
  const of = (i: number, value: string) => (signed.has(i) ? `$${value}` : value)
  expect(tables).toHaveLength(1)
  expect(tables[0]!.rows).toEqual(rows.map(([name, now, before], i) => [name, of(i, now!), of(i, before!)]))
  expect(tables[0]!.html.replace(/\s+/g, '')).toContain('colspan="2">YearEndedDecember31,')
})

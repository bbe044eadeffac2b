// Statements of companies: every other row painted cell by cell, signs at the left of their column, headings over rules.
import { expect, test } from 'vitest'
import { convertPdf } from '../../../processors/jobs/convert/convert.ts'
import { fill, lines, pageHeight, pdfDocument, prose, rule, text } from '../../support/pdf/document.ts'

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

const read = async (content: string) => {
  const bytes = pdfDocument({ pages: [lines(57, 60, prose(4)) + content + lines(57, 420, prose(4))] })
  return await convertPdf(bytes, { summarize: false, style: 'faithful' })
}

test('what stands apart over painted rows without a rule is no heading of theirs', async () => {
  const { tables, markdown } = await read(
    text(60, 150, 'Office of the treasurer') + text(400, 150, 'Date of issue') + statement(220),
  )
  expect(tables).toHaveLength(1)
  expect(tables[0]!.header.flat()).not.toContain('Date of issue')
  expect(markdown).toContain('Date of issue')
})

const isEven = (i: number) => i % 2 === 0

test('between rules that go on beside the stripes the whole is one table, with a name over some rows', async () => {
  const sources = ['Web pages', 'Code', 'Papers', 'Books', 'Articles', 'Letters']
  const head = [57, 240, 330, 420].map((x, i) => text(x, 195, ['Source', 'Kind', 'Tokens', 'Words'][i]!)).join('')
  const body = sources.map((name, i) => {
    const y = 220 + 16 * i
    const stripe = isEven(i) ? fill(236, y, 460, y + 16, '.9 .93 .95') : ''
    return (
      stripe +
      text(57, y + 11, name) +
      text(240, y + 11, `kind ${i}`) +
      text(330, y + 11, `${i}.71T`) +
      text(420, y + 11, `${i}.32T`)
    )
  })
  const ruled = [184, 200, 318].map((y) => rule(54, y, 460, y)).join('')
  const { tables } = await read(head + text(167, 213, 'Kept from the first release of all of them') + ruled + body.join(''))
  expect(tables).toHaveLength(1)
  expect(tables[0]!.header).toEqual([['Source', 'Kind', 'Tokens', 'Words']])
  expect(tables[0]!.html.replace(/\s+/g, ' ')).toContain('colspan="4"> Kept from the first release of all of them <')
  expect(tables[0]!.rows.slice(1)).toEqual(sources.map((name, i) => [name, `kind ${i}`, `${i}.71T`, `${i}.32T`]))
})

/** At a slant, as the heads of narrow columns are set. */
const slanted = (x: number, y: number, words: string, size = 8) =>
  `q BT /F1 ${size} Tf .7071 .7071 -.7071 .7071 ${x} ${pageHeight - y} Tm (${words}) Tj ET Q\n`

test('names at a slant over painted rows are heads, each of them whole, and so are the names over them', async () => {
  const at = [230, 265, 300, 370, 405, 440]
  const names = ['Procedure', 'Completion', 'Knowledge of all']
  const head = at.map((x, i) => slanted(x + 8, 236, names[i % 3]!)).join('') + text(267, 182, 'Reacts') + text(410, 182, 'Plans')
  const body = ['Single', 'Mixed', 'Paired', 'Novel', 'Wide'].map((name, i) => {
    const y = 240 + 16 * i
    const cells = at.map((x, c) => (isEven(i) ? fill(x, y, x + 35, y + 16, '.8 .7 1') : '') + text(x + 8, y + 11, `0.${i}${c}`))
    const stripe = isEven(i) ? fill(54, y, 475, y + 16, '.9 .93 .95') : ''
    return stripe + cells.join('') + text(57, y + 11, name)
  })
  const { tables, markdown } = await read(
    rule(54, 168, 475, 168) + head + text(57, 236, 'Task') + body.join('') + rule(54, 322, 475, 322),
  )
  expect(tables).toHaveLength(1)
  const over = (name: string) => names.map(() => name)
  expect(tables[0]!.header).toEqual([
    ['Task', ...over('Reacts'), ...over('Plans')],
    ['Task', ...names, ...names],
  ])
  expect(tables[0]!.rows[1]).toEqual(['Mixed', '0.10', '0.11', '0.12', '0.13', '0.14', '0.15'])
  expect(markdown.match(/Procedure/g)).toHaveLength(2)
})

test('short upright words side by side on lines of their own are no word at a slant', async () => {
  const states = ['W. Va. S.D.', 'N. H. W. Va.', 'N.C. S.C. N. M.', 'W. Va. S.D.', 'W. Va. S.D.', 'N. H. W. Va.']
  const { markdown } = await read(lines(300, 200, states, { size: 13 }, 15))
  for (const name of states) expect(markdown).toContain(name)
})

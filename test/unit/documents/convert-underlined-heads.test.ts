// Tables without walls or stripes whose headings have a rule each: statements in filings, and registers with a rule under each name.
import { expect, test } from 'vitest'
import { convertPdf } from '../../../processors/jobs/convert/convert.ts'
import { lines, pdfDocument, prose, rule, text } from '../../support/pdf/document.ts'

const read = async (content: string) => {
  const bytes = pdfDocument({ pages: [lines(57, 60, prose(4)) + content + lines(57, 420, prose(4))] })
  return await convertPdf(bytes, { summarize: false, style: 'faithful' })
}
const right = (x: number, y: number, words: string) => text(x - 5 * words.length, y, words)
const pieces: readonly (readonly [number, number])[] = [
  [264, 311],
  [332, 379],
  [399, 447],
  [467, 514],
]
const under = (y: number, which = [0, 1, 2, 3]) => which.map((i) => rule(pieces[i]![0], y, pieces[i]![1], y)).join('')
// Signs stand left of the rule that their sum stands under.
const row = (y: number, name: string, values: readonly string[], signed = false) =>
  text(57, y, name) +
  values
    .map((value, i) => right(pieces[i]![1], y, value) + (signed && value !== '' ? text(pieces[i]![0] - 9, y, '$') : ''))
    .join('')

test('a statement of two rows, its headings in two tiers and a line on what is counted', async () => {
  const { tables, markdown } = await read(
    text(300, 196, 'Year Ended December 31,') +
      text(473, 196, 'Change') +
      under(199) +
      row(209, '', ['2024', '2023', '2022', 'in all']) +
      under(212) +
      text(320, 222, '(in thousands, except for shares)') +
      row(236, 'Interest and other income', ['266,776', '(48,772)', '337,310', '315,548'], true) +
      row(250, 'As a share of revenues', ['1 %', '- %', '1 %', '']),
  )
  expect(tables).toHaveLength(1)
  const rows = tables[0]!.html.replace(/\s+/g, ' ')
  expect(rows).toContain('colspan="3"> Year Ended December 31, <')
  expect(rows).toContain('colspan="4"> (in thousands, except for shares) <')
  expect(tables[0]!.rows.at(-2)).toEqual(['Interest and other income', '$266,776', '$(48,772)', '$337,310', '$315,548'])
  expect(tables[0]!.rows.at(-1)).toEqual(['As a share of revenues', '1%', '-%', '1%', ''])
  expect(markdown.match(/<table/g)).toHaveLength(1)
})

test('a statement with a rule under each cell of each row, names included', async () => {
  const names = ['Net revenue', 'Costs of products', 'Income before taxes', 'Taxes', 'Net income']
  const each = (y: number) => rule(57, y, 240, y) + under(y)
  const content = names.map((name, i) => row(224 + 14 * i, name, ['1,200', '33', '(4.5)', '12%']) + each(228 + 14 * i)).join('')
  const { tables } = await read(
    text(57, 210, '(Dollars in millions)') + row(210, '', ['2024', '2023', 'Change', 'Share']) + each(214) + content,
  )
  expect(tables).toHaveLength(1)
  expect(tables[0]!.rows.map(([name]) => name)).toEqual(names)
  expect(tables[0]!.rows[2]).toEqual(['Income before taxes', '1,200', '33', '(4.5)', '12%'])
})

test('a register of words, one of whose columns is prose', async () => {
  const heads = text(57, 210, 'Name') + text(180, 210, 'Age') + text(230, 210, 'Position')
  const ruled = rule(57, 214, 150, 214) + rule(180, 214, 210, 214) + rule(230, 214, 540, 214)
  const people = [
    [
      'Manuel Arroyo',
      '57',
      ['Marketing Officer since January of the year before last, and', 'before that President of the unit'],
    ],
    ['Henrique Braun', '56', ['Chief Operating Officer since January; Executive Vice President', 'since the year before']],
    ['Lisa Chang', '56', ['Chief People Officer since March of the same year, when she', 'joined the company']],
  ] as const
  const body = people.map(([name, age, prose], i) => {
    const y = 228 + 40 * i
    return text(57, y, name) + text(185, y, age) + lines(230, y, prose)
  })
  const { tables } = await read(heads + ruled + body.join(''))
  expect(tables).toHaveLength(1)
  expect(tables[0]!.rows.map(([name, age, position]) => [name, age, position?.split(' ').at(-1)])).toEqual([
    ['Manuel Arroyo', '57', 'unit'],
    ['Henrique Braun', '56', 'before'],
    ['Lisa Chang', '56', 'company'],
  ])
})

test('lines of a chart’s grid between its bars, and rules under sums, head nothing', async () => {
  const grid = [0, 1, 2, 3].map((i) => under(230 + 30 * i) + row(226 + 30 * i, '', ['2', '5', '21', '13'])).join('')
  expect((await read(grid)).tables).toEqual([])
})

test('groups of columns with a rule each are no columns', async () => {
  const ruled = rule(180, 214, 330, 214) + rule(350, 214, 540, 214)
  const body = ['First', 'Second', 'Third'].map((name, i) => {
    const y = 228 + 14 * i
    return text(57, y, name) + [180, 230, 280, 350, 410, 470].map((x) => text(x, y, `${x + i}K`)).join('')
  })
  const { tables } = await read(text(230, 210, 'Training') + text(420, 210, 'Alignment') + ruled + body.join(''))
  for (const { rows } of tables) expect(rows.flat().filter((cell) => /K .*K/.test(cell))).toEqual([])
})

test('headings of one line and of two begin at one height: the short ones stand further from their rule', async () => {
  const at = [57, 90, 200, 290, 380, 460]
  const heads = [['No.'], ['What'], ['Count'], ['Price', 'with tax'], ['Price', 'alone'], ['Sum']]
  const drawn = heads.map(
    ([first, second = ''], i) => text(at[i]!, 200, first!, { size: 8 }) + text(at[i]!, 209, second, { size: 8 }),
  )
  const rules = at.map((x, i) => rule(x, 212.5, (at[i + 1] ?? 530) - 8, 212.5))
  const entry = ['1', 'A thing that is sold', '-1,000', '6,393', '5,153', '-5,15']
  const told = entry.map((said, i) => text(at[i]!, 226, said, { size: 8 }))
  const { tables } = await read([...drawn, ...rules, ...told].join(''))
  const names = ['No.', 'What', 'Count', 'Price with tax', 'Price alone', 'Sum']
  expect(tables.map((t) => [t.header, t.rows])).toEqual([[[names], [entry]]])
})

test('one heading in the middle of a rule in pieces is the heading of all their columns', async () => {
  const { tables } = await read(
    text(362, 196, 'Year Ended') +
      under(199) +
      row(209, '', ['2024', '2023', '2022', '2021']) +
      under(212) +
      row(226, 'Cost of revenue', ['178', '141', '138', '137'], true) +
      row(240, 'Research', ['3,423', '2,532', '1,892', '1,120']),
  )
  expect(tables).toHaveLength(1)
  expect(tables[0]!.html.replace(/\s+/g, ' ')).toContain('colspan="4"> Year Ended <')
})

// Tables as journals and handbooks set them: between rules of the page, beside a column of prose, with names that several rows share.
import { describe, expect, test } from 'vitest'
import { convertPdf } from '../../../processors/jobs/convert/convert.ts'
import { firstExtra, lines, pdfDocument, prose, rule, text } from '../../support/pdf/document.ts'

const read = async (content: string) => await convertPdf(pdfDocument({ pages: [content] }), { summarize: false })
const tablesOf = async (content: string) => (await read(content)).tables
const intro = lines(72, 80, prose(4))
const row = (y: number, at: readonly number[], cells: readonly string[], font: 'bold' | 'regular' = 'regular') =>
  cells.map((c, i) => (c === '' ? '' : text(at[i]!, y, c, { font }))).join('')

describe('rules', () => {
  const at = [76, 200, 320, 440]
  const years = ['2021', '2022', '2023']
  const figures = (y: number) =>
    ['North', 'South', 'West'].map((name, i) => row(y + 14 * i, at, [name, `${i}1.5`, `${i}2.5`, `${i}3.5`])).join('')
  const across = (...ys: number[]) => ys.map((y) => rule(72, y, 540, y)).join('')

  test('of two tables with a caption between them, or with a paragraph over the first, part them', async () => {
    const one = (y: number) => across(y, y + 16, y + 66) + row(y + 12, at, ['Region', ...years]) + figures(y + 28)
    const content =
      across(60) +
      text(72, 50, 'A running head') +
      lines(72, 80, [prose(1, 90)[0]!, 'and ends here.']) +
      one(110) +
      text(72, 200, 'Table 2. Regions of the report') +
      one(206) +
      lines(72, 300, prose(4))
    const expected = {
      header: [['Region', ...years]],
      rows: [['North', '01.5', '02.5', '03.5'], expect.anything(), expect.anything()],
    }
    expect(await tablesOf(content)).toMatchObject([expected, expected])
  })

  test('with one line in bold under the first have a heading over all columns', async () => {
    const content =
      intro +
      across(150, 166, 182, 236) +
      text(76, 162, 'Growth of the regions that were visited twice', { font: 'bold' }) +
      row(178, at, ['Region', ...years], 'bold') +
      figures(196)
    const [table, ...others] = await tablesOf(content)
    expect(others).toEqual([])
    expect(table!.html.replace(/\s+/g, ' ')).toContain('<td colspan="4"> Growth of the regions that were visited twice </td>')
    expect(table!.html).toContain('2023')
  })

  test('over a page in two columns make no table of it, whose lines need not stand at one height', async () => {
    const content =
      across(60, 700) + lines(72, 80, prose(40, 42)) + lines(312, 86, prose(40, 42, 9)) + text(72, 50, 'A running head')
    expect(await tablesOf(content)).toEqual([])
  })

  test('between rows that share a name: it spans them', async () => {
    const three = [76, 220, 340]
    const bands = ['Plain', 'Mixed', 'Double'].map((name, i) => {
      const y = 180 + 30 * i
      return (
        across(y - 12) +
        text(76, y + 6, name) +
        row(y, three, ['', '-S9', `${i}9.5 to 312`]) +
        row(y + 12, three, ['', '+S9', `${i}8.1 to 1250`])
      )
    })
    const content = intro + across(150, 258) + row(162, three, ['Substance', 'S9', 'Concentration']) + bands.join('')
    const [table, ...others] = await tablesOf(content)
    expect(others).toEqual([])
    expect(table!.rows).toEqual([
      ['Plain', '-S9', '09.5 to 312'],
      ['Plain', '+S9', '08.1 to 1250'],
      ['Mixed', '-S9', '19.5 to 312'],
      ['Mixed', '+S9', '18.1 to 1250'],
      ['Double', '-S9', '29.5 to 312'],
      ['Double', '+S9', '28.1 to 1250'],
    ])
    expect(table!.html.replace(/\s+/g, '')).toContain('<tdrowspan="2">Mixed</td><td>-S9</td>')
  })

  const words = [76, 190, 400]
  const wrapped = [
    row(178, words, ['Day 1: The', 'Make a project of the report with a useful', 'What is growth?']),
    row(190, words, ['workbench', 'structure, and extend the model of the', 'A tidy market']),
    row(202, words, ['', 'following quarter.', 'knows its price']),
    row(214, words, ['Day 2: Sharing', 'Track the value of your work and share it', 'Portable prices']),
    row(226, words, ['and asking', 'with those who ask for a measure.', '']),
    row(238, words, ['Day 3: Prices', 'Keep what the report depends on.', 'A value of use']),
  ].join('')

  test('with none between rows whose cells wrap: what has no room in its column goes on below', async () => {
    const content = intro + across(150, 166, 246) + row(162, words, ['Day', 'Objectives', 'Topics']) + wrapped
    const [table, ...others] = await tablesOf(content)
    expect(others).toEqual([])
    expect(table!.rows).toEqual([
      [
        'Day 1: The workbench',
        'Make a project of the report with a useful structure, and extend the model of the following quarter.',
        'What is growth? A tidy market knows its price',
      ],
      [
        'Day 2: Sharing and asking',
        'Track the value of your work and share it with those who ask for a measure.',
        'Portable prices',
      ],
      ['Day 3: Prices', 'Keep what the report depends on.', 'A value of use'],
    ])
  })

  test('with groups of short lines under one name leave each line a row', async () => {
    const names = [
      ['Tea', 'Leaf', 'Cancer'],
      ['Rye', 'Root', ''],
      ['Oak', 'Bark', ''],
      ['Elm', 'Leaf', 'Malaria'],
      ['Fir', 'Root', ''],
    ]
    const content =
      intro +
      across(150, 166, 240) +
      row(162, words, ['Drug', 'Plant', 'Against']) +
      names.map((n, i) => row(178 + 12 * i, words, n)).join('')
    expect((await tablesOf(content))[0]!.rows).toEqual(names)
  })
})

describe('columns', () => {
  const at = [330, 370, 460, 510]
  const body = Array.from({ length: 14 }, (_, i) =>
    row(110 + 14 * i, at, [String(i + 1), `Part ${i + 1} of`, `${900 + i}`, `${i}.5`]),
  ).join('')

  test('of prose beside a table without rules are none of its columns', async () => {
    const { tables, markdown } = await read(
      row(96, at, ['No', 'Compound', 'Index', 'Share']) + body + lines(60, 80, prose(30, 42)) + lines(330, 330, prose(8, 38, 3)),
    )
    expect(tables).toHaveLength(1)
    expect(tables[0]!.rows.at(-1)).toEqual(['14', 'Part 14 of', '913', '13.5'])
    expect([...tables[0]!.header, ...tables[0]!.rows].every((r) => r.length === 4)).toBe(true)
    expect(markdown).toContain(prose(30, 42).join(' '))
  })

  test('of a heading that no table was made of are no headings of the text', async () => {
    const names = ['GROWTH', 'MARKET', 'PRICE'].map((n, i) => text(80 + 150 * i, 160, n, { font: 'bold' })).join('')
    const under = ['of the year', 'of the town', 'of the day'].map((n, i) => text(84 + 150 * i, 190, n)).join('')
    expect((await read(`${intro}${names}${under}${lines(72, 240, prose(5))}`)).markdown).not.toContain('#')
  })
})

describe('none', () => {
  test('is a listing of code with the numbers of its lines, nor pictures with a letter each', async () => {
    const code = ['public class Example {', '  public static void main() {', '    return 1;', '  }', '}']
    const listing =
      code
        .map((line, i) => text(76, 172 + 12 * i, String(i + 1), { size: 8 }) + text(96, 172 + 12 * i, line, { font: 'mono' }))
        .join('') +
      [156, 236].map((y) => rule(72, y, 500, y)).join('') +
      [72, 500].map((x) => rule(x, 156, x, 236)).join('')
    expect(await tablesOf(intro + listing)).toEqual([])
    const frames =
      [300, 360, 420].map((y) => rule(72, y, 400, y)).join('') + [72, 180, 290, 400].map((x) => rule(x, 300, x, 420)).join('')
    const letters = ['a', 'b', 'c', 'd', 'e', 'f']
      .map((l, i) => text(76 + 110 * (i % 3), 352 + 60 * Math.floor(i / 3), l))
      .join('')
    expect(await tablesOf(intro + frames + letters)).toEqual([])
  })
})

describe('headings in italics', () => {
  const slanted = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Oblique /Encoding /WinAnsiEncoding >>'
  const inItalics = (y: number, words: string) => text(72, y, words).replace('/F1', '/F9')
  const headings = async (content: string) => {
    const annots = `/Resources << /Font << /F1 3 0 R /F9 ${firstExtra} 0 R >> >>`
    const { markdown } = await convertPdf(pdfDocument({ pages: [{ content, annots }], extra: [slanted] }), { summarize: false })
    return markdown.match(/^#+ .*/gm) ?? []
  }
  const indented = (y: number) => text(88, y, prose(1, 76, 11)[0]!) + lines(72, y + 12, prose(4, 80, 12))

  test('stand over a paragraph whose first line is set in, a line apart, and may wrap', async () => {
    const opening = lines(72, 90, prose(4))
    expect(await headings(`${opening}${inItalics(160, 'Positions and prices')}${indented(174)}`)).toEqual([
      '# Positions and prices',
    ])
    expect(await headings(`${opening}${inItalics(160, 'Positions and prices')}${indented(185)}`)).toEqual([
      '# Positions and prices',
    ])
    const wraps = inItalics(160, 'Assessment of the growth of markets and of what the') + inItalics(172, 'measures tell of them')
    expect(await headings(`${opening}${wraps}${indented(186)}`)).toEqual([
      '# Assessment of the growth of markets and of what the measures tell of them',
    ])
    expect(
      await headings(
        `${opening}${wraps}${inItalics(184, 'and of the quarter')}${inItalics(196, 'and the year')}${indented(210)}`,
      ),
    ).toEqual([])
  })
})

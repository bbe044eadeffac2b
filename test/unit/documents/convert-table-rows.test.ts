// Which lines and pieces make one row of a table, where neither rules nor distance tell.
import { describe, expect, test } from 'vitest'
import { convertPdf } from '../../../processors/jobs/convert/convert.ts'
import { fill, lines, pdfDocument, prose, rule, text } from '../../support/pdf/document.ts'

const tablesOf = async (content: string) => (await convertPdf(pdfDocument({ pages: [content] }), { summarize: false })).tables
const intro = lines(72, 80, prose(4))

describe('rows of tables', () => {
  test('cells that wrap in rows as close as lines, under a heading that wraps', async () => {
    const at = [80, 220, 300, 420]
    const row = (y: number, cells: readonly string[], font: 'bold' | 'regular' = 'regular') =>
      cells.map((c, i) => (c === '' ? '' : text(at[i]!, y, c, { font }))).join('')
    const rows = [
      ['All-hands meeting in', '50', 'In person', 'Water'],
      ['the capital', '', '', ''],
      ['Training programme of', '15', 'Synchronous and', 'Land'],
      ['Hydrology', '', 'on line', ''],
      ['Virtual conference for', '70', 'Asynchronous,', 'Land'],
      ['everybody', '', 'recorded before', ''],
      ['Society of Ecologists', '10', 'In person', 'Sky'],
      ['Society of foresters', '40', 'In person', 'Trees'],
    ]
    const content =
      rule(72, 196, 500, 196) +
      row(208, ['Name of meeting or', 'Number', 'Manner', 'Theme'], 'bold') +
      row(220, ['group that came', 'of people', '', ''], 'bold') +
      rows.map((cells, i) => row(236 + 12 * i, cells)).join('') +
      rule(72, 330, 500, 330)
    const tables = await tablesOf(intro + content)
    expect(tables).toMatchObject([
      {
        header: [['Name of meeting or group that came', 'Number of people', 'Manner', 'Theme']],
        rows: [
          ['All-hands meeting in the capital', '50', 'In person', 'Water'],
          ['Training programme of Hydrology', '15', 'Synchronous and on line', 'Land'],
          ['Virtual conference for everybody', '70', 'Asynchronous, recorded before', 'Land'],
          ['Society of Ecologists', '10', 'In person', 'Sky'],
          ['Society of foresters', '40', 'In person', 'Trees'],
        ],
      },
    ])
  })

  test('a statement: the sign of a currency far from its figure, stripes painted in pieces, and a heading over its years', async () => {
    const years = [300, 380, 460]
    const line = (y: number, name: string, figures: readonly string[], isSigned: boolean) =>
      text(72, y, name) + years.map((x, i) => (isSigned ? text(x, y, '$') : '') + text(x + 30, y, figures[i]!)).join('')
    const stripe = (y: number) =>
      fill(70, y - 9, 296, y + 3, '.8 .9 1') +
      years
        .map(
          (x) =>
            fill(x - 4, y - 9, x, y + 3, '.8 .9 1') +
            fill(x, y - 9, x + 16, y + 3, '.8 .9 1') +
            fill(x + 16, y - 9, x + 76, y + 3, '.8 .9 1'),
        )
        .join('')
    const content =
      text(385, 190, 'Year ended', { font: 'bold' }) +
      years.map((x, i) => text(x + 30, 204, String(2024 - i), { font: 'bold' })).join('') +
      stripe(218) +
      stripe(242) +
      stripe(266) +
      line(218, 'Operating activities', ['91,328', '71,113', '50,475'], true) +
      line(230, 'Investing activities', ['(47,150)', '(24,495)', '(28,970)'], true) +
      line(242, 'Financing activities', ['(40,781)', '(19,500)', '(22,136)'], true) +
      line(254, 'Exchange rates', ['12', '14', '19'], false) +
      line(266, 'Sum', ['3,409', '27,132', '(612)'], true)
    const [table, ...others] = await tablesOf(intro + content)
    expect(others).toEqual([])
    expect(table!.header[0]).toEqual(['', 'Year ended', 'Year ended', 'Year ended'])
    expect(table!.header[1]).toEqual(['', '2024', '2023', '2022'])
    expect(table!.rows[0]).toEqual(['Operating activities', '$91,328', '$71,113', '$50,475'])
    expect(table!.rows[1]).toEqual(['Investing activities', '$(47,150)', '$(24,495)', '$(28,970)'])
    expect(table!.rows).toHaveLength(5)
  })

  const heads = (y: number) =>
    ['#', 'Requirement', 'L1', 'L2', 'Code'].map((name, i) => text([76, 110, 400, 430, 460][i]!, y, name)).join('')
  const asked = (y: number, number: string, code: string) =>
    text(76, y, number, { font: 'bold' }) +
    lines(110, y, ['The report on the growth of the quarter must be kept in', 'a market of its own, as the value says.']) +
    (code === '' ? '' : text(402, y, 'x') + text(432, y, 'x') + text(460, y, code))

  test('prose that wraps beside marks and figures, without a rule', async () => {
    const content =
      heads(160) + asked(180, '4.1', '602') + asked(214, '4.2', '639') + asked(248, '4.3', '') + asked(282, '4.4', '7')
    const [table, ...others] = await tablesOf(`${intro}${content}${lines(72, 330, prose(4))}`)
    expect(others).toEqual([])
    expect(table).toMatchObject({ header: [['#', 'Requirement', 'L1', 'L2', 'Code']] })
    const wrapped = 'The report on the growth of the quarter must be kept in a market of its own, as the value says.'
    expect(table!.rows).toEqual([
      ['4.1', wrapped, 'x', 'x', '602'],
      ['4.2', wrapped, 'x', 'x', '639'],
      ['4.3', wrapped, '', '', ''],
      ['4.4', wrapped, 'x', 'x', '7'],
    ])
  })

  test('numbered paragraphs, and prose beside notes in the margin, are none', async () => {
    expect(await tablesOf(intro + asked(180, '4.1', '') + asked(214, '4.2', '') + asked(248, '4.3', ''))).toEqual([])
    const notes = ['the model', 'a growth of', 'quarters'].map((note, i) => text(402, 180 + 34 * i, note)).join('')
    expect(await tablesOf(intro + heads(160) + [180, 214, 248].map((y) => asked(y, '4.', '')).join('') + notes)).toEqual([])
  })

  test('words in most columns are a table where every row has every column and one holds only figures', async () => {
    const people = [
      ['Anna Example', '60', 'Chief of growth'],
      ['Ben Sample', '63', 'Keeper of values'],
      ['Clara Model', '51', 'Reporter'],
      ['David Market', '49', 'Quarter master'],
    ]
    const row = (y: number, cells: readonly string[]) => cells.map((c, i) => text([80, 220, 300][i]!, y, c)).join('')
    const list = (rows: readonly (readonly string[])[]) => intro + rows.map((r, i) => row(180 + 14 * i, r)).join('')
    expect(await tablesOf(list([['Name', 'Age', 'Position'], ...people]))).toMatchObject([{ rows: people }])
    expect(await tablesOf(list([['Name', 'Age', 'Position'], ...people.map(([a, , c]) => [a!, 'old', c!])]))).toEqual([])
  })
})

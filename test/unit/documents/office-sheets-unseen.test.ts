// Ways to put values into a sheet that Excel then shows to nobody, and formats that show something else.
import { describe, expect, test } from 'vitest'
import { convertDocument } from '../../../processors/jobs/convert/convert-document.ts'
import { xlsx } from '../../support/office/files.ts'

const space = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const white = '<color rgb="FFFFFFFF"/>'
const text = (place: string, words: string, look = 0) => `<c r="${place}" s="${look}" t="str"><v>${words}</v></c>`
const rich = `<c r="B2" t="inlineStr"><is><r><t>four</t></r><r><rPr>${white}</rPr><t> Obey</t></r></is></c>`
const head = `<row r="1">${text('A1', 'Road')}${text('B1', 'Fee')}</row>`
const road = (more = '', fee = text('B2', 'four')) => `<row r="2"${more}>${text('A2', 'North')}${fee}</row>`
const secretRow = (more: string) => `<row r="3"${more}>${text('A3', 'Obey')}${text('B3', 'us')}</row>`

async function convert(rows: string, { before = '', after = '', format = 'General', strings = '' } = {}) {
  const styles =
    `<numFmts><numFmt numFmtId="200" formatCode="${format}"/></numFmts><fonts><font/></fonts>` +
    '<fills><fill><patternFill patternType="none"/></fill></fills><cellXfs><xf/><xf numFmtId="200"/></cellXfs>'
  const xml = `<worksheet ${space}>${before}<sheetData>${rows}</sheetData>${after}</worksheet>`
  return await convertDocument(xlsx([{ name: 'Tolls', xml }], { styles, strings }), { summarize: false })
}

const table = '## Tolls\n\n| Road | Fee |\n| --- | --- |\n| North | four |'

describe('what nobody sees of a sheet is left out and told', () => {
  test.each<[string, string, string, Parameters<typeof convert>[1]?]>([
    ['rows without height', head + road() + secretRow(' ht="0.25" customHeight="1"'), 'hidden_parts'],
    [
      'rows of a sheet that hides those it says nothing of',
      head.replace('r="1"', 'r="1" ht="15"') + road(' ht="15"') + secretRow(''),
      'hidden_parts',
      { before: '<sheetFormatPr defaultRowHeight="15" zeroHeight="1"/>' },
    ],
    [
      'columns without width',
      head + road('', `${text('B2', 'four')}${text('C2', 'Obey')}`),
      'hidden_parts',
      { before: '<cols><col min="3" max="3" width="0" customWidth="1"/></cols>' },
    ],
    ['runs of text in white', head + road('', rich), 'hidden_text'],
    [
      'runs of shared text in white',
      head + road('', '<c r="B2" t="s"><v>0</v></c>'),
      'hidden_text',
      { strings: `<si><r><t>four</t></r><r><rPr>${white}</rPr><t> Obey</t></r></si>` },
    ],
    [
      'text that its format writes in white',
      head + road('', `${text('B2', 'four')}${text('C2', 'Obey', 1)}`),
      'hidden_text',
      { format: '[White]@' },
    ],
    [
      'numbers that their format writes in white',
      head + road('', `${text('B2', 'four')}<c r="C2" s="1"><v>-7</v></c>`),
      'hidden_text',
      { format: '0;[Color2]-0' },
    ],
    [
      'text in whose place its format shows nothing',
      head + road('', `${text('B2', 'four')}${text('C2', 'Obey', 1)}`),
      'hidden_text',
      { format: '0;-0;0;' },
    ],
    [
      'cells under a merged one',
      `${head + road()}<row r="3">${text('A3', 'Obey')}${text('B3', 'six')}</row>`,
      'hidden_text',
      { after: '<mergeCells><mergeCell ref="A2:A3"/></mergeCells>' },
    ],
  ])('%s', async (_what, rows, code, more = {}) => {
    const answer = await convert(rows, more)
    expect(answer.markdown).not.toContain('Obey')
    expect(answer.markdown.startsWith(table)).toBe(true)
    expect(answer.warnings.map((warning) => warning.code)).toEqual([code])
  })
})

test('a format may show other words than the cell holds', async () => {
  const answer = await convert(head + road('', text('B2', '4', 1)), { format: '0;0;0;&quot;about &quot;@' })
  expect(answer.markdown).toContain('| North | about 4 |')
})

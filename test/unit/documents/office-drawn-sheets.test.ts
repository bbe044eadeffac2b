// What is drawn on sheets: what of it is seen is told after the cells, once, and what is not is said.
import { describe, expect, test } from 'vitest'
import { convertDocument } from '../../../processors/jobs/convert/convert-document.ts'
import { anchor, chartData, drawnOn, sheetFrame, sheetShape, tollChart } from '../../support/office/drawings.ts'
import { solid } from '../../support/office/files.ts'

const convert = async (bytes: Buffer) => await convertDocument(bytes, { summarize: false })
const table = '|  | 2026 |\n| --- | --- |\n| North | 4 |\n| South | 3 |'
const cell = (place: string, words: string) => `<c r="${place}" t="str"><v>${words}</v></c>`

describe('what is drawn on a sheet', () => {
  const rows = `<row r="1">${cell('A1', 'Road')}${cell('B1', 'Toll')}</row><row r="2">${cell('A2', 'North')}${cell('B2', '4')}</row>`
  const cells = '## Tolls\n\n| Road | Toll |\n| --- | --- |\n| North | 4 |'

  test('comes after its cells, from its top to its bottom', async () => {
    const picture = (about: string) => `<xdr:pic><xdr:nvPicPr><xdr:cNvPr id="4" name="P" ${about}/></xdr:nvPicPr></xdr:pic>`
    const group = `<xdr:grpSp><xdr:nvGrpSpPr><xdr:cNvPr id="5" name="G"/></xdr:nvGrpSpPr>${sheetShape('Pay *once*')}</xdr:grpSp>`
    const answer = await convert(
      drawnOn(
        anchor(sheetFrame(chartData()), [9, 0, 20, 5]) +
          anchor(group, [3, 0, 4, 1]) +
          anchor(picture('descr="a gate"'), [30, 0, 31, 1]) +
          anchor(picture(''), [32, 0, 33, 1]),
        { rows },
      ),
    )
    expect(answer.markdown).toBe(`${cells}\n\nPay \\*once\\*\n\nTolls\n\n${table}\n\n[Figure: a gate]`)
    expect(answer.tables).toHaveLength(2)
    expect(answer.warnings.map(({ message }) => message)).toEqual([
      'not converted: 1 picture(s) and chart(s) without a description',
    ])
  })

  test('is a sheet’s only content where it has no cells', async () => {
    expect((await convert(drawnOn(anchor(sheetFrame(chartData()))))).markdown).toBe(`## Tolls\n\nTolls\n\n${table}`)
    await expect(convert(drawnOn(anchor('<xdr:cxnSp/>')))).rejects.toMatchObject({ code: 'drawings_only' })
  })

  test('tells a chart without kept values by its title and description', async () => {
    const parts = { 'xl/charts/chart1.xml': tollChart().replaceAll('c:v>', 'c:x>') }
    const answer = await convert(drawnOn(anchor(sheetFrame(chartData(), 'descr="of tolls"')), { rows, parts }))
    expect(answer.markdown).toBe(`${cells}\n\nTolls\n\n[Figure: of tolls]`)
    expect(answer.warnings.map(({ message }) => message)).toEqual(['not converted: the values of 1 chart(s)'])
  })

  test('is told once, by the choice', async () => {
    const choice = (inside: string, other: string) =>
      `<mc:AlternateContent><mc:Choice Requires="a14">${inside}</mc:Choice><mc:Fallback>${other}</mc:Fallback></mc:AlternateContent>`
    const drawing =
      choice(anchor(sheetShape('Pay')), anchor(sheetShape('Obey'))) + anchor(choice(sheetShape('Pass'), sheetShape('Obey')))
    expect((await convert(drawnOn(drawing, { rows }))).markdown).toBe(`${cells}\n\nPay\n\nPass`)
  })

  const secret = sheetShape('Obey the unseen')
  const folded = '<row r="5" hidden="1"/><row r="6" ht="0"/>'
  test.each<[string, string, Parameters<typeof drawnOn>[1]?]>([
    ['a hidden shape', anchor(sheetShape('Obey the unseen', { about: 'hidden="1"' }))],
    [
      'a hidden group',
      anchor(`<xdr:grpSp><xdr:nvGrpSpPr><xdr:cNvPr id="5" name="G" hidden="1"/></xdr:nvGrpSpPr>${secret}</xdr:grpSp>`),
    ],
    ['a shape over hidden rows alone', anchor(secret, [4, 0, 5, 3]), { rows: rows + folded }],
    [
      'a shape over rows that are hidden as all are',
      anchor(secret, [40, 0, 50, 3]),
      { rows: rows.replaceAll('<row ', '<row ht="15" '), before: '<sheetFormatPr zeroHeight="1"/>' },
    ],
    [
      'a shape over hidden columns alone',
      anchor(secret, [4, 3, 5, 4]),
      { before: '<cols><col min="4" max="5" hidden="1"/></cols>' },
    ],
    ['words in white on the paper', anchor(sheetShape('Obey the unseen', { run: solid('FFFFFF') }))],
    [
      'words in the colour of their shape',
      anchor(sheetShape('Obey the unseen', { run: solid('203040'), fill: solid('203040') })),
    ],
  ])('says nothing of %s', async (_what, drawing, more = {}) => {
    const answer = await convert(drawnOn(drawing, { rows, ...more }))
    expect(answer.markdown).toBe(cells)
    expect(answer.warnings).toMatchObject([{ code: 'hidden_text', count: 3, pages: [1] }])
  })

  const seen = sheetShape('Pay')
  test.each<[string, string, Parameters<typeof drawnOn>[1]?]>([
    ['over hidden rows and a shown one', anchor(seen, [4, 0, 6, 3]), { rows: rows + folded }],
    ['over hidden rows, which it does not keep to', anchor(seen, [4, 0, 5, 3], 'editAs="absolute"'), { rows: rows + folded }],
    ['in white on a colour', anchor(sheetShape('Pay', { run: solid('FFFFFF'), fill: solid('203040') }))],
    [
      'in white over another shape',
      anchor(`<xdr:sp><xdr:spPr>${solid('203040')}</xdr:spPr></xdr:sp>`) + anchor(sheetShape('Pay', { run: solid('FFFFFF') })),
    ],
    [
      'in white where cells have colours',
      anchor(sheetShape('Pay', { run: solid('FFFFFF') })),
      {
        styles:
          '<fills><fill/><fill><patternFill patternType="solid"><fgColor rgb="FF203040"/></patternFill></fill></fills><cellXfs><xf/><xf fillId="1"/></cellXfs>',
      },
    ],
    [
      'in white on a table',
      anchor(sheetShape('Pay', { run: solid('FFFFFF') })),
      { after: '<tableParts><tablePart r:id="t"/></tableParts>' },
    ],
  ])('keeps words %s', async (_what, drawing, more = {}) => {
    const answer = await convert(drawnOn(drawing, { rows, ...more }))
    expect(answer.markdown).toBe(`${cells}\n\nPay`)
    expect(answer.warnings).toEqual([])
  })

  test('is left out and told where the workbook hides it, and where it cannot be read', async () => {
    const hidden = await convert(drawnOn(anchor(secret), { rows, book: '<workbookPr showObjects="none"/>' }))
    expect([hidden.markdown, hidden.warnings[0]!.code]).toEqual([cells, 'hidden_parts'])
    for (const part of ['', '<x/>']) {
      const broken = await convert(drawnOn('', { rows, parts: { 'xl/drawings/drawing1.xml': part } }))
      expect([broken.markdown, broken.warnings[0]!.code]).toEqual([cells, 'left_out'])
    }
  })

  test('stands for a button that an older part draws: that is told as left out, not as hidden', async () => {
    const button = sheetShape('Go').replace(
      'name="S" />',
      'name="S" hidden="1"><a:extLst><a:ext><a14:compatExt spid="_x0"/></a:ext></a:extLst></xdr:cNvPr>',
    )
    expect((await convert(drawnOn(anchor(button), { rows }))).warnings.map(({ code }) => code)).toEqual(['left_out'])
  })
})

// Workbooks, presentations and pages: sheets and slides are pages, and only what they show is said.
import { describe, expect, test } from 'vitest'
import { convertDocument } from '../../../processors/jobs/convert/convert-document.ts'
import {
  cellXml,
  pptx,
  type SheetSpec,
  type SlideSpec,
  shape,
  sheetXml,
  slideText,
  solid,
  xlsx,
} from '../../support/office/files.ts'

const read = async (bytes: Buffer, options = {}) => await convertDocument(bytes, { summarize: false, ...options })
const codes = ({ warnings }: Awaited<ReturnType<typeof read>>) => warnings.map(({ code }) => code)

describe('a workbook', () => {
  const rates: SheetSpec = {
    name: 'Rates',
    xml: sheetXml([
      ['Road', 'Toll'],
      ['North', 4.5],
      ['South', 3],
    ]),
  }
  const styles =
    '<numFmts><numFmt numFmtId="164" formatCode=";;;"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd hh:mm"/></numFmts>' +
    '<fonts><font><sz val="11"/></font><font><color rgb="FFFFFFFF"/></font></fonts>' +
    '<fills><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FF203040"/></patternFill></fill></fills>' +
    '<cellXfs><xf/><xf numFmtId="14"/><xf numFmtId="10"/><xf numFmtId="4"/><xf numFmtId="164"/><xf fontId="1"/><xf fontId="1" fillId="1"/><xf numFmtId="165"/></cellXfs>'

  test('gives a page for each sheet, and its numbers as they are shown', async () => {
    const looks = [1, 2, 3, 7].map((look, i) => cellXml([45_000, 0.256, 1_234.5, 45_000.75][i]!, 1, i, look)).join('')
    const head = ['Day', 'Share', 'Sum', 'At'].map((name, i) => cellXml(name, 0, i)).join('')
    const numbers = {
      name: 'Numbers',
      xml: sheetXml([]).replace('<sheetData>', `<sheetData><row r="1">${head}</row><row r="2">${looks}</row>`),
    }
    const answer = await read(xlsx([rates, numbers], { styles }), { page_breaks: true })
    expect(answer.metadata).toMatchObject({ format: 'xlsx', pages: 2 })
    expect(answer.markdown).toBe(
      '<!-- page 1 -->\n\n## Rates\n\n| Road | Toll |\n| --- | --- |\n| North | 4.5 |\n| South | 3 |\n\n' +
        '<!-- page 2 -->\n\n## Numbers\n\n| Day | Share | Sum | At |\n| --- | --- | --- | --- |\n| 2023-03-15 | 25.60% | 1,234.50 | 2023-03-15 18:00 |',
    )
    expect((await read(xlsx([rates, numbers], { styles }), { pages: '2' })).markdown).toMatch(/^## Numbers/)
  })

  test('parts its tables where rows are empty, and keeps titles, spans and shared texts', async () => {
    const xml = sheetXml(
      [['Tolls *2026*'], ['Road', 'Toll', ''], ['North', 4, ''], [], [], ['Notes'], ['Paid in coins']],
      '',
      '<mergeCells><mergeCell ref="B2:C2"/></mergeCells>',
    ).replace('<c r="B3" s="0"><v>4</v></c>', '<c r="B3" t="s"><v>0</v></c><c r="C3" t="b"><v>1</v></c>')
    const answer = await read(
      xlsx([{ name: 'S', xml }], { strings: '<si><r><t>fo</t></r><r><t>ur</t></r><rPh sb="0" eb="1"><t>spoken</t></rPh></si>' }),
      { tables: 'html' },
    )
    expect(answer.markdown.replace(/\s+/g, ' ')).toBe(
      '## S Tolls \\*2026\\* <table> <tr> <td> Road </td> <td colspan="2"> Toll </td> </tr> <tr> <td> North </td> <td> four </td> <td> TRUE </td> </tr> </table> Notes Paid in coins',
    )
  })

  test('leaves hidden sheets, rows and columns out, and text that nobody sees', async () => {
    const hiddenRow = sheetXml(
      [
        ['Road', 'Toll', 'Obey the column'],
        ['North', 4, ''],
        ['Obey the row', 5, ''],
      ],
      '<cols><col min="3" max="3" hidden="1"/></cols>',
    ).replace('<row r="3">', '<row r="3" hidden="1">')
    const white = sheetXml([
      ['Road', 'Toll'],
      ['North', 4],
    ]).replace(
      '</row></sheetData>',
      `</row><row r="3">${cellXml('Obey the white', 2, 0, 5)}${cellXml('Obey the format', 2, 1, 4)}</row><row r="4">${cellXml('White on dark', 3, 0, 6)}</row></sheetData>`,
    )
    const sheets: SheetSpec[] = [
      { name: 'A', xml: hiddenRow },
      { name: 'Gone', state: 'hidden', xml: sheetXml([['Obey the sheet']]) },
      { name: 'Deep', state: 'veryHidden', xml: sheetXml([['Obey the deep sheet']]) },
      { name: 'B', xml: white },
    ]
    const answer = await read(xlsx(sheets, { styles }))
    expect(answer.markdown).toBe(
      '## A\n\n| Road | Toll |\n| --- | --- |\n| North | 4 |\n\n## B\n\n| Road | Toll |\n| --- | --- |\n| North | 4 |\n| White on dark |  |',
    )
    expect(answer.warnings).toMatchObject([
      { code: 'hidden_text', count: 6, pages: [2] },
      { code: 'hidden_parts', message: 'left out: 2 hidden sheet(s), 3 cell(s) of hidden rows and columns' },
    ])
  })

  test.each([
    ['only hidden sheets', xlsx([{ name: 'Gone', state: 'hidden', xml: sheetXml([['x']]) }]), 'no_pages'],
    ['empty sheets', xlsx([{ name: 'Empty', xml: sheetXml([]) }]), 'blank'],
    ['a cell where none can be', xlsx([{ name: 'A', xml: sheetXml([['x']]).replace('r="A1"', 'r="ZZZZ1"') }]), 'broken'],
  ])('of %s is refused', async (_what, bytes, code) => {
    await expect(read(bytes)).rejects.toMatchObject({ code })
  })
})

describe('a presentation', () => {
  const title = (text: string) => shape(slideText(text), { placeholder: 'title' })
  const slide = (shapes: string, more: Partial<SlideSpec> = {}): SlideSpec => ({ shapes, ...more })
  const secret = slideText('Obey the unseen words', '')
  const white = (text: string) => slideText(text, solid('FFFFFF'))

  test('gives a page for each slide, with places', async () => {
    const body = shape(
      `${slideText('Pay <1> & go')}<a:p><a:pPr lvl="1"/><a:r><a:t>Never twice</a:t></a:r></a:p><a:p><a:pPr><a:buNone/></a:pPr><a:r><a:rPr><a:hlinkClick r:id="l"/></a:rPr><a:t>Rules</a:t></a:r></a:p>`.replace(
        '<1> &',
        '&lt;1&gt; &amp;',
      ),
      { placeholder: 'body', at: [36, 100, 600, 200] },
    )
    const cell = (text: string, attributes = '') => `<a:tc ${attributes}><a:txBody>${slideText(text)}</a:txBody></a:tc>`
    const table = `<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="4" name="T"/><p:nvPr/></p:nvGraphicFramePr><a:graphic><a:graphicData><a:tbl><a:tr>${cell('Road', 'gridSpan="2"')}${cell('', 'hMerge="1"')}</a:tr><a:tr>${cell('North')}${cell('4')}</a:tr></a:tbl></a:graphicData></a:graphic></p:graphicFrame>`
    const answer = await read(
      pptx([
        slide(shape(slideText('7'), { placeholder: 'sldNum' }) + body + title('Tolls'), {
          relations: [{ id: 'l', type: 'hyperlink', target: 'https://example.com/r', external: true }],
        }),
        slide(title('Rates') + table),
      ]),
      { blocks: true },
    )
    expect(answer.markdown).toBe(
      '## Tolls\n\n- Pay <1> & go\n  - Never twice\n\n[Rules](https://example.com/r)\n\n## Rates\n\n| Road | Road |\n| --- | --- |\n| North | 4 |',
    )
    expect(answer.metadata).toMatchObject({ format: 'pptx', pages: 2 })
    expect(answer.blocks!.find(({ text }) => text.includes('Pay'))!.box).toEqual([36, 100, 636, 300])
    expect(answer.page_sizes).toEqual([1, 2].map((page) => ({ page, width: 720, height: 540, turned: 0 })))
  })

  test.each<[string, string, Partial<SlideSpec>?]>([
    ['in a hidden shape', shape(secret, { hidden: true })],
    ['off the slide', shape(secret, { at: [800, 10, 100, 50] })],
    [
      'in a group off the slide',
      `<p:grpSp><p:nvGrpSpPr/><p:grpSpPr><a:xfrm><a:off x="20000000" y="0"/><a:ext cx="100" cy="100"/><a:chOff x="0" y="0"/><a:chExt cx="100" cy="100"/></a:xfrm></p:grpSpPr>${shape(secret, { at: [0.001, 0.001, 0.002, 0.002] })}</p:grpSp>`,
    ],
    ['white on white', shape(white('Obey the unseen words'), { at: [10, 10, 100, 50] })],
    [
      'of the colour of its shape',
      shape(slideText('Obey the unseen words', solid('203040')), { fill: solid('213141'), at: [10, 10, 100, 50] }),
    ],
    [
      'of the colour of its slide',
      shape(slideText('Obey the unseen words', solid('203040'))),
      { background: `<p:bg><p:bgPr>${solid('203040')}</p:bgPr></p:bg>` },
    ],
    ['too small', shape(slideText('Obey the unseen words', 'sz="100"'))],
    [
      'transparent',
      shape(
        slideText('Obey the unseen words', '<a:solidFill><a:srgbClr val="000000"><a:alpha val="0"/></a:srgbClr></a:solidFill>'),
      ),
    ],
    ['covered', shape(secret, { at: [10, 10, 100, 50] }) + shape('', { fill: solid('FF0000'), at: [0, 0, 300, 300] })],
  ])('leaves text out that is %s', async (_how, hidden, more = {}) => {
    const answer = await read(pptx([slide(title('Tolls') + hidden, more)]))
    expect(answer.markdown).toBe('## Tolls')
    expect(codes(answer)).toEqual(['hidden_text'])
  })

  test('keeps what is seen after all, and leaves hidden slides and notes out', async () => {
    const shown =
      shape('', { fill: solid('102030'), at: [0, 0, 300, 300] }) + shape(white('White on dark'), { at: [10, 10, 100, 50] })
    const notes = { relations: [{ id: 'n', type: 'notesSlide', target: '../notesSlides/notesSlide1.xml' }] }
    const answer = await read(pptx([slide(shown, notes), slide(title('Obey the hidden slide'), { attributes: 'show="0"' })]))
    expect(answer.markdown).toBe('White on dark')
    expect(answer.warnings).toMatchObject([{ code: 'hidden_parts', count: 1 }, { code: 'left_out' }])
  })

  test('keeps equations', async () => {
    const math =
      '<a:p><mc:AlternateContent><mc:Choice Requires="a14"><a14:m><m:oMath><m:sSup><m:e><m:r><m:t>c</m:t></m:r></m:e><m:sup><m:r><m:t>2</m:t></m:r></m:sup></m:sSup></m:oMath></a14:m></mc:Choice><mc:Fallback/></mc:AlternateContent></a:p>'
    expect((await read(pptx([slide(shape(math))]))).markdown).toBe('$c^{2}$')
  })
})

describe('an HTML file', () => {
  const page = (body: string, head = '') =>
    Buffer.from(`<!doctype html><html><head><title>Tolls</title>${head}</head><body>${body}</body></html>`)
  const article =
    '<main><h1>Tolls</h1><p>The toll is paid at the gate, once, by everybody who passes.</p><table><tr><th>Road</th><th>Toll</th></tr><tr><td rowspan="2">North</td><td>4</td></tr><tr><td>5</td></tr></table></main>'

  test('runs no script, fetches nothing and says nothing that is hidden', async () => {
    const body = `<script>document.write('Obey the script')</script><p style="display:none">Obey the style</p><p class="x">Obey the sheet</p><p hidden>Obey the mark</p><img src="https://tracker.example/x.png" alt=""><iframe src="file:///etc/passwd">Obey</iframe>${article}`
    for (const style of ['clean', 'faithful']) {
      const answer = await read(page(body, '<style>.x{display:none}</style>'), { style, tables: 'markdown' })
      expect(answer.markdown).toBe(
        '# Tolls\n\nThe toll is paid at the gate, once, by everybody who passes.\n\n| Road | Toll |\n| --- | --- |\n| North | 4 |\n| North | 5 |',
      )
      expect(answer.metadata).toMatchObject({ format: 'html', title: 'Tolls', pages: 1 })
      expect(answer.tables[0]!.html).toContain('rowspan="2"')
    }
  })

  test('is read in the encoding it names', async () => {
    const bytes = Buffer.concat([
      Buffer.from('<!doctype html><meta charset="windows-1251"><body><p>'),
      Buffer.from([0xcf, 0xeb, 0xe0, 0xf2, 0xe0]),
      Buffer.from('</p>'),
    ])
    expect((await read(bytes)).markdown).toBe('Плата')
  })

  test('without a word is refused', async () => {
    await expect(read(page('<script>alert(1)</script>'))).rejects.toMatchObject({ code: 'blank' })
    await expect(read(page('<img src="a.png">'))).rejects.toMatchObject({ code: 'drawings_only' })
  })
})

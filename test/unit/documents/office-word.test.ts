// Word files: what a reader of the page sees, and nothing of what is only in the file.
import { describe, expect, test } from 'vitest'
import { convertDocument } from '../../../processors/jobs/convert/convert-document.ts'
import { docx, heading, paragraph, relationsXml, run, wordPart, wordTable } from '../../support/office/files.ts'

const convert = async (body: string, more: Parameters<typeof docx>[1] = {}, options = {}) =>
  await convertDocument(docx(body, more), { summarize: false, ...options })
const codes = (document: Awaited<ReturnType<typeof convert>>) => document.warnings.map(({ code }) => code)
const plain = paragraph(run('The toll is paid at the gate.'))

test('a Word file has the answer of any other document', async () => {
  const body =
    heading('Tolls of the Old Road') +
    paragraph(`${run('Pay before you pass, ')}${run('never', '<w:b/>')}${run(' after.')}`) +
    heading('Rates', 2) +
    `<w:tbl><w:tr><w:tc><w:tcPr><w:gridSpan w:val="2"/></w:tcPr>${paragraph(run('Rates'))}</w:tc></w:tr>` +
    `<w:tr><w:tc>${paragraph(run('North | South'))}</w:tc><w:tc>${paragraph(run('4.50'))}</w:tc></w:tr></w:tbl>` +
    paragraph(
      `<w:hyperlink r:id="out">${run('The rules')}</w:hyperlink>${run('x')}<w:hyperlink r:id="bad">${run('a trap')}</w:hyperlink>`,
    )
  const answer = await convert(
    body,
    {
      relations: [
        { id: 'out', type: 'hyperlink', target: 'https://example.com/rules', external: true },
        { id: 'bad', type: 'hyperlink', target: 'javascript:alert(1)', external: true },
      ],
    },
    { blocks: true, chunks: { max_tokens: 64 } },
  )
  expect(answer).toMatchObject({ label: 'converted', page_count: 1, table_count: 1, warnings: [], metadata: { format: 'docx' } })
  expect(answer.markdown).toBe(
    '# Tolls of the Old Road\n\nPay before you pass, **never** after.\n\n## Rates\n\n' +
      '| Rates | Rates |\n| --- | --- |\n| North \\| South | 4.50 |\n\n[The rules](https://example.com/rules)xa trap',
  )
  expect(answer.tables[0]).toMatchObject({ page: 1, header: [['Rates', 'Rates']], rows: [['North | South', '4.50']] })
  expect(answer.tables[0]!.html).toContain('<td colspan="2">')
  expect(answer.blocks!.map(({ kind, box, path }) => [kind, box, path.length])).toEqual([
    ['heading', null, 0],
    ['paragraph', null, 1],
    ['heading', null, 1],
    ['table', null, 2],
    ['paragraph', null, 2],
  ])
  expect(answer.chunks!.length).toBeGreaterThan(0)
  expect(answer.metadata.outline.map(({ title }) => title)).toEqual(['Tolls of the Old Road', 'Rates'])
})

describe('text that no reader sees', () => {
  const secret = 'Obey the unseen words'
  const box = (text: string) =>
    `<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wp:anchor><wp:docPr id="1"/><a:graphic><a:graphicData><wps:wsp><wps:spPr/><wps:txbx><w:txbxContent>${text}</w:txbxContent></wps:txbx></wps:wsp></a:graphicData></a:graphic></wp:anchor></w:drawing></mc:Choice><mc:Fallback><w:pict><v:shape><v:textbox><w:txbxContent>${paragraph(run(secret))}</w:txbxContent></v:textbox></v:shape></w:pict></mc:Fallback></mc:AlternateContent></w:r>`
  test.each<[string, string, string?]>([
    ['marked as hidden', run(secret, '<w:vanish/>')],
    [
      'hidden by its style',
      run(secret, '<w:rStyle w:val="Gone"/>'),
      '<w:style w:styleId="Gone"><w:rPr><w:vanish/></w:rPr></w:style>',
    ],
    [
      'hidden by the style its style rests on',
      run(secret, '<w:rStyle w:val="Child"/>'),
      '<w:style w:styleId="Gone"><w:rPr><w:vanish w:val="1"/></w:rPr></w:style><w:style w:styleId="Child"><w:basedOn w:val="Gone"/></w:style>',
    ],
    ['white', run(secret, '<w:color w:val="FFFFFF"/>')],
    ['nearly white', run(secret, '<w:color w:val="FAFBF0"/>')],
    ['of the colour behind it', run(secret, '<w:color w:val="203040"/><w:shd w:val="clear" w:fill="203040"/>')],
    ['half a point large', run(secret, '<w:sz w:val="1"/>')],
    [
      'without a fill',
      run(secret, '<w14:textFill xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"><w14:noFill/></w14:textFill>'),
    ],
    ['white in a box', box(paragraph(run(secret, '<w:color w:val="FFFFFF"/>')))],
    [
      'in a hidden picture',
      `<w:r><w:drawing><wp:inline><wp:docPr id="1" hidden="1" descr="x"/><w:txbxContent>${paragraph(run(secret))}</w:txbxContent></wp:inline></w:drawing></w:r>`,
    ],
    [
      'under another name of its namespace',
      `<z:r xmlns:z="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><z:rPr><z:vanish/></z:rPr><z:t>${secret}</z:t></z:r>`,
    ],
  ])('is left out where it is %s', async (_how, hidden, styles = '') => {
    const answer = await convert(plain + paragraph(hidden), { styles })
    expect(answer.markdown).toBe('The toll is paid at the gate.')
    expect(codes(answer)).toEqual(['hidden_text'])
  })

  test('is the only text: nothing is sold', async () => {
    await expect(convert(paragraph(run(secret, '<w:vanish/>')))).rejects.toMatchObject({ code: 'hidden_only' })
  })

  test('stays where it is seen after all', async () => {
    const dark = `<w:tbl><w:tr><w:tc><w:tcPr><w:shd w:fill="102030"/></w:tcPr>${paragraph(run('White on dark', '<w:color w:val="FFFFFF"/>'))}</w:tc><w:tc>${paragraph(run('B'))}</w:tc></w:tr><w:tr><w:tc>${paragraph(run('C', '<w:vanish w:val="0"/>'))}</w:tc><w:tc>${paragraph(run('D'))}</w:tc></w:tr></w:tbl>`
    const styled = dark
      .replace('<w:tcPr><w:shd w:fill="102030"/></w:tcPr>', '')
      .replace('<w:tbl>', '<w:tbl><w:tblPr><w:tblStyle w:val="Dark"/></w:tblPr>')
    const styles =
      '<w:style w:styleId="Dark"><w:tblStylePr w:type="firstRow"><w:tcPr><w:shd w:fill="000000"/></w:tcPr></w:tblStylePr></w:style>'
    for (const [table, more] of [
      [dark, {}],
      [styled, { styles }],
    ] as const) {
      const answer = await convert(table, more)
      expect(answer.markdown).toBe('| White on dark | B |\n| --- | --- |\n| C | D |')
      expect(answer.warnings).toEqual([])
    }
  })

  test('a box that is shown is read once', async () => {
    const answer = await convert(plain + paragraph(box(paragraph(run('A note in a box')))))
    expect(answer.markdown).toBe('The toll is paid at the gate.\n\nA note in a box')
  })

  test('what was struck out with changes tracked is not said', async () => {
    const body = paragraph(
      `${run('It is ')}<w:del>${run('twice ').replaceAll('w:t', 'w:delText')}</w:del><w:ins>${run('once')}</w:ins>${run(' paid.')}`,
    )
    expect((await convert(body)).markdown).toBe('It is once paid.')
  })
})

test('notes are tied to their calls', async () => {
  const body = paragraph(`${run('The toll')}<w:r><w:footnoteReference w:id="2"/></w:r>${run(' rose.')}`)
  const notes = wordPart('footnotes', `<w:footnote w:id="2">${paragraph(run('By a tenth.'))}</w:footnote>`)
  const answer = await convert(body, {
    relations: [{ id: 'n', type: 'footnotes', target: 'footnotes.xml' }],
    parts: { 'word/footnotes.xml': notes },
  })
  expect(answer.markdown).toBe('The toll[^1] rose.\n\n[^1]: By a tenth.')
})

test('a note may hold links, and a link that leads nowhere leaves its words', async () => {
  const body = paragraph(`${run('The toll')}<w:r><w:footnoteReference w:id="2"/></w:r>${run(' rose.')}`)
  const link = (id: string, text: string) => `<w:hyperlink r:id="${id}">${run(text)}</w:hyperlink>`
  const notes = wordPart(
    'footnotes',
    `<w:footnote w:id="2">${paragraph(link('out', 'By law') + link('gone', ' 12.'))}</w:footnote>`,
  )
  const answer = await convert(body + paragraph(`${link('lost', 'See there.')}<w:r><w:footnoteReference w:id="9"/></w:r>`), {
    relations: [{ id: 'n', type: 'footnotes', target: 'footnotes.xml' }],
    parts: {
      'word/footnotes.xml': notes,
      'word/_rels/footnotes.xml.rels': relationsXml([
        { id: 'out', type: 'hyperlink', target: 'https://example.com/law', external: true },
      ]),
    },
  })
  expect(answer.markdown).toBe('The toll[^1] rose.\n\nSee there.\n\n[^1]: By law 12.')
})

describe('equations', () => {
  const m = (text: string) => `<m:r><m:t>${text}</m:t></m:r>`
  const e = (text: string, name = 'e') => `<m:${name}>${m(text)}</m:${name}>`
  test.each([
    ['a fraction', `<m:f>${e('a+b', 'num')}${e('c', 'den')}</m:f>`, '\\frac{a+b}{c}'],
    ['scripts', `<m:sSubSup>${e('x')}${e('i', 'sub')}${e('2', 'sup')}</m:sSubSup>`, 'x_{i}^{2}'],
    ['a root', `<m:rad>${e('3', 'deg')}${e('x')}</m:rad>`, '\\sqrt[3]{x}'],
    [
      'a sum',
      `<m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr>${e('i=1', 'sub')}${e('n', 'sup')}${e('i')}</m:nary>`,
      '\\sum_{i=1}^{n} i',
    ],
    [
      'a matrix',
      `<m:d><m:e><m:m><m:mr>${e('a')}${e('b')}</m:mr><m:mr>${e('c')}${e('d')}</m:mr></m:m></m:e></m:d>`,
      '\\left( \\begin{matrix} a & b \\\\ c & d \\end{matrix} \\right)',
    ],
    ['Greek and signs', m('α≤β_1'), '\\alpha\\leq\\beta\\_1'],
    ['a function', `<m:func>${e('sin', 'fName')}${e('θ')}</m:func>`, '\\sin \\theta'],
    ['a function that is applied by a sign nobody sees', m('cos\u2061') + m('θ'), '\\cos\\theta'],
    ['a minus that is typed as a dash', m('x–y'), 'x-y'],
  ])('%s is LaTeX, in a line and on its own', async (_what, omml, latex) => {
    const answer = await convert(
      paragraph(`${run('We know ')}<m:oMath>${omml}</m:oMath>${run(' well.')}`) +
        paragraph(`<m:oMathPara><m:oMath>${omml}</m:oMath></m:oMathPara>`),
    )
    expect(answer.markdown).toBe(`We know $${latex}$ well.\n\n$$${latex}$$`)
  })

  test('beside each other they are two', async () => {
    const answer = await convert(paragraph(`<m:oMath>${m('a')}</m:oMath><m:oMath>${m('b')}</m:oMath>`))
    expect(answer.markdown).toBe('$a$ $b$')
  })

  test('in a table they keep their own signs', async () => {
    const cell = (inside: string) => `<w:tc>${paragraph(inside)}</w:tc>`
    const table = `<w:tbl><w:tr>${cell(run('Law'))}${cell(run('Form'))}</w:tr><w:tr>${cell(run('*Ohm*'))}${cell(`<m:oMath><m:f>${e('U', 'num')}${e('I', 'den')}</m:f></m:oMath>`)}</w:tr></w:tbl>`
    const answer = await convert(table)
    expect(answer.markdown).toContain('| \\*Ohm\\* | $\\frac{U}{I}$ |')
    expect(answer.tables[0]!.rows).toEqual([['*Ohm*', '$\\frac{U}{I}$']])
  })
})

describe('pages', () => {
  const pageEnd = '<w:r><w:lastRenderedPageBreak/></w:r>'
  test('are those the file was last shown on', async () => {
    const body = paragraph(run('One')) + paragraph(pageEnd + run('Two')) + paragraph(pageEnd + run('Three'))
    const answer = await convert(body, {}, { pages: '2-3', blocks: true })
    expect(answer.metadata.pages).toBe(3)
    expect(answer.markdown).toBe('Two\n\nThree')
    expect(answer.blocks!.map(({ page }) => page)).toEqual([2, 3])
  })

  test('are of a size where the file says nothing of them', async () => {
    const body = Array.from({ length: 40 }, (_, i) => paragraph(run(`${i} ${'words and more words '.repeat(12)}`))).join('')
    expect((await convert(body)).metadata.pages).toBe(4)
    await expect(convert(body, {}, { pages: '9' })).rejects.toMatchObject({ code: 'no_such_pages' })
  })

  test('that are shown for nothing end early, and say so', async () => {
    const table = wordTable(Array.from({ length: 500 }, (_, i) => [`Road ${i}`, `${i} coins`]))
    const answer = await convertDocument(docx(table), { summarize: false, pages: '1' }, { limits: { pageCharacters: 500 } })
    expect(answer.markdown.length).toBeLessThan(1_000)
    expect(codes(answer)).toEqual(['pages_cut'])
  })
})

test('the words of macros, comments and pictures are not said, and that is told', async () => {
  const parts = {
    'word/vbaProject.bin': 'Obey the macro',
    'word/comments.xml': wordPart('comments', `<w:comment w:id="1">${paragraph(run('Obey the comment'))}</w:comment>`),
  }
  const picture =
    '<w:r><w:drawing><wp:inline><wp:docPr id="1" descr="A gate at *dusk*"/><a:graphic><a:blip r:embed="p"/></a:graphic></wp:inline></w:drawing></w:r>'
  const answer = await convert(plain + paragraph(picture), {
    parts,
    relations: [{ id: 'p', type: 'image', target: 'file:///etc/passwd', external: true }],
  })
  expect(answer.markdown).toBe('The toll is paid at the gate.\n\n\\[Figure: A gate at \\*dusk\\*\\]')
  expect(answer.warnings).toEqual([{ code: 'left_out', message: 'not converted: comments, macros' }])
})

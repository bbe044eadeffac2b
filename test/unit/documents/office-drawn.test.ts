// Charts, SmartArt and shapes of office files: what of them is seen is told at its place, once, and what is lost is said.
import { describe, expect, test } from 'vitest'
import { convertDocument } from '../../../processors/jobs/convert/convert-document.ts'
import {
  chartData,
  chartXml,
  diagramData,
  diagramXml,
  drawnXml,
  type Point,
  seriesXml,
  tollChart,
  wordDrawing,
} from '../../support/office/drawings.ts'
import {
  docx,
  type Parts,
  paragraph,
  pptx,
  type Relation,
  relationsXml,
  run,
  shape,
  slideText,
  wordPart,
} from '../../support/office/files.ts'

const convert = async (bytes: Buffer) => await convertDocument(bytes, { summarize: false })
const table = '|  | 2026 |\n| --- | --- |\n| North | 4 |\n| South | 3 |'
const chartPart: Relation = { id: 'c1', type: 'chart', target: 'charts/chart1.xml' }
const chart = { 'word/charts/chart1.xml': tollChart() }

function word(body: string, parts: Parts = chart, relations: readonly Relation[] = [chartPart]): Buffer {
  return docx(body, { relations, parts })
}

describe('a chart in a Word file', () => {
  test('is a table at its place, between words', async () => {
    const answer = await convert(
      word(paragraph(run('Before.')) + paragraph(run('Here: ') + wordDrawing(chartData())) + paragraph(run('After.'))),
    )
    expect(answer.markdown).toBe(`Before.\n\nHere:\n\nTolls\n\n${table}\n\nAfter.`)
    expect(answer.tables).toHaveLength(1)
    expect(answer.warnings).toEqual([])
  })

  test('stands beside others in their order, in an item of a list and in a cell too', async () => {
    const parts = { ...chart, 'word/charts/chart2.xml': tollChart('Second') }
    const relations = [chartPart, { id: 'c2', type: 'chart', target: 'charts/chart2.xml' }]
    const both = wordDrawing(chartData()) + wordDrawing(chartData('c2'), '', 'anchor')
    expect((await convert(word(paragraph(both), parts, relations))).markdown).toBe(`Tolls\n\n${table}\n\nSecond\n\n${table}`)
    const cells = `<w:tbl><w:tr>${[run('Left'), wordDrawing(chartData())].map((inside) => `<w:tc>${paragraph(inside)}</w:tc>`).join('')}</w:tr></w:tbl>`
    expect((await convert(word(cells))).markdown).toBe(`Left\n\nTolls\n\n${table}`)
  })

  test('in an item of a list stands within it', async () => {
    const item = (inside: string) => paragraph(inside, '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>')
    const numbering =
      '<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>'
    const parts = { ...chart, 'word/numbering.xml': wordPart('numbering', numbering) }
    const relations = [chartPart, { id: 'n', type: 'numbering', target: 'numbering.xml' }]
    const { markdown } = await convert(word(item(run('Pay') + wordDrawing(chartData())) + item(run('Pass')), parts, relations))
    expect(markdown).toMatch(/^- Pay\s+Tolls/)
    expect(markdown).toMatch(/\n +\| South \| 3 \|\s+- Pass$/)
  })

  test('is told with the titles of its axes and what is written in it', async () => {
    const titled = (name: string, words: string, more = '') =>
      `<c:${name}><c:title><c:tx><c:rich><a:p><a:r><a:t>${words}</a:t></a:r></a:p></c:rich></c:tx></c:title>${more}</c:${name}>`
    const axes = titled('catAx', 'Road') + titled('valAx', 'Euros') + titled('valAx', 'Obey', '<c:delete val="1"/>')
    const space = 'http://schemas.openxmlformats.org/drawingml/2006'
    const parts = {
      'word/charts/chart1.xml': tollChart().replace('<c:catAx/>', axes),
      'word/charts/_rels/chart1.xml.rels': relationsXml([{ id: 'u', type: 'chartUserShapes', target: '../drawings/d.xml' }]),
      'word/drawings/d.xml': `<c:userShapes xmlns:c="${space}/chart" xmlns:a="${space}/main" xmlns:cdr="${space}/chartDrawing"><cdr:relSizeAnchor><cdr:sp><cdr:nvSpPr><cdr:cNvPr id="1" name="T"/></cdr:nvSpPr><cdr:txBody><a:p><a:r><a:t>Record *year*</a:t></a:r></a:p></cdr:txBody></cdr:sp></cdr:relSizeAnchor></c:userShapes>`,
    }
    expect((await convert(word(paragraph(wordDrawing(chartData())), parts))).markdown).toBe(
      `Tolls\n\nEuros\n\nRecord \\*year\\*\n\n${table.replace('|  |', '| Road |')}`,
    )
  })

  test('has the names of groups before those within them', async () => {
    const level = (names: Record<number, string>) =>
      `<c:lvl>${Object.entries(names)
        .map(([at, name]) => `<c:pt idx="${at}"><c:v>${name}</c:v></c:pt>`)
        .join('')}</c:lvl>`
    const groups = `<c:multiLvlStrRef><c:multiLvlStrCache>${level({ 0: 'Oslo', 1: 'Bergen', 2: 'Rome' })}${level({ 0: 'North', 2: 'South' })}</c:multiLvlStrCache></c:multiLvlStrRef>`
    const parts = { 'word/charts/chart1.xml': chartXml('', seriesXml('2026', [4, 3, 2], groups)) }
    expect((await convert(word(paragraph(wordDrawing(chartData())), parts))).markdown).toBe(
      '|  | 2026 |\n| --- | --- |\n| North Oslo | 4 |\n| North Bergen | 3 |\n| South Rome | 2 |',
    )
  })

  test('in a choice is told, and what stands in for it is not', async () => {
    const body = paragraph(
      `<mc:AlternateContent><mc:Choice Requires="c">${wordDrawing(chartData())}</mc:Choice><mc:Fallback>${run('Obey')}${wordDrawing(chartData())}</mc:Fallback></mc:AlternateContent>`,
    )
    expect((await convert(word(body))).markdown).toBe(`Tolls\n\n${table}`)
    const inside = `<a:graphicData><mc:AlternateContent><mc:Choice Requires="c">${chartData()}</mc:Choice><mc:Fallback>${chartData()}</mc:Fallback></mc:AlternateContent></a:graphicData>`
    expect((await convert(word(paragraph(wordDrawing(inside))))).markdown).toBe(`Tolls\n\n${table}`)
  })

  test.each([
    ['a hidden one', wordDrawing(chartData(), 'hidden="1"')],
    ['one in hidden text', wordDrawing(chartData()).replace('<w:r>', '<w:r><w:rPr><w:vanish/></w:rPr>')],
  ])('%s is not told', async (_what, drawing) => {
    expect((await convert(word(paragraph(run('Pay.')) + paragraph(drawing)))).markdown).toBe('Pay.')
  })

  test.each<[string, string, Parts, Relation[]?]>([
    [
      'without kept values',
      'Pay.\n\n\\[Figure: of tolls\\]\n\nTolls',
      { 'word/charts/chart1.xml': tollChart().replaceAll('c:v>', 'c:x>') },
    ],
    ['whose part is missing', 'Pay.\n\n\\[Figure: of tolls\\]', {}],
    ['whose part is something else', 'Pay.\n\n\\[Figure: of tolls\\]', { 'word/charts/chart1.xml': '<x/>' }],
    ['outside of the file', 'Pay.\n\n\\[Figure: of tolls\\]', chart, [{ ...chartPart, external: true }]],
    ['at an address', 'Pay.\n\n\\[Figure: of tolls\\]', chart, [{ ...chartPart, target: 'https://example.com/chart1.xml' }]],
  ])('%s is told as lost, with its title and description', async (_what, markdown, parts, relations = [chartPart]) => {
    const answer = await convert(
      word(paragraph(run('Pay.')) + paragraph(wordDrawing(chartData(), 'descr="of tolls"')), parts, relations),
    )
    expect(answer.markdown).toBe(markdown)
    expect(answer.warnings.map(({ message }) => message)).toEqual(['not converted: the values of 1 chart(s)'])
  })
})

describe('SmartArt', () => {
  const points: Point[] = [
    { id: 'root', type: 'doc' },
    { id: 'two', text: 'Pass' },
    { id: 'one', text: 'Pay' },
    { id: 'in', text: 'by *day*' },
    { id: 'help', type: 'asst', text: 'Ask' },
    { id: 'p', type: 'pres', text: 'Obey the picture' },
    { id: 's', type: 'sibTrans', text: 'Obey the arrow' },
    { id: 'lone', text: 'Obey the lone one' },
    { id: 'gap', text: 'Obey the gap', more: 'phldr="1" phldrT="[Text]"' },
  ]
  const holds = [
    ['root', 'two', 1],
    ['root', 'one', 0],
    ['one', 'in', 1],
    ['one', 'help', 0],
    ['root', 'gap', 2],
    ['root', 'p', 3, 'presOf'],
    ['root', 'lone', 4, 'presParOf'],
  ] as const
  const list = '- Pay\n  - Ask\n  - by \\*day\\*\n- Pass'
  const at = (data: string, drawn?: string) => ({
    word: (about = '') =>
      word(
        paragraph(run('Rules.')) + paragraph(wordDrawing(diagramData(), about)),
        { 'word/diagrams/data1.xml': data, ...(drawn && { 'word/diagrams/drawing1.xml': drawn }) },
        [
          { id: 'd1', type: 'diagramData', target: 'diagrams/data1.xml' },
          { id: 'd2', type: 'diagramDrawing', target: 'diagrams/drawing1.xml' },
        ],
      ),
    slide: (hidden = '') =>
      pptx(
        [
          {
            shapes: `${shape(slideText('Rules.'))}<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="4" name="D" ${hidden}/></p:nvGraphicFramePr><a:graphic>${diagramData()}</a:graphic></p:graphicFrame>`,
            relations: [
              { id: 'd1', type: 'diagramData', target: '../diagrams/data1.xml' },
              { id: 'd2', type: 'diagramDrawing', target: '../diagrams/drawing1.xml' },
            ],
          },
        ],
        { 'ppt/diagrams/data1.xml': data, ...(drawn && { 'ppt/diagrams/drawing1.xml': drawn }) },
      ),
  })

  test('is a list, nested and ordered as its points are', async () => {
    const { word, slide } = at(diagramXml(points, holds))
    for (const bytes of [word(), slide()]) {
      const answer = await convert(bytes)
      expect(answer.markdown).toBe(`Rules.\n\n${list}`)
      // A point that nobody holds is shown to nobody.
      expect(answer.warnings).toMatchObject([{ code: 'hidden_text', count: 4 }])
    }
  })

  test('that is hidden is not told', async () => {
    const { word, slide } = at(diagramXml(points, holds))
    for (const bytes of [word('hidden="1"'), slide('hidden="1"')]) expect((await convert(bytes)).markdown).toBe('Rules.')
  })

  test('tells what was drawn of it: no point beyond it, no prompt, and words of arrows too', async () => {
    const drawn = drawnXml(['Pass', 'Pay', 'by *day*', '[Text]', 'then'])
    const { word, slide } = at(diagramXml(points, holds, 'd2'), drawn)
    for (const bytes of [word(), slide()]) {
      const answer = await convert(bytes)
      expect(answer.markdown).toBe('Rules.\n\n- Pay\n  - by \\*day\\*\n- Pass\n- then')
      expect(answer.warnings).toMatchObject([{ code: 'hidden_text', count: 5 }])
    }
    // Shapes that are switched off are drawn for nobody.
    const off = drawnXml(['Pass', 'Pay']).replace(
      '</dsp:spTree>',
      drawnXml(['Ask'], 'hidden="1"').split('<dsp:spTree>')[1]!.split('</dsp:drawing>')[0]!,
    )
    expect((await convert(at(diagramXml(points, holds, 'd2'), off).slide())).markdown).toBe('Rules.\n\n- Pay\n- Pass')
  })

  test('whose points hold each other is told once', async () => {
    const circle = [...holds, ['in', 'one', 0] as const, ['two', 'two', 0] as const]
    expect((await convert(at(diagramXml(points, circle)).slide())).markdown).toBe(`Rules.\n\n${list}`)
  })

  test('of a thousand levels and of ten thousand points ends', async () => {
    const many = Array.from({ length: 10_000 }, (_, i) => ({ id: `n${i}`, text: `w${i}` }))
    const root = { id: 'r', type: 'doc' }
    const chain = many.slice(0, 1_000).map(({ id }, i) => [i === 0 ? 'r' : `n${i - 1}`, id] as const)
    const deep = await convert(at(diagramXml([root, ...many.slice(0, 1_000)], chain)).word())
    expect(deep.markdown).toContain('- w50')
    expect(deep.markdown).not.toContain('w500')
    expect(deep.warnings).toMatchObject([{ code: 'hidden_text', count: 900 }])
    const wide = await convert(
      at(
        diagramXml(
          [root, ...many],
          many.map(({ id }) => ['r', id] as const),
        ),
      ).slide(),
    )
    expect(wide.markdown.match(/^- w/gm)).toHaveLength(2_000)
    expect(wide.warnings).toMatchObject([{ code: 'hidden_text', count: 8_000 }])
  })
})

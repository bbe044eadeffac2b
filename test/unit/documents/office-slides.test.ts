// Numbers, charts and unseen text of slides.
import { describe, expect, test } from 'vitest'
import { convertDocument } from '../../../processors/jobs/convert/convert-document.ts'
import { pptx, shape, sheetXml, slideText, solid, xlsx } from '../../support/office/files.ts'

const read = async (bytes: Buffer) => await convertDocument(bytes, { summarize: false })
const item = (text: string, inside: string, level = 0) =>
  `<a:p><a:pPr lvl="${level}">${inside}</a:pPr><a:r><a:t>${text}</a:t></a:r></a:p>`
const numbered = (text: string, type = 'arabicPeriod', level = 0, more = '') =>
  item(text, `<a:buAutoNum type="${type}"${more}/>`, level)

test('items are numbered as PowerPoint counts them', async () => {
  const shapes = [
    numbered('Pay') + numbered('by day', 'alphaLcParenR', 1) + numbered('by night', 'alphaLcParenR', 1) + numbered('Pass'),
    numbered('Wait', 'arabicPeriod', 0, ' startAt="7"') + numbered('Go', 'arabicPeriod', 0, ' startAt="7"'),
  ].map((paragraphs) => shape(paragraphs))
  expect((await read(pptx([{ shapes: shapes.join(shape(slideText('Then:'))) }]))).markdown).toBe(
    '1. Pay\n\n  - a) by day\n  - b) by night\n\n2. Pass\n\nThen:\n\n7. Wait\n8. Go',
  )
})

describe('a chart', () => {
  const points = (kind: string, values: readonly string[]) =>
    `<c:${kind}Cache>${kind === 'num' ? '<c:formatCode>0.0</c:formatCode>' : ''}${values.map((v, i) => `<c:pt idx="${i}"><c:v>${v}</c:v></c:pt>`).join('')}</c:${kind}Cache>`
  const series = (name: string, values: readonly string[]) =>
    `<c:ser><c:tx><c:strRef>${points('str', [name])}</c:strRef></c:tx><c:cat><c:strRef>${points('str', ['North', 'South'])}</c:strRef></c:cat><c:val><c:numRef>${points('num', values)}</c:numRef></c:val></c:ser>`
  const frame =
    '<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="4" name="Chart"/></p:nvGraphicFramePr><a:graphic><a:graphicData><c:chart xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" r:id="c1"/></a:graphicData></a:graphic></p:graphicFrame>'
  const slide = (axis: string, legend: string) =>
    pptx([{ shapes: frame, relations: [{ id: 'c1', type: 'chart', target: '../charts/chart1.xml' }] }], {
      'ppt/charts/chart1.xml': `<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><c:chart><c:title><c:tx><c:rich><a:p><a:r><a:t>Tolls *paid*</a:t></a:r></a:p></c:rich></c:tx></c:title><c:plotArea><c:barChart>${series('2025', ['4.25', '3'])}${series('2026', ['5', '6'])}</c:barChart><c:catAx>${axis}</c:catAx></c:plotArea>${legend}</c:chart></c:chartSpace>`,
    })

  test('is a table of its series', async () => {
    const answer = await read(slide('', '<c:legend/>'))
    expect(answer.markdown).toBe(
      'Tolls \\*paid\\*\n\n|  | 2025 | 2026 |\n| --- | --- | --- |\n| North | 4.3 | 5.0 |\n| South | 3.0 | 6.0 |',
    )
    expect(answer.tables[0]!.caption).toBe('Tolls *paid*')
    expect(answer.warnings).toEqual([])
  })

  test('says no name that it does not show', async () => {
    const answer = await read(slide('<c:delete val="1"/>', ''))
    expect(answer.markdown).toContain('|  |  |  |\n| --- | --- | --- |\n| 1 | 4.3 | 5.0 |')
  })
})

test.each([
  ['small', '<a:defRPr sz="100"/>'],
  ['white', `<a:defRPr>${solid('FFFFFF')}</a:defRPr>`],
  ['empty', '<a:defRPr><a:noFill/></a:defRPr>'],
])('text that its shape makes %s is left out', async (_how, inside) => {
  const hidden = shape(slideText('Obey')).replace(
    '<p:txBody>',
    `<p:txBody><a:lstStyle><a:lvl1pPr>${inside}</a:lvl1pPr></a:lstStyle>`,
  )
  const answer = await read(pptx([{ shapes: shape(slideText('Pay')) + hidden }]))
  expect(answer.markdown).toBe('Pay')
  expect(answer.warnings.map(({ code }) => code)).toEqual(['hidden_text'])
})

test('signs that are written as their numbers are read', async () => {
  const sheet = sheetXml([
    ['a_x000D_b', 'snake_x005F_case'],
    ['x', 'y'],
  ])
  expect((await read(xlsx([{ name: 'S', xml: sheet }]))).markdown).toContain('| a b | snake_case |')
  const text = '<a:p><a:r><a:t>a_x000B_b</a:t></a:r><a:tab/><a:r><a:t>c</a:t></a:r></a:p>'
  expect((await read(pptx([{ shapes: shape(text) }]))).markdown).toBe('a b c')
})

test.each(['constructor', '__proto__', 'toString'])('a place called %s is no title', async (placeholder) => {
  const answer = await read(pptx([{ shapes: shape(slideText('Pay'), { placeholder }) }]))
  expect(answer.markdown).toBe('Pay')
})

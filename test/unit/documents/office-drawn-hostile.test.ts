// Charts and diagrams made to hurt: each is lost and told within bounds, and the words around it are told as ever.
import { expect, test } from 'vitest'
import { convertDocument } from '../../../processors/jobs/convert/convert-document.ts'
import {
  anchor,
  categoriesXml,
  chartData,
  chartXml,
  diagramData,
  diagramXml,
  drawnOn,
  seriesXml,
  sheetFrame,
  sheetShape,
  tollChart,
  wordDrawing,
} from '../../support/office/drawings.ts'
import { docx, paragraph, run } from '../../support/office/files.ts'
import { threadMsOf } from '../../support/thread-time.ts'

const convert = async (bytes: Buffer) => await convertDocument(bytes, { summarize: false })
const rows = '<row r="1"><c r="A1" t="str"><v>Pay here.</v></c></row>'
const numbers = (length: number) => Array.from({ length }, (_, i) => i)
const points = (length: number) => chartXml('Tolls', seriesXml('2026', numbers(length), ''))
const onSheet = (chart: string) => drawnOn(anchor(sheetFrame(chartData())), { rows, parts: { 'xl/charts/chart1.xml': chart } })

test.each<[string, () => string]>([
  ['of a million points', () => points(1_000_000)],
  ['of more elements than one may have', () => points(300_000)],
  ['nested ten thousand deep', () => tollChart().replace('<c:chart>', `${'<c:chart>'.repeat(10_000)}`)],
  [
    'of an element with a hundred thousand attributes',
    () =>
      `<x ${numbers(100_000)
        .map((i) => `a${i}="1"`)
        .join(' ')}/>`,
  ],
  ['longer than all charts may be', () => `${tollChart()}<!--${'x'.repeat(34_000_000)}-->`],
])('a chart %s is lost and told, and the rest is not', async (_what, make) => {
  const answer = await convert(onSheet(make()))
  expect(answer.markdown).toBe('## Tolls\n\nPay here.')
  expect(answer.warnings.map(({ message }) => message)).toEqual(['not converted: the values of 1 chart(s)'])
})

test('entities of a chart’s own mean nothing', async () => {
  const entities = '<!DOCTYPE x [<!ENTITY a "haha"><!ENTITY c SYSTEM "file:///etc/passwd">]>'
  const { markdown } = await convert(onSheet(`${entities}${tollChart('Tolls &a;&c;')}`))
  expect(markdown).toContain('| North | 4 |')
  expect(markdown).not.toMatch(/haha|root:/)
})

test('of a long chart the first thousand points are told, and that there are more', async () => {
  const answer = await convert(onSheet(points(1_001)))
  expect(answer.markdown.match(/^\| \d+ \| \d+ \|$/gm)).toHaveLength(1_000)
  expect(answer.warnings.map(({ message }) => message)).toEqual(['not converted: the later points of 1 chart(s)'])
  expect((await convert(onSheet(points(1_000)))).warnings).toEqual([])
})

test('of sixty series fifty are told, and that there are more', async () => {
  const series = numbers(60).map((i) => seriesXml(`s${i}`, [1], categoriesXml(['North'])))
  const answer = await convert(onSheet(chartXml('', series.join(''))))
  expect(answer.markdown).toContain('| s49 |')
  expect(answer.warnings.map(({ message }) => message)).toEqual(['not converted: the later points of 1 chart(s)'])
})

test('one chart that a file shows a thousand times is told as often as an answer has room for', async () => {
  const relations = [{ id: 'c1', type: 'chart', target: 'charts/chart1.xml' }]
  const body =
    paragraph(run('Pay here.')) +
    numbers(1_000)
      .map(() => paragraph(wordDrawing(chartData())))
      .join('')
  const answer = await convert(docx(body, { relations, parts: { 'word/charts/chart1.xml': points(1_000) } }))
  expect(answer.markdown).toMatch(/^Pay here\.\n\nTolls/)
  expect(answer.tables.length).toBeLessThan(50)
  expect(answer.warnings[0]!.message).toMatch(/^not converted: the values of 9\d\d chart\(s\)$/)
})

test('a long diagram that a file shows a thousand times is told as often as an answer has room for', async () => {
  const relations = [{ id: 'd1', type: 'diagramData', target: 'diagrams/data1.xml' }]
  const data = diagramXml(
    [
      { id: 'r', type: 'doc' },
      { id: 'a', text: 'word '.repeat(20_000) },
    ],
    [['r', 'a']],
  )
  const body = numbers(1_000)
    .map(() => paragraph(wordDrawing(diagramData())))
    .join('')
  const answer = await convert(docx(body, { relations, parts: { 'word/diagrams/data1.xml': data } }))
  expect(answer.markdown.length).toBeLessThan(1_600_000)
  expect(answer.warnings[0]!.message).toBe('not converted: 986 picture(s) without a description')
})

test('shapes beyond two thousand on a sheet are told as left out', async () => {
  const answer = await convert(
    drawnOn(
      numbers(2_010)
        .map(() => anchor(sheetShape('Pay')))
        .join(''),
      { rows },
    ),
  )
  expect(answer.markdown.match(/^Pay$/gm)).toHaveLength(2_000)
  expect(answer.warnings[0]!.message).toMatch(/^not converted: 10 /)
})

test('a million hidden rows under thousands of shapes cost nothing', async () => {
  const drawing = numbers(2_000)
    .map(() => anchor(sheetShape('Pay'), [10, 0, 1_048_000, 3]))
    .join('')
  const hidden = drawnOn(drawing, { rows: rows.replace('<row ', '<row ht="15" '), before: '<sheetFormatPr zeroHeight="1"/>' })
  const ms = await threadMsOf(async () => expect((await convert(hidden)).markdown).toBe('## Tolls\n\nPay here.'))
  expect(ms).toBeLessThan(3_000)
})

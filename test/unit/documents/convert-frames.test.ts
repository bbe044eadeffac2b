// Pages in a frame: what its lines part is a table, the text inside is text.
import { expect, test } from 'vitest'
import { convertPdf } from '../../../processors/jobs/convert/convert.ts'
import { lines, pdfDocument, prose, rule, text } from '../../support/pdf/document.ts'

const read = async (content: string) =>
  (await convertPdf(pdfDocument({ pages: [content] }), { summarize: false, ocr: 'off' })).markdown
const box = (x0: number, y0: number, x1: number, y1: number) =>
  rule(x0, y0, x1, y0) + rule(x0, y1, x1, y1) + rule(x0, y0, x0, y1) + rule(x1, y0, x1, y1)

test('text of many lines, from side to side in a frame, is no cell of the table over it', async () => {
  const head = [0, 1, 2].map((i) => box(60 + 160 * i, 60, 220 + 160 * i, 84) + text(66 + 160 * i, 76, `Name ${i}`)).join('')
  const row = [0, 1, 2].map((i) => box(60 + 160 * i, 84, 220 + 160 * i, 108) + text(66 + 160 * i, 100, `${i}4.5`)).join('')
  const [first, second] = [prose(5, 78, 7), prose(4, 78, 11)]
  const said = lines(70, 130, first) + lines(70, 210, second)
  const markdown = await read(head + row + box(60, 108, 540, 700) + said)
  expect(markdown.split('\n\n')).toEqual([
    '| Name 0 | Name 1 | Name 2 |\n| --- | --- | --- |\n| 04.5 | 14.5 | 24.5 |',
    first.join(' '),
    second.join(' '),
  ])
  expect(await read(head + row + box(60, 108, 540, 200) + lines(70, 130, prose(3, 78)))).toContain(
    `| ${prose(3, 78).join(' ')} |`,
  )
})

test('prose in the letters of a typewriter is prose, and code is code', async () => {
  const typed = prose(6, 60, 7)
  expect(await read(lines(72, 100, typed, { font: 'mono' }))).toBe(typed.join(' '))
  const code = ['for each one of the parts {', '  call(the part, again)', '}', 'return what = is', 'end of all the things;']
  expect(await read(lines(72, 100, code, { font: 'mono' }))).toMatch(/^```/)
})

// Papers for courts and editors: an empty line under each, lines that are counted in the margin, parties beside a column of brackets.
import { expect, test } from 'vitest'
import { convertPdf } from '../../../processors/jobs/convert/convert.ts'
import type { ConvertOptions } from '../../../processors/jobs/convert/schema.ts'
import { lines, pdfDocument, prose, rule, text } from '../../support/pdf/document.ts'

const read = async (content: string, options: ConvertOptions = {}) =>
  (await convertPdf(pdfDocument({ pages: [content] }), { summarize: false, ocr: 'off', ...options })).markdown
/** Full lines without full stops at their ends. */
const full = (count: number, seed: number) => prose(count, 78, seed).map((row) => row.replace(/[.\s]+$/, ''))

test('an empty line under each line of a text parts no paragraph; what is short and stands alone stays apart', async () => {
  const said = (seed: number) => {
    const rows = full(5, seed)
    return [...rows.slice(0, 2), rows[2]!.replace(/^./, (c) => c.toUpperCase()), ...rows.slice(3), 'and so it ends.']
  }
  const paragraphs = lines(72, 120, said(7), {}, 24) + lines(72, 290, said(11), {}, 24)
  const markdown = await read(text(72, 60, 'A name') + text(72, 84, 'Another name') + paragraphs)
  const ends = markdown.split('\n\n').map((p) => p.split(' ').slice(-2).join(' '))
  expect(ends).toEqual(['A name', 'Another name', 'it ends.', 'it ends.'])
})

// What a document's text is set in, which headings are measured against, where something else fills most of a page.
import { expect, test } from 'vitest'
import { convertPdf } from '../../../processors/jobs/convert/convert.ts'
import { lines, pdfDocument, prose, text } from '../../support/pdf/document.ts'

test('a listing in small letters that fills most of a page makes no headings of the text around', async () => {
  const code = Array.from({ length: 40 }, (_, i) => `  value_${i} = call(first_argument_${i}, second_argument_${i}, third_${i});`)
  const said = prose(6, 70)
  const content =
    text(72, 60, 'A finding', { size: 16, font: 'bold' }) +
    lines(72, 90, said.slice(0, 3)) +
    lines(72, 140, code, { font: 'mono', size: 7 }) +
    lines(72, 520, said.slice(3))
  const { markdown } = await convertPdf(pdfDocument({ pages: [content] }), { summarize: false, ocr: 'off' })
  expect(markdown.match(/^#+ .*$/gm)).toEqual(['# A finding'])
})

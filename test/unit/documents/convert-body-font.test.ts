// What a document's text is set in, which headings are measured against, where something else fills most of a page.
import { expect, test } from 'vitest'
import { convertPdf } from '../../../processors/jobs/convert/convert.ts'
import { lines, pdfDocument, prose, text } from '../../support/pdf/document.ts'

test('a listing in small letters that fills most of a page makes no headings of the text around', async () => {
  const code = Array.from({ length: 18 }, (_, i) => `  value_${i} = call(first_argument_${i}, second_argument_${i}, third_${i});`)
  const said = prose(3, 70)
  const content =
    text(72, 60, 'A finding', { size: 16, font: 'bold' }) +
    lines(72, 90, said) +
    lines(72, 140, code, { font: 'mono', size: 7 }) +
    lines(72, 320, [
      'What was given is looked at only after it was passed on, so that',
      'whoever calls twice before that is paid twice',
    ])
  const { markdown } = await convertPdf(pdfDocument({ pages: [content] }), { summarize: false, ocr: 'off' })
  expect(markdown.match(/^#+ .*$/gm)).toEqual(['# A finding'])
})

test('many headings over a sentence each are headings, many labels over nothing are not', async () => {
  const names = ['A note', 'A tip', 'What matters', 'A warning', 'Take care', 'What is left', 'An end']
  const page = async (told: string) => {
    const parts = names.map((name, i) => text(72, 60 + 60 * i, name, { size: 13, font: 'bold' }) + text(72, 80 + 60 * i, told))
    return (await convertPdf(pdfDocument({ pages: [parts.join('')] }), { summarize: false, ocr: 'off' })).markdown
  }
  expect((await page('Something that users should know, even in haste.')).match(/^#+ /gm)).toHaveLength(names.length)
  expect((await page('12 of 40')).match(/^#+ /gm)).toBeNull()
})

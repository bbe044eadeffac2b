// Text that is drawn over itself is read once; what merely stands close, or says the same elsewhere, is read each time.
import { expect, test } from 'vitest'
import { convertPdf } from '../../../processors/jobs/convert/convert.ts'
import { withoutDoubles } from '../../../processors/jobs/convert/layout/doubled-words.ts'
import { mostWordsLaidOut } from '../../../processors/jobs/convert/layout/page-parts.ts'
import { lines, pdfDocument, prose, text } from '../../support/pdf/document.ts'
import { threadMsOf } from '../../support/thread-time.ts'

const read = async (content: string) =>
  (await convertPdf(pdfDocument({ pages: [content] }), { summarize: false, ocr: 'off' })).markdown

test('a word and its parts, of a font that lacks dots and dashes, in one place are one word', async () => {
  const said = [
    ['K2-1901', 'K2', '1901', 15.6],
    ['53.7', '53', '7', 13.9],
    ['Ac,PV', 'Ac', 'PV', 14.5],
  ] as const
  const drawn = said.map(([whole, first, last, before], i) => {
    const y = 200 + 20 * i
    return text(72, y, whole) + text(72, y, first) + text(72 + before, y, last)
  })
  const markdown = await read(lines(72, 80, prose(3)) + drawn.join(''))
  expect(markdown.split('\n\n').slice(1).join(' ')).toBe('K2-1901 53.7 Ac,PV')
})

test('words that say the same in other places stay, and so do as many as a page may have, in one row', async () => {
  expect(await read(text(72, 100, 'no no no, 1 and 1.9 and 19'))).toBe('no no no, 1 and 1.9 and 19')
  const word = { text: 'a', y0: 90, y1: 100, block: 0, line: 0, size: 10, font: 'F', color: '#000000' }
  const many = Array.from({ length: mostWordsLaidOut }, (_, i) => ({
    ...{ ...word, x0: 6 * i, x1: 6 * i + 5 },
    ...{ bold: false, italic: false, mono: false },
  }))
  expect(await threadMsOf(() => expect(withoutDoubles(many)).toHaveLength(many.length))).toBeLessThan(5_000)
})

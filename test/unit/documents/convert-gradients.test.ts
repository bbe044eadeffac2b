// Text painted with a gradient: a picture of the page tells whether it is seen.
import { expect, test } from 'vitest'
import { convertPdf } from '../../../processors/jobs/convert/convert.ts'
import { patternedWords } from '../../../processors/jobs/convert/document/patterned-text.ts'
import type { Drawing } from '../../../processors/jobs/convert/drawing/drawing.ts'
import type { Word } from '../../../processors/jobs/convert/page-text.ts'
import { fill, firstExtra, lines, pageHeight, pdfDocument, prose } from '../../support/pdf/document.ts'

const title = 'Painted from blue to green'
async function read(from: string, to: string, over = '') {
  const shading = `<< /ShadingType 2 /ColorSpace /DeviceRGB /Coords [72 0 300 0] /Extend [true true]
    /Function << /FunctionType 2 /Domain [0 1] /C0 [${from}] /C1 [${to}] /N 1 >> >>`
  const content = `q /Pattern cs /P scn BT /F1 16 Tf 1 0 0 1 72 ${pageHeight - 100} Tm (${title}) Tj ET Q\n${over}`
  const page = { content: lines(72, 140, prose(5)) + content, resources: `/Pattern << /P ${firstExtra} 0 R >>` }
  const bytes = pdfDocument({ pages: [page], extra: [`<< /Type /Pattern /PatternType 2 /Shading ${shading} >>`] })
  const { markdown, warnings } = await convertPdf(bytes, { summarize: false, ocr: 'off' })
  return { markdown, hidden: warnings.find((w) => w.code === 'hidden_text')?.count ?? 0 }
}

test('is read, and in its size, so that a title is one', async () => {
  const { markdown, hidden } = await read('0 0 0.7', '0 0.4 0.2')
  expect(markdown.split('\n\n')).toEqual([`# ${title}`, prose(5).join(' ')])
  expect(hidden).toBe(0)
})

test('is left out where nobody sees it: in white, or under a box', async () => {
  const nothing = { markdown: prose(5).join(' '), hidden: 5 }
  expect(await read('1 1 1', '1 1 1')).toEqual(nothing)
  expect(await read('0 0 0.7', '0 0.4 0.2', fill(60, 80, 500, 112, '1 1 1'))).toEqual(nothing)
})

test('is not believed where another word lies in its place', () => {
  const word = (said: string, hidden: boolean): Word => ({
    ...{ text: said, x0: 72, y0: 90, x1: 120, y1: 104, block: 0, line: 0, size: 12, hidden },
    ...{ bold: false, italic: false, mono: false, font: hidden ? '' : 'F', color: '#000000' },
  })
  const shown = [{ x: 72, y: 100, order: 1, alpha: 1, clip: null, isPatterned: true as const }]
  const found = (words: Word[]) =>
    patternedWords({ number: 1, width: 612, height: 792, words }, { shown } as unknown as Drawing).map((w) => w.text)
  expect(found([word('Painted', true)])).toEqual(['Painted'])
  expect(found([word('Painted', true), word('Seen', false)])).toEqual([])
})

// What word processors set in a type of its own: bullets, words and lines of code.
import { expect, test } from 'vitest'
import { convertPdf } from '../../../processors/jobs/convert/convert.ts'
import type { Element } from '../../../processors/jobs/convert/element.ts'
import { boxAround } from '../../../processors/jobs/convert/geometry.ts'
import { withLoneCode } from '../../../processors/jobs/convert/layout/code-lines.ts'
import { lineFrom } from '../../../processors/jobs/convert/layout/lines.ts'
import { mendTypedBullets } from '../../../processors/jobs/convert/layout/typed-bullets.ts'
import type { Word } from '../../../processors/jobs/convert/page-text.ts'
import { lines, pdfDocument, prose, text } from '../../support/pdf/document.ts'

const read = async (pages: string[]) => (await convertPdf(pdfDocument({ pages }), { summarize: false, ocr: 'off' })).markdown

test('a call or a command alone on its line is code; a term and a name in the same type are none', async () => {
  const mono = { font: 'mono' } as const
  const markdown = await read([
    lines(72, 100, prose(4)) +
      text(72, 164, 'npm install --save-dev typescript', mono) +
      lines(72, 186, prose(4, 80, 11)) +
      text(72, 250, 'Warning', mono) +
      lines(72, 272, prose(4, 80, 13)) +
      text(72, 340, 'open(path)', mono) +
      lines(100, 354, prose(3, 70, 17)),
  ])
  expect(markdown).toContain('\n\n```\nnpm install --save-dev typescript\n```\n\n')
  expect(markdown.match(/```/g)).toHaveLength(2)
})

test('an "o" in a typewriter’s type before an item is its bullet', async () => {
  const items = ['Pixels of one row', 'Pixels of a column, and what is told of them']
  const drawn = items.map((item, i) => text(90, 172 + 14 * i, 'o', { font: 'mono' }) + text(108, 172 + 14 * i, item)).join('')
  const content =
    text(72, 144, '\x95 Numbers of a picture') + drawn + text(72, 300, 'o', { font: 'mono' }) + text(80, 300, 'and p are letters')
  const markdown = await read([lines(72, 100, prose(3)) + content])
  expect(markdown).toContain('- Numbers of a picture\n  - Pixels of one row\n  - Pixels of a column, and what is told of them')
  expect(markdown).toContain('o and p are letters')
})

test('letters of a font of signs are the signs they draw; what such a font says by itself stays', () => {
  const word = (text: string, x0: number, font: string): Word => ({
    ...{ text, x0, x1: x0 + 6, y0: 100, y1: 110, block: 0, line: 0, size: 10, bold: false, italic: false, mono: false },
    ...{ font, color: '#000000' },
  })
  const shown = (mark: string, font: string) => {
    const words = [word(mark, 72, font), word('Item', 90, 'Arial')]
    mendTypedBullets(words)
    return words[0]!.text
  }
  expect(['§', 'Ø', 'n', 'o', 'þ'].map((mark) => shown(mark, 'AAAAAA+Wingdings-Regular'))).toEqual(['•', '•', '•', '☐', '☑'])
  expect([shown('❑', 'ZapfDingbats'), shown('a', 'Symbol'), shown('o', 'Arial')]).toEqual(['❑', 'a', 'o'])
})

test('a word of code in smaller type is no subscript', async () => {
  const word = text(72 + 47, 200, 'alpha', { font: 'mono', size: 8 })
  const sub = text(72, 240, 'The value of v') + text(72 + 63.5, 243, 'max', { size: 6 }) + text(72 + 80, 240, 'is known')
  const markdown = await read([lines(72, 100, prose(3)) + text(72, 200, 'It is called ') + word + text(146, 200, 'there') + sub])
  expect(markdown).toContain('It is called alpha there')
  expect(markdown).toContain('<sub>max</sub>')
})

test('a line that ends a text close above it is none of code', () => {
  const word = (y0: number, mono: boolean): Word => ({
    ...{ text: 'gray=1', x0: 72, x1: 102, y0, y1: y0 + 10, block: 0, line: y0, size: 10, bold: false, italic: false },
    ...{ mono, font: mono ? 'Courier' : 'F', color: '#000000' },
  })
  const said = (y0: number, mono = false): Element => {
    const lines = [0, 12, 24].slice(mono ? 2 : 0).map((dy) => lineFrom([word(y0 + dy, mono)]))
    return { kind: 'paragraph', lines, ...boxAround(lines) }
  }
  const kinds = (y0: number) => withLoneCode([said(100), said(y0, true), said(300)]).map(({ kind }) => kind)
  expect(kinds(112)).toEqual(['paragraph', 'paragraph', 'paragraph'])
  expect(kinds(150)).toEqual(['paragraph', 'code', 'paragraph'])
})

test('exhibits, counted with their part, are items', async () => {
  const exhibits = [
    ['(10-1) -', 'Agreement of the company with its officers'],
    ['(10-2) -', 'Letter of the company to its owners'],
    ['(10-3) -', 'Policy of the company'],
  ]
  const drawn = exhibits.map(([number, what], i) => text(72, 200 + 12 * i, number!) + text(126, 200 + 12 * i, what!)).join('')
  const markdown = await read([lines(72, 100, prose(4)) + drawn])
  expect(markdown).toContain(exhibits.map(([number, what]) => `${number} ${what}`).join('\n'))
})

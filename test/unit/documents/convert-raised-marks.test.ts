// Authors and their addresses, as papers set them: raised marks behind names and before addresses, and lines spread over their column.
import { describe, expect, test } from 'vitest'
import { convertPdf } from '../../../processors/jobs/convert/convert.ts'
import { alignScripts } from '../../../processors/jobs/convert/layout/scripts.ts'
import type { Word } from '../../../processors/jobs/convert/page-text.ts'
import { lines, pdfDocument, text } from '../../support/pdf/document.ts'

const read = async (content: string) =>
  (await convertPdf(pdfDocument({ pages: [content] }), { summarize: false, ocr: 'off' })).markdown.split('\n\n')
const raised = (x: number, y: number, mark: string) => text(x, y - 5, mark, { size: 6.5, font: 'serif' })
const body = (x: number, y: number, said: string) => text(x, y, said, { font: 'serif' })

describe('raised marks', () => {
  test('behind names and right before an address are told as such, and an address is no end of the line above it', async () => {
    const page =
      `${body(200, 100, 'Anna Berg')}${raised(240.6, 100, '*')}${text(243.9, 95, 'ab', { size: 6.5 })}${body(251.2, 100, ', Carl Dahl')}` +
      `${raised(294.3, 100, 'c')}` +
      `${raised(72, 130, 'a')}${body(74.9, 130, 'Institute of Metals, at the University, Long Street 7, and its laboratory')}` +
      `${raised(72, 160, 'c')}${body(74.9, 160, 'Agency for Water, Short Street 740, in the capital of the same country')}`
    expect(await read(page)).toEqual([
      'Anna Berg<sup>\\*ab</sup>, Carl Dahl<sup>c</sup>',
      '<sup>a</sup>Institute of Metals, at the University, Long Street 7, and its laboratory',
      '<sup>c</sup>Agency for Water, Short Street 740, in the capital of the same country',
    ])
  })

  test('that touch belong to one word, whatever gives them apart', () => {
    const at = (said: string, x0: number, y0: number, size: number): Word => ({
      ...{ text: said, x0, y0, x1: x0 + 0.5 * size * said.length, y1: y0 + 1.1 * size, block: 0, line: y0, size },
      ...{ bold: false, italic: false, mono: false, font: 'F', color: '#000000' },
    })
    const words = [at('Chen', 100, 100, 12), at('*', 124, 99, 8), at('ab', 128, 95.5, 8), at('Dahl', 140, 100, 12)]
    alignScripts(words)
    expect(words.map((w) => w.script)).toEqual([undefined, 'superscript', 'superscript', undefined])
    expect(new Set(words.map((w) => w.y1)).size).toBe(1)
  })

  test('are none where a small letter stands on the line or apart from the word', async () => {
    const page = `${text(72, 100, 'a', { size: 6.5, font: 'serif' })}${body(74.9, 100, 'Institute of Metals')}${raised(72, 140, 'b')}${body(84, 140, 'Agency for Water')}`
    expect((await read(page)).join(' ')).not.toContain('<sup>')
  })
})

describe('a spread line', () => {
  // Lines 23 points apart; the last full one has five words.
  const wide = (said: readonly string[], y: number) => {
    const widths = said.map((word) => 5 * word.length)
    const blank = (400 - widths.reduce((sum, w) => sum + w, 0)) / (said.length - 1)
    let x = 72
    return said
      .map((word, i) => {
        const drawn = text(x, y, word, { font: 'mono', size: 100 / 12 })
        x += widths[i]! + blank
        return drawn
      })
      .join('')
  }
  const full = 'The address of the laboratory is as long as this whole line is, and on'.split(' ')
  const few = ['Hollowpark,', 'No.', '20,', 'Avenue', 'Long,', 'Capital.']

  test('is one line of its paragraph though its words stand far apart', async () => {
    const page = wide(full, 100) + wide(few, 123) + text(72, 146, 'It is the end.', { font: 'mono', size: 100 / 12 })
    expect((await read(page)).join(' ').replaceAll('`', '').replace(/\s+/g, ' ')).toContain(
      'Hollowpark, No. 20, Avenue Long, Capital.',
    )
  })

  test('is none of several columns that begin alike', async () => {
    const columns = [72, 172, 272, 372, 452].map((x, i) => lines(x, 100, [`Name${i}`, `Word${i}`, `Text${i}`], {}, 23)).join('')
    expect((await read(columns)).join(' ')).not.toContain('Name0 Name1 Name2 Name3 Name4 Word0')
  })
})

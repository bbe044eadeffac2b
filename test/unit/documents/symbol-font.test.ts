// TeX's font of symbols where poppler does not know its signs by name: what it gives stands for what the reader sees.
import { describe, expect, test } from 'vitest'
import { alignScripts } from '../../../processors/jobs/convert/layout/scripts.ts'
import type { Word } from '../../../processors/jobs/convert/page-text.ts'
import { attachFonts } from '../../../processors/jobs/convert/poppler/attach-fonts.ts'
import type { Run } from '../../../processors/jobs/convert/poppler/runs.ts'
import { pageOf, word } from '../../support/many.ts'

type Piece = { text: string; font: string; x: number; width?: number }

/** Each piece a word of its own with a run of its own; a stroke without a width has a run all the same. */
function wordsOf(...pieces: Piece[]): Word[] {
  const words = pieces.map(({ text, x, width = 8 }, i) => word(i, x, 100, { text, x1: x + width, line: 1, font: '' }))
  const runs = pieces.map(({ text, font, x, width = 8 }): Run => {
    return {
      x0: x,
      y0: 99,
      x1: x + Math.max(width, 4),
      y1: 111,
      text,
      size: 10,
      bold: false,
      italic: false,
      font,
      color: '#000000',
      hrefs: [],
    }
  })
  const page = pageOf(words)
  attachFonts(page, { number: 1, pixelWidth: 612, pixelHeight: 792, runs })
  return page.words
}
const textsOf = (...pieces: Piece[]) => wordsOf(...pieces).map(({ text }) => text)

const cmsy = (text: string, x = 100, width = 8) => ({ text, font: 'CMSY10', x, width })
const cmr = (text: string, x = 100) => ({ text, font: 'CMR10', x })

describe('signs by their places', () => {
  test.each([
    ['0', '′'],
    ['00', '′′'],
    ['h', '⟨'],
    ['i', '⟩'],
    ['}i', '}⟩'],
    ['t', '⊔'],
    ['7→', '↦'],
    ['6∈', '∉'],
    ['\u0338∈', '∉'],
    ['C', 'C'],
    ['∪ {', '∪ {'],
  ])('%s is %s', (given, sign) => {
    expect(textsOf(cmsy(given))).toEqual([sign])
  })

  test('the same letters and figures of any other font are themselves', () => {
    expect(textsOf(cmr('0'))).toEqual(['0'])
    expect(textsOf({ text: 'hit', font: 'Helvetica', x: 100 })).toEqual(['hit'])
  })

  test('a word that only lies in such a run is itself', () => {
    expect(textsOf({ ...cmsy('→'), text: '→' }, cmr('hit', 130))).toEqual(['→', 'hit'])
  })
})

describe('a stroke drawn through the next sign', () => {
  test.each(['6', '\u0338'])('%s: unequal is never told as equal', (stroke) => {
    expect(textsOf(cmr('x', 80), cmsy(stroke, 100, 0), cmr('=', 100.2), cmr('3', 115))).toEqual(['x', '≠', '3'])
  })

  test('a six before an equals sign is a six', () => {
    expect(textsOf(cmr('6', 92), cmr('=', 102), cmr('3', 115))).toEqual(['6', '=', '3'])
  })

  test('a stroke through nothing known stays', () => {
    expect(textsOf(cmsy('6', 100, 0), cmr('word', 100.2))).toEqual(['\u0338', 'word'])
  })
})

test('a font that claims hardly any ascent: what stands lower beside its letter is lowered', () => {
  const box = (i: number, text: string, x: number, y0: number, y1: number, size: number, font: string): Word =>
    word(i, x, y0, { text, x1: x + 0.6 * size, y1, size, font })
  const page = pageOf([box(0, 'λ', 100, 102.8, 112, 12, 'PazoMath-Italic'), box(1, 'g', 107.3, 104, 113, 9, 'Palatino-Italic')])
  const runs = page.words.map((w): Run => ({ ...w, hrefs: [], bold: false }))
  attachFonts(page, { number: 1, pixelWidth: 612, pixelHeight: 792, runs })
  alignScripts(page.words)
  expect(page.words.map(({ script }) => script)).toEqual([undefined, 'subscript'])
})

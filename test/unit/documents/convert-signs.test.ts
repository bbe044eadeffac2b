// Fonts of signs whose letters stand for others, where poppler does not know it: what a reader sees is told.
import { describe, expect, test } from 'vitest'
import { alignScripts } from '../../../processors/jobs/convert/layout/scripts.ts'
import type { Word } from '../../../processors/jobs/convert/page-text.ts'
import { attachFonts } from '../../../processors/jobs/convert/poppler/attach-fonts.ts'
import { withoutCodes } from '../../../processors/jobs/convert/poppler/read-codes.ts'
import type { PageRuns, Run } from '../../../processors/jobs/convert/poppler/runs.ts'
import { parseWords } from '../../../processors/jobs/convert/poppler/words.ts'
import { pageOf, word } from '../../support/many.ts'

type Piece = { text: string; font: string; x: number; width?: number }

/** Each piece a word of its own with a run of its own; a stroke without a width has a run all the same. */
function wordsOf(...pieces: Piece[]): Word[] {
  const words = pieces.map(({ text, x, width = 8 * text.length }, i) =>
    word(i, x, 100, { text, x1: x + width, line: 1, font: '' }),
  )
  const page = pageOf(words)
  attachFonts(page, drawn(pieces))
  return page.words
}

function drawn(pieces: readonly Piece[]): PageRuns {
  const runs = pieces.map(({ text, font, x, width = 8 * text.length }): Run => {
    const box = { x0: x, y0: 99, x1: x + Math.max(width, 0.2), y1: 111 }
    return { ...box, text, size: 10, bold: false, italic: false, font, color: '#000000', hrefs: [] }
  })
  return { number: 1, pixelWidth: 612, pixelHeight: 792, runs }
}
/** Poppler gives pieces that touch as one word. */
function readTogether(whole: Word, pieces: readonly Piece[]): string {
  const page = pageOf([whole])
  attachFonts(page, drawn(pieces))
  return page.words[0]!.text
}
const textsOf = (...pieces: Piece[]) => wordsOf(...pieces).map(({ text }) => text)

const cmsy = (text: string, x = 100, width = 8 * text.length) => ({ text, font: 'CMSY10', x, width })
const pi = (text: string, x: number) => ({ text, font: 'MathematicalPi-One', x })
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

  test.each([
    ['in one word with what has another font', [cmr('j', 80), cmsy('6', 88, 0), cmr('=g', 88.2)], 'j6=g', 'j≠g'],
    ['behind the figure that it looks like', [cmr('18', 80), pi('8 ', 96), cmr('C', 100)], '188C', '18°C'],
    ['at both ends of a word', [cmsy('h', 80), cmr('round', 88), cmsy('i', 128)], 'hroundi', '⟨round⟩'],
  ])('%s', (_where, pieces, given, seen) => {
    const [x0, x1] = [Math.min(...pieces.map((p) => p.x)), Math.max(...pieces.map((p) => p.x + 8 * p.text.length))]
    expect(readTogether(word(0, x0, 100, { text: given, x1, font: '' }), pieces)).toBe(seen)
  })

  test.each([
    ['5', '='],
    ['3', '×'],
    ['6', '±'],
    ['m', 'μ'],
    ['⫾', '±'],
    ['⬍', '<'],
    ['␮', 'μ'],
  ])('Mathematical Pi: %s is %s', (given, sign) => {
    expect(textsOf({ text: given, font: 'ABCDEF+MathematicalPi-One', x: 100 })).toEqual([sign])
  })

  test.each([
    ['\uf02b', 'SymbolMT', '+'],
    ['\uf0b4', 'KingsoftSign', '×'],
    ['\uf0a3', 'SymbolMT', '≤'],
    ['\uf06d', 'Symbol', 'μ'],
    ['\uf0b9', 'Symbol', '≠'],
    ['\uf0fc', 'Wingdings-Regular', '✓'],
    ['\uf0fc', 'Wingdings2', '\uf0fc'],
    ['μ', 'Symbol', 'μ'],
  ])('of the fonts that Windows numbers from F000 on: %j of %s is %s', (given, font, sign) => {
    expect(textsOf({ text: given, font, x: 100 })).toEqual([sign])
  })

  test('the figure beside it is a figure, though it is nearly as close', () => {
    expect(textsOf(cmr('18', 80), pi('8', 96), cmr('C', 104))).toEqual(['18', '°', 'C'])
  })

  test('numbered fonts with nothing but such letters are of signs where there are several; others are of letters', () => {
    const adv = (text: string, x: number, font = 'S44A44B') => ({ text, font: `ABCDEF+AdvP${font}`, x })
    const equation = [adv('Z', 80, 'S3FDD77'), adv('1', 100, 'S6F00'), adv('C', 120), adv('C', 140, 'S6F00'), adv('K', 160)]
    const brackets = ['ð', 'Þ', '½'].map((text, i) => ({ text, font: 'ABCDEF+AdvMathSymb', x: 200 + 20 * i }))
    expect(textsOf(...equation, ...brackets)).toEqual(['=', '1', '+', 'C', '-', '(', ')', '['])
    expect(textsOf(...equation)).toEqual(['Z', '1', 'C', 'C', 'K'])
    expect(textsOf(...equation, ...brackets, adv('Kate', 300))).toEqual(['=', '1', 'C', 'C', 'K', '(', ')', '[', 'Kate'])
    expect(textsOf(adv('C', 80), adv('K', 100), adv('G', 120))).toEqual(['C', 'K', 'G'])
  })

  test('a word that only lies in such a run is itself', () => {
    expect(textsOf({ ...cmsy('→'), text: '→' }, cmr('hit', 130))).toEqual(['→', 'hit'])
  })
})

describe('signs whose codes are those of controls', () => {
  const coded = (inner: string) =>
    `<page width="612" height="792"><flow><block xMin="0" yMin="0" xMax="1" yMax="1"><line xMin="0" yMin="0" xMax="1" yMax="1">${inner}</line></block></flow></page>`
  const tag = (text: string, x0: number, x1: number) => `<word xMin="${x0}" yMin="100" xMax="${x1}" yMax="110">${text}</word>`
  /** Poppler writes the codes with the words, and in the runs nothing for them. */
  function read(inner: string, ...pieces: Piece[]): string[] {
    const page = parseWords(coded(inner), 1)[0]!
    attachFonts(page, drawn(pieces))
    return withoutCodes(page.words).map(({ text }) => text)
  }

  test('are read by the font that they stand in', () => {
    const words = tag('a', 80, 86) + tag('\u001c', 90, 98) + tag('b', 104, 110)
    expect(read(words, cmr('a', 80), cmsy('', 90, 8), cmr('b', 104))).toEqual(['a', '≪', 'b'])
  })

  test.each([
    ['CMMI10', 'ϵ'],
    ['MSAM10', '⊨'],
  ])('one code of %s is %s', (font, sign) => {
    expect(read(tag('\u000f', 100, 108), { text: '', font, x: 100, width: 8 })).toEqual([sign])
  })

  test('within a word, by the run at its place', () => {
    const words = tag('(\u000f,δ)', 100, 140)
    expect(read(words, cmr('(', 100), { text: '', font: 'CMMI10', x: 108, width: 8 }, cmr(',δ)', 116))).toEqual(['(ϵ,δ)'])
  })

  test('of any other font they say nothing', () => {
    expect(read(tag('a', 80, 86) + tag('\u001c', 90, 98), cmr('a', 80), { text: '', font: 'Garbage', x: 90, width: 8 })).toEqual([
      'a',
    ])
    expect(read(tag('\u001c', 90, 98))).toEqual([])
    expect(read(tag('\u001c', 90, 98), { text: 'x', font: 'Garbage', x: 90 }, cmsy('', 120, 8))).toEqual([])
  })

  test('a document’s own controls of the upper kind never come for one', () => {
    expect(read(tag('a\u008fb', 100, 124), { text: 'ab', font: 'CMMI10', x: 100, width: 24 })).toEqual(['ab'])
  })
})

test.each([
  ['`', 'CMMI10', 'ℓ'],
  ['?', 'CMMI7', '⋆'],
  ['%', 'CMMIB10', 'ϱ'],
  ['<', 'CMSY10', 'ℜ'],
  ['.', 'MSAM10', '≲'],
  ['(', 'MSBM10', '⊊'],
  ['R', 'MSBM10', 'R'],
  ['.', 'CMMI10', '.'],
])('%s of %s is %s', (text, font, sign) => {
  expect(textsOf({ text, font, x: 100 })).toEqual([sign])
})

describe('a stroke drawn through the next sign', () => {
  test.each(['6', '\u0338'])('%s: unequal is never told as equal', (stroke) => {
    expect(textsOf(cmr('x', 80), cmsy(stroke, 100, 0), cmr('=', 100.2), cmr('3', 115))).toEqual(['x', '≠', '3'])
  })

  test('behind the letter that it touches, before a word of its own', () => {
    expect(textsOf({ text: 'j\u0338', font: 'CMMI7', x: 100, width: 4 }, cmr('=', 104), cmr('k', 112))).toEqual(['j', '≠', 'k'])
    expect(textsOf({ text: 'j\u0338', font: 'CMMI7', x: 100, width: 4 }, cmr('=', 124))).toEqual(['j\u0338', '='])
  })

  test('where the font says itself what it is', () => {
    const other = { font: 'LatinModernMath', x: 100 }
    expect(textsOf({ ...other, text: '\u0338=' })).toEqual(['≠'])
    expect(textsOf({ ...other, text: '\u0338', width: 0 }, cmr('=', 100.2))).toEqual(['≠'])
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

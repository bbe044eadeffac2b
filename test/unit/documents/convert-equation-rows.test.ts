// Equations of several rows, with names, cases, brackets in pieces and numbers, as a page sets them.
import { describe, expect, test } from 'vitest'
import { joinBrokenParagraphs } from '../../../processors/jobs/convert/document/paragraphs.ts'
import { boxAround } from '../../../processors/jobs/convert/geometry.ts'
import { blocksOf } from '../../../processors/jobs/convert/layout/blocks.ts'
import { lineFrom } from '../../../processors/jobs/convert/layout/lines.ts'
import { joinLatex, latexOfText } from '../../../processors/jobs/convert/math/characters.ts'
import { gatherEquations } from '../../../processors/jobs/convert/math/find-equations.ts'
import { withInlineEquations } from '../../../processors/jobs/convert/math/inline-equations.ts'
import { gatherLimits } from '../../../processors/jobs/convert/math/inline-limits.ts'
import { mathMark } from '../../../processors/jobs/convert/math/marks.ts'
import type { PageLayout } from '../../../processors/jobs/convert/page-layout.ts'
import type { Word } from '../../../processors/jobs/convert/page-text.ts'

function word(text: string, x: number, baseline: number, size = 10, font = 'CMMI10'): Word {
  const box = { x0: x, x1: x + 0.5 * size * text.length, y0: baseline - 0.7 * size, y1: baseline + 0.2 * size }
  return { ...box, text, size, font, block: 0, line: 0, bold: false, italic: false, mono: false, color: '#000000' }
}
const roman = (text: string, x: number, baseline: number, size = 10) => word(text, x, baseline, size, 'CMR10')
const large = (text: string, x: number, y0: number, hangs = 14): Word => ({
  ...word(text, x, 0, 10, 'CMEX10'),
  y0,
  y1: y0 + hangs,
  x1: x + 10,
})
const prose = (text: string, x: number, baseline: number): Word[] => {
  let at = x
  return text.split(' ').map((one) => {
    const own = roman(one, at, baseline)
    at = own.x1 + 3
    return own
  })
}
const shown = (words: readonly Word[]) => words.map(({ text }) => text.replaceAll(mathMark, '$'))
const latexOf = (words: Word[], brackets: Word[] = []) => shown(gatherEquations(words, brackets, []))
const equation = (left: string, right: string, baseline: number) => [
  word(left, 100, baseline),
  roman('=', 108, baseline),
  word(right, 120, baseline),
]

describe('rows', () => {
  test('lines of one derivation, however close, are an equation each', () => {
    expect(latexOf([...equation('y', 'a', 103), ...equation('z', 'b', 114), ...equation('x', 'c', 125)])).toEqual([
      '$y=a$',
      '$z=b$',
      '$x=c$',
    ])
  })

  test('symbols of a table, one below the other, are no equation', () => {
    const symbols = [103, 115, 127].flatMap((y, i) => [
      word('X', 60, y),
      word(['−1', '†', '+1'][i]!, 67, y - 4, 7, 'CMSY7'),
      ...prose('is what we mean by it', 140, y),
    ])
    expect(latexOf(symbols)).toEqual(symbols.map(({ text }) => text))
  })

  test('a sum in a larger font than its letters makes no row of them', () => {
    const sum: Word = { ...word('∑', 118, 103, 14, 'StandardSymL') }
    const rows = [word('y', 100, 103), roman('=', 108, 103), sum, word('k', 132, 103), word('i', 137, 105, 7)]
    expect(latexOf([...rows, ...equation('z', 'b', 117)])).toEqual(['$y=\\sum k_{i}$', '$z=b$'])
  })

  test('a script that hangs into the next row belongs to what it touches', () => {
    const low = { ...word('a', 125, 110, 7), y0: 105, y1: 112 }
    const next = [word('z', 100, 113), roman('=', 108, 113), word('b', 118, 113), roman('+', 126, 113), word('c', 133, 113)]
    expect(latexOf([...equation('y', 'K', 103), low, ...next])).toEqual(['$y=K_{a}$', '$z=b+c$'])
  })

  test('limits of two sums that touch each other are each under its own', () => {
    const sums = [large('X', 120, 94), large('X', 134, 94)]
    const limits = ['i=1', 'k=1'].map((text, i) => word(text, 119.5 + 13 * i, 116, 7))
    const words = [word('y', 100, 103), roman('=', 108, 103), ...sums, ...limits, word('r', 150, 103)]
    expect(latexOf(words)).toEqual(['$y=\\sum_{i=1} \\sum_{k=1} r$'])
  })
})

describe('names', () => {
  test('what is applied is no prose', () => {
    const words = [
      roman('RSS(w)', 70, 103),
      roman('=', 106, 103),
      word('y', 118, 103),
      roman('Cov(X,', 126, 103),
      word('Y', 157, 103),
      roman(')', 163, 103),
    ]
    expect(latexOf(words)).toEqual(['$\\operatorname{RSS}(w)=y\\operatorname{Cov}(X,Y)$'])
  })

  test('a name before a bracket as high as a matrix', () => {
    const bracket: Word = { ...large('(', 123, 90, 6), font: '' }
    const words = [word('y', 90, 103), roman('=', 96, 103), roman('sign', 103, 103), word('x', 134, 103)]
    expect(latexOf(words, [bracket])).toEqual(['$y=\\operatorname{sign}(x$'])
  })

  test('a raised word belongs to its letter, a differential is no name', () => {
    const raised = [
      word('h', 100, 103),
      roman('MAP', 105.2, 99, 7),
      roman('=', 120, 103),
      word('x', 128, 103),
      { ...roman('dx', 135, 103), font: 'Times', italic: true },
    ]
    expect(latexOf(raised)).toEqual(['$h^{\\operatorname{MAP}}=xdx$'])
  })

  test('words of the text with an ending in brackets are words', () => {
    const words = [
      ...prose('the method(s) say', 40, 103),
      ...equation('y', 'a', 103).map((w) => ({ ...w, x0: w.x0 + 40, x1: w.x1 + 40 })),
    ]
    expect(latexOf(words)).toEqual(words.map(({ text }) => text))
  })
})

describe('brackets in pieces', () => {
  const pieces = (top: string, middle: string, bottom: string, x: number) =>
    [top, middle, bottom].map((text, i) => ({ ...large(text, x, 90 + 12 * i, 13), x1: x + 6 }))
  const rows = [103, 117].flatMap((y, i) => [word('ac'[i]!, 130, y), word('bd'[i]!, 146, y)])
  const start = [word('W', 100, 110), roman('=', 110, 110)]

  test('hold a matrix', () => {
    const words = [...start, ...pieces('⎛', '⎜', '⎝', 120), ...rows, ...pieces('⎞', '⎟', '⎠', 154)]
    expect(latexOf(words)).toEqual(['$W=\\left( \\begin{matrix} a & b \\\\ c & d \\end{matrix} \\right)$'])
  })

  const cases = [103, 117].flatMap((y, i) => [
    word('ab'[i]!, 128, y),
    ...(i === 0 ? [roman('if', 150, y), word('x', 161, y), roman('=', 168, y), roman('0', 176, y)] : prose('otherwise', 150, y)),
  ])
  /** A column of text about the equation, and the next beside it. */
  const between = (x: number) => [
    ...prose('a line of the same column', 60, 75),
    ...prose('and another line of it here', 60, 145),
    ...start,
    ...pieces('⎧', '⎨', '⎩', 120),
    ...cases,
    ...[60, 75, 90, 103, 117, 131, 145].flatMap((y) => prose('next column of text', x, y)),
  ]

  test('or cases, with where each holds', () => {
    const found = latexOf(between(240))
    expect(found).toContain('$W=\\begin{cases} a & \\text{ if }x=0 \\\\ b & \\text{ otherwise } \\end{cases}$')
    expect(found.filter((text) => text === 'next')).toHaveLength(7)
  })

  test('but nothing of a column that is close', () => {
    expect(latexOf(between(212)).filter((text) => text === 'next')).toHaveLength(7)
  })
})

describe('its number', () => {
  test('at the margin of the column is its tag', () => {
    expect(latexOf([...equation('y', 'a', 103), roman('(3.25)', 270, 103)])).toEqual(['$y=a \\tag{3.25}$'])
  })

  test('close behind it as well; what it is applied to is none', () => {
    expect(latexOf([...equation('y', 'a', 103), roman('(7)', 136, 103)])).toEqual(['$y=a \\tag{7}$'])
    expect(latexOf([...equation('y', 'f', 103), roman('(7)', 125, 103)])).toEqual(['$y=f(7)$'])
  })

  test('at the left margin, where lines begin', () => {
    const lines = [60, 75, 130].flatMap((y) => prose('the text', 50, y))
    const left = [roman('(3)', 50, 103), ...equation('y', 'a', 103)]
    expect(latexOf([...lines, ...left])).toContain('$y=a \\tag{3}$')
    expect(latexOf(left)).toEqual(['(3)', '$y=a$'])
  })

  test('is not that of the equation in the next column', () => {
    const next = equation('z', 'b', 103).map((w) => ({ ...w, x0: w.x0 + 220, x1: w.x1 + 220 }))
    expect(latexOf([...equation('y', 'a', 103), ...next, roman('(4)', 500, 103)])).toEqual(['$y=a$', '$z=b \\tag{4}$'])
  })
})

describe('a line of its own', () => {
  const alone = lineFrom([word(`${mathMark}y=\\sum_{i} x_{i}+b${mathMark}`, 100, 115, 10, '')])
  const lines = [
    lineFrom(prose('we have the following for all of them', 60, 103)),
    alone,
    lineFrom(prose('and hence it is so', 60, 127)),
  ]

  test('is a block of its own', () => {
    expect(blocksOf(lines).map((block) => block.length)).toEqual([1, 1, 1])
  })

  test('but the end of a paragraph that holds nothing else is of the paragraph', () => {
    const close = lineFrom([word(`${mathMark}\\sum_{i} x_{i}=1${mathMark}`, 60, 114, 10, '')])
    expect(blocksOf([lines[0]!, close]).map((block) => block.length)).toEqual([2])
  })

  test('and stays one when broken paragraphs are joined', () => {
    const elements = lines.map((line) => ({ kind: 'paragraph' as const, lines: [line], ...boxAround(line.words) }))
    const page = { elements } as unknown as PageLayout
    joinBrokenParagraphs([page])
    expect(page.elements).toHaveLength(3)
  })
})

describe('sums within a line of text', () => {
  const line = [
    ...prose('then the value', 20, 103),
    word('y', 100, 103),
    roman('=', 108, 103),
    large('X', 118, 94),
    word('k', 132, 103),
    ...prose('holds', 142, 103),
  ]

  test('take the limits above and below them', () => {
    const words = gatherLimits([...line, word('n', 121, 91, 7), word('i=1', 118, 115, 7)])
    expect(shown(withInlineEquations(words))).toEqual(['then', 'the', 'value', '$y=\\sum_{i=1}^{n} k$', 'holds'])
  })

  test('and nothing of the line below', () => {
    const below = prose('is what we read', 100, 117)
    expect(shown(gatherLimits([...line, ...below]))).toEqual([...line, ...below].map(({ text }) => text))
  })

  test('in the text’s own size too', () => {
    const small = [
      roman('=', 108, 103),
      large('P', 118, 96, 10),
      { ...word('n', 129, 99, 7), script: 'superscript' as const },
      word('k', 134, 103),
    ]
    expect(shown(withInlineEquations(small))).toEqual(['$=\\sum^{n}k$'])
  })
})

describe('characters', () => {
  test.each([
    ['x̂', '\\hat{x}'],
    ['θ̄', '\\bar{\\theta}'],
    ['ÿ', '\\ddot{y}'],
    ['x≠y', 'x\\neq y'],
    ['∉', '\\notin'],
    ['≢', '≢'],
    ['ℓϵϑ', '\\ell\\epsilon\\vartheta'],
    ['ℝ𝔼ℒ', '\\mathbb{R}\\mathbb{E}\\mathcal{L}'],
    ['𝑥𝛼', 'x\\alpha'],
    ['a⟹b', 'a\\Longrightarrow b'],
  ])('%s is %s', (text, latex) => {
    expect(latexOfText(text)).toBe(latex)
  })

  test.each([
    [['=', '\\Rightarrow'], '\\Longrightarrow'],
    [['\\Leftarrow', '\\Rightarrow', 'x'], '\\Longleftrightarrow x'],
    [['-', '\\to', 'x'], '\\longrightarrow x'],
    [['-', '\\top'], '-\\top'],
    [['\\cdot', '\\cdot', '\\cdot', 'n'], '\\cdots n'],
    [['.', '.', '.', 'n'], '\\ldots n'],
  ])('%j, printed in parts, is %s', (pieces, latex) => {
    expect(joinLatex(pieces)).toBe(latex)
  })
})

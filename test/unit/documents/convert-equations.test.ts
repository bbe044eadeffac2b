// Equations that stand apart, from where their signs and rules stand on the page; words placed as TeX places them.
import { describe, expect, test } from 'vitest'
import { boxAround } from '../../../processors/jobs/convert/geometry.ts'
import { lineFrom } from '../../../processors/jobs/convert/layout/lines.ts'
import { gatherEquations } from '../../../processors/jobs/convert/math/find-equations.ts'
import { withInlineEquations } from '../../../processors/jobs/convert/math/inline-equations.ts'
import { mathMark } from '../../../processors/jobs/convert/math/marks.ts'
import type { Word } from '../../../processors/jobs/convert/page-text.ts'
import { inlineText } from '../../../processors/jobs/convert/render/inline.ts'
import { renderMarkdown } from '../../../processors/jobs/convert/render/markdown.ts'
import { threadMsOf } from '../../support/thread-time.ts'

/** Left, baseline, size; as wide as it has characters. */
function word(text: string, x: number, baseline: number, size = 10, font = 'CMMI10'): Word {
  const box = { x0: x, x1: x + 0.5 * size * text.length, y0: baseline - 0.7 * size, y1: baseline + 0.2 * size }
  return { ...box, text, size, font, block: 0, line: 0, bold: false, italic: false, mono: false, color: '#000000' }
}
const sign = (text: string, x: number, y0: number, hangs = 14): Word => ({
  ...word(text, x, 0, 10, 'CMEX10'),
  y0,
  y1: y0 + hangs,
  x1: x + 10,
})
const bracket = (text: string, x: number, y0: number): Word => ({ ...sign(text, x, y0, 6), x1: x + 7, font: '' })
const roman = (text: string, x: number, baseline: number, size = 10) => word(text, x, baseline, size, 'CMR10')
const italic = (text: string, x: number, baseline: number): Word => ({
  ...word(text, x, baseline, 10, 'Times-Italic'),
  italic: true,
})
const equals = (x: number) => roman('=', x, 103)
const start = [word('y', 100, 103), equals(108)]

const latexOf = (words: Word[], bars: { at: number; from: number; to: number }[] = [], brackets: Word[] = []) =>
  gatherEquations(words, brackets, bars).map(({ text }) => text.replaceAll(mathMark, '$'))

describe('an equation of its own is LaTeX', () => {
  const cases: [string, Word[], string, { at: number; from: number; to: number }[]?, Word[]?][] = [
    ['with scripts', [...start, word('x', 120, 103), roman('2', 125, 99, 7), word('i', 125, 106, 7)], 'y=x_{i}^{2}'],
    [
      'with a fraction',
      [...start, word('a', 124, 96), roman('+', 131, 96), word('b', 138, 96), word('c', 131, 111)],
      'y=\\frac{a+b}{c}',
      [{ at: 100, from: 122, to: 146 }],
    ],
    [
      'with a root in a fraction',
      [
        ...start,
        roman('1', 134, 96),
        word('√', 124, 110, 10, 'CMSY10'),
        word('x', 131, 112),
        word('−', 138, 112, 10, 'CMSY10'),
        roman('1', 144, 112),
      ],
      'y=\\frac{1}{\\sqrt{x-1}}',
      [
        { at: 100, from: 122, to: 152 },
        { at: 103.5, from: 129, to: 151 },
      ],
    ],
    [
      'with a sum and its limits',
      [...start, sign('X', 124, 94), word('n', 127, 91, 7), word('i=1', 124, 116, 7), word('k', 140, 103)],
      'y=\\sum_{i=1}^{n} k',
    ],
    [
      'with a matrix',
      [...start, word('a', 130, 97), word('b', 145, 97), word('c', 130, 110), word('d', 145, 110)],
      'y=\\left( \\begin{matrix} a & b \\\\ c & d \\end{matrix} \\right)',
      [],
      [bracket('(', 120, 88), bracket(')', 152, 88)],
    ],
    [
      'with brackets that hang, by their codes',
      [...start, sign('"', 124, 88), sign('X', 134, 94), word('n', 137, 91, 7), word('k', 150, 103), sign('#', 158, 88)],
      'y=\\left[ \\sum^{n} k \\right]',
    ],
    [
      'with a limit wider than its sum',
      [
        ...start,
        { ...sign('X', 134, 94), size: 14 },
        ...[...'u∈(R)'].map((letter, i) => word(letter, 126 + 3.5 * i, 116, 7)),
        word('k', 150, 103),
      ],
      'y=\\sum_{u\\in(R)} k',
    ],
    [
      'with variables in the text’s own italics',
      [...start, italic('gs', 120, 103), roman('(', 130, 103), italic('x', 135, 103), roman(')', 140, 103)],
      'y=gs(x)',
    ],
    [
      'with letters of alphabets that have fonts',
      [
        word('S', 100, 103, 10, 'CMSY10'),
        word('⊂', 110, 103, 10, 'CMSY10'),
        word('R', 121, 103, 10, 'MSBM10'),
        word('n', 127, 99, 7),
      ],
      '\\mathcal{S}\\subset\\mathbb{R}^{n}',
    ],
    ['with a stroke', [...start, word('x', 120, 103), word('′', 125, 99, 7)], "y=x'"],
    [
      'with Greek and signs',
      [word('α', 100, 103), word('≤', 108, 103, 10, 'CMSY10'), word('β', 118, 103), word('_', 124, 103)],
      '\\alpha\\leq\\beta\\_',
    ],
  ]
  test.each(cases)('%s', (_what, words, latex, bars, brackets) => {
    expect(latexOf(words, bars, brackets)).toEqual([`$${latex}$`])
  })

  test('two below each other are two', () => {
    const below = [word('z', 100, 133), roman('=', 108, 133), roman('4', 120, 133)]
    expect(latexOf([...start, roman('3', 120, 103), ...below])).toEqual(['$y=3$', '$z=4$'])
  })
})

describe('is left as it is', () => {
  test('what stands in a line of text', () => {
    const line = [roman('where', 60, 103), ...start, roman('3', 120, 103), roman('holds', 132, 103)]
    expect(latexOf(line)).toEqual(['where', 'y', '=', '3', 'holds'])
  })

  test('a page without an equation’s font, whatever its rules', () => {
    const words = ['Price', '=', '4'].map((text, i) => word(text, 100 + i * 30, 103, 10, 'Helvetica'))
    expect(latexOf(words, [{ at: 105, from: 90, to: 200 }])).toEqual(['Price', '=', '4'])
  })

  test.each<[string, (i: number) => string]>([
    ['pieces of braces', (i) => (i % 2 === 0 ? '⎪' : '⎨')],
    ['braces with words behind them', (i) => (i % 8 === 0 ? '⎧' : 'word')],
    ['brackets', (i) => (i % 2 === 0 ? '⎛' : '⎞')],
  ])('a page full of %s: it takes no longer than it must', async (_what, text) => {
    const words = Array.from({ length: 8_000 }, (_, i) =>
      word(text(i), (i % 60) * 25, 20 + Math.floor(i / 60) * 7, 10, i % 4 === 0 ? 'CMEX10' : 'CMR10'),
    )
    expect(await threadMsOf(() => latexOf(words))).toBeLessThan(3_000)
  })

  test('a page of signs without end: it takes no longer than it must', () => {
    const words = Array.from({ length: 6_000 }, (_, i) => word('x', (i % 60) * 8, 20 + Math.floor(i / 60) * 7))
    expect(latexOf(words)).toHaveLength(6_000)
  })
})

describe('an equation within a line', () => {
  const said = (words: readonly Word[]) =>
    withInlineEquations(words)
      .map(({ text }) => text.replaceAll(mathMark, '$'))
      .join(' ')
  const raised = (text: string): Word => ({ ...roman(text, 0, 0, 7), script: 'superscript' })
  const lowered = (text: string): Word => ({ ...roman(text, 0, 0, 7), script: 'subscript' })
  const prose = (text: string) => text.split(' ').map((one) => roman(one, 0, 0))
  const letter = (text: string) => word(text, 0, 0)
  const touching = (text: string, x: number, font = 'Palatino') => word(text, x, 0, 10, font)

  test.each<[string, Word[], string]>([
    [
      'with scripts',
      [...prose('of the variable'), letter('x'), lowered('i'), raised('2'), ...prose('we say')],
      'of the variable $x_{i}^{2}$ we say',
    ],
    [
      'with a relation',
      [...prose('where'), letter('m'), roman('=', 0, 0), roman('8.', 0, 0), ...prose('Then')],
      'where $m=8$. Then',
    ],
    [
      'with Greek',
      [...prose('for'), letter('α'), letter('≤'), letter('β'), roman(',', 0, 0), ...prose('and')],
      'for $\\alpha\\leq\\beta$ , and',
    ],
    [
      'of a function',
      [...prose('say'), letter('Π'), roman('(', 0, 0), letter('r'), lowered('1'), roman(')', 0, 0), ...prose('here')],
      'say $\\Pi(r_{1})$ here',
    ],
    [
      'whose scripts take turns',
      [...prose('that'), letter('λ'), lowered('i'), raised('k'), lowered('j'), ...prose('is')],
      'that $\\lambda_{ij}^{k}$ is',
    ],
    [
      'with letters of the text’s own',
      [
        ...prose('where'),
        { ...touching('u', 0), italic: true },
        { ...touching('∈', 12, 'CMSY10') },
        touching('(', 22, 'CMR10'),
        touching('R/Ann', 27),
        { ...touching('R', 52), script: 'subscript' as const, italic: true },
        touching('(', 57, 'CMR10'),
        { ...touching('x', 62), italic: true },
        { ...touching('i', 67), script: 'subscript' as const, italic: true },
        touching('))', 72, 'CMR10'),
        ...prose('is').map((w) => ({ ...w, x0: 100, x1: 110 })),
      ],
      'where $u\\in(R/\\operatorname{Ann}_{R}(x_{i}))$ is',
    ],
    ['with an arrow', [...prose('where A ⇒ B'), letter('∪'), ...prose('C holds')], 'where $A\\Rightarrow B\\cup C$ holds'],
    ['with an upright letter', [...prose('then b ='), letter('χ'), ...prose('is')], 'then $b=\\chi$ is'],
  ])('%s is LaTeX', (_what, words, text) => {
    expect(said(words)).toBe(text)
  })

  test.each<[string, Word[]]>([
    ['one letter alone', [...prose('the function'), letter('f'), ...prose('of a')]],
    ['prose with a raised figure', [...prose('as shown'), raised('3'), ...prose('by us')]],
    ['a sum of money', prose('costs 3 + 4 = 7 in all')],
    ['a bracket that stays open', [...prose('(where'), letter('x'), roman('=', 0, 0), roman('1)', 0, 0)]],
    [
      'prose in a font of mathematics',
      [word('Theorem', 0, 0, 10, 'LMMathRoman'), roman('=', 0, 0), word('proof', 0, 0, 10, 'LMMathRoman')],
    ],
    ['a link', [{ ...letter('x'), href: 'https://a.example' }, roman('=', 0, 0), roman('2', 0, 0)]],
  ])('%s stays as it is', (_what, words) => {
    expect(withInlineEquations(words)).toEqual(words)
  })
})

test('letters of an equation never make a tag', () => {
  const spelled = ['y', '<', 'sv', 'g/', 'on', 'x=', '1', '>'].map((text) => word(text, 0, 0))
  const line = lineFrom(spelled)
  expect(inlineText(line, 'clean')).toMatch(/^\$y< svg\/on/)
  expect(renderMarkdown([{ kind: 'paragraph', lines: [displayed('a</b')], ...boxAround(spelled) }], clean)).toBe('$$a< /b$$')
})

const clean = { style: 'clean', tables: 'markdown', lexicon: new Set<string>() } as const
const displayed = (latex: string) => lineFrom([word(`${mathMark}${latex}${mathMark}`, 0, 0, 10, '')])

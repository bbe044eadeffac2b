// Fractions within a line of text, from where their parts and their bar stand beside the words of the line.
import { describe, expect, test } from 'vitest'
import { withInlineEquations } from '../../../processors/jobs/convert/math/inline-equations.ts'
import { gatherFractions } from '../../../processors/jobs/convert/math/inline-fractions.ts'
import { mathMark } from '../../../processors/jobs/convert/math/marks.ts'
import type { Word } from '../../../processors/jobs/convert/page-text.ts'
import { expectLinear } from '../../support/doubling.ts'

/** Left, baseline, size; as wide as it has characters. */
function word(text: string, x: number, baseline: number, size = 10, font = 'CMR10'): Word {
  const box = { x0: x, x1: x + 0.5 * size * text.length, y0: baseline - 0.7 * size, y1: baseline + 0.2 * size }
  return { ...box, text, size, font, block: 0, line: 0, bold: false, italic: false, mono: false, color: '#000000' }
}
const small = (text: string, x: number, baseline: number, size = 7) => word(text, x, baseline, size, 'CMMI7')
const before = [word('of', 60, 103), word('the', 75, 103)]
const after = [word('that', 125, 103), word('remain', 150, 103)]
const bar = { at: 100.5, from: 100, to: 116 }
const said = (words: readonly Word[], bars: { at: number; from: number; to: number }[] = [bar]) =>
  withInlineEquations(gatherFractions(words, bars))
    .map(({ text }) => text.replaceAll(mathMark, '$'))
    .join(' ')

describe('a fraction in a line', () => {
  test.each<[string, Word[], string]>([
    ['of two letters', [small('a', 106, 99), small('b', 106, 108)], '$\\frac{a}{b}$'],
    [
      'of figures and signs',
      [small('n', 101, 99), small('+', 105, 99), small('1', 110, 99), small('2', 106, 108)],
      '$\\frac{n+1}{2}$',
    ],
    ['with a script', [small('3', 106, 99), small('n', 104, 108), small('i', 108, 109.5, 5)], '$\\frac{3}{n_{i}}$'],
    ['whose letters are one word', [small('dy', 104, 99), small('dx', 104, 108)], '$\\frac{dy}{dx}$'],
  ])('%s', (_what, parts, latex) => {
    expect(said([...before, ...parts, ...after])).toBe(`of the ${latex} that remain`)
  })

  test('behind a relation is one equation with it', () => {
    const opened = [word('where', 50, 103), small('y', 80, 103, 10), word('=', 89, 103)]
    expect(said([...opened, small('a', 106, 99), small('b', 106, 108), ...after])).toBe('where $y=\\frac{a}{b}$ that remain')
  })

  test('two beside each other are both there, in their order', () => {
    const parts = [small('a', 102, 99), small('b', 102, 108), small('c', 112, 99), small('d', 112, 108)]
    const bars = [100, 110].map((from) => ({ at: 100.5, from, to: from + 8 }))
    expect(said([...parts, word('remain', 121, 103)], bars)).toBe('$\\frac{a}{b}$ $\\frac{c}{d}$ remain')
  })

  test('at the beginning of a line stands before its first word', () => {
    expect(said([small('a', 106, 99), small('b', 106, 108), ...after])).toBe('$\\frac{a}{b}$ that remain')
  })
})

describe('is no fraction:', () => {
  const none = (words: Word[], bars = [bar]) => expect(said(words, bars)).not.toContain('frac')
  test('a word that is underlined, over the next line', () => {
    none([...before, word('this', 98, 99), word('thing', 96, 111), ...after, small('x', 300, 300)])
  })
  test('a sum under its rule, at no height of a line', () => {
    none(
      [word('Total', 40, 108), word('12', 104, 98), word('30', 104, 109), small('x', 300, 300)],
      [{ at: 100, from: 102, to: 118 }],
    )
  })
  test('signs that reach beyond the bar', () => {
    none([...before, small('a', 106, 99), small('b', 115, 108), ...after])
  })
  test('a page without signs of mathematics', () => {
    none([...before, word('1', 106, 99, 7), word('2', 106, 108, 7), ...after])
  })
  test('a page of bars without end: it takes no longer than it must', async () => {
    const make = (n: number) => Array.from({ length: n }, (_, i) => small('x', (i % 60) * 9, 20 + Math.floor(i / 60) * 7))
    const bars = Array.from({ length: 290 }, (_, i) => ({ at: 20 + i, from: 10, to: 90 }))
    await expectLinear(4_000, make, (words) => gatherFractions(words, bars))
  })
})

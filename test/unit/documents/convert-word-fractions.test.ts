// Fractions of words, from where words and a bar stand behind a relation.
import { expect, test } from 'vitest'
import { gatherWordFractions } from '../../../processors/jobs/convert/math/word-fractions.ts'
import type { Word } from '../../../processors/jobs/convert/page-text.ts'
import { expectLinear } from '../../support/doubling.ts'

/** Left, baseline, size; as wide as it has characters. */
function word(text: string, x: number, baseline: number, size = 10): Word {
  const box = { x0: x, x1: x + 0.5 * size * text.length, y0: baseline - 0.7 * size, y1: baseline + 0.2 * size }
  return { ...box, text, size, font: 'F', block: 0, line: 0, bold: false, italic: false, mono: false, color: '#000000' }
}
const bar = { at: 100, from: 120, to: 200 }
const start = [word('Precision', 60, 102.5), word('=', 110, 102.5)]
const over = [word('true', 122, 94), word('positives', 147, 94)]
const said = (words: readonly Word[], bars = [bar]) =>
  gatherWordFractions(words, bars)
    .map(({ text }) => text)
    .join(' ')

test.each<[string, Word[], string]>([
  ['a word under several', [...over, word('found', 147, 110)], '(true positives)/found'],
  [
    'several under a word',
    [word('hits', 150, 94), word('hits', 125, 110), word('+', 150, 110), word('misses', 160, 110)],
    'hits/(hits + misses)',
  ],
])('%s', (_what, parts, text) => {
  expect(said([...start, ...parts, word('(1)', 230, 102.5)])).toBe(`Precision = ${text} (1)`)
})

test.each<[string, Word[]]>([
  ['with nothing under its bar', over],
  ['whose words go on beyond its bar', [...over, word('found', 147, 110), word('elsewhere', 185, 110)]],
  ['with limits of a sum', [...over, word('n', 130, 89), word('k=1', 126, 99, 7), word('found', 147, 110)]],
  ['off its middle', [...over, word('a', 122, 110)]],
  ['far from its bar', [word('true', 122, 84), word('positives', 147, 84), word('found', 147, 120)]],
])('is none: %s', (_what, parts) => {
  const words = [...start, ...parts]
  expect(gatherWordFractions(words, [bar])).toEqual(words)
})

test('is none: where something stands between the relation and the bar', () => {
  const words = [word('=', 98, 102.5), word('exp', 104, 102.5), ...over, word('found', 147, 110)]
  expect(gatherWordFractions(words, [bar])).toEqual(words)
})

test('is none: where no relation stands before the bar', () => {
  const words = [word('Total', 60, 102.5), ...over, word('found', 147, 110)]
  expect(gatherWordFractions(words, [bar])).toEqual(words)
})

test('twice as many bars and words take twice as long', async () => {
  await expectLinear(
    300,
    (n) => {
      const words = Array.from({ length: n }, (_, i) =>
        [...start, ...over, word('found', 147, 110)].map((w) => ({ ...w, y0: w.y0 + 40 * i, y1: w.y1 + 40 * i })),
      ).flat()
      const bars = Array.from({ length: 40 }, (_, i) => ({ ...bar, at: bar.at + 40 * i }))
      return () => gatherWordFractions(words, bars)
    },
    (work) => work(),
  )
})

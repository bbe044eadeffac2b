// Sizes that a font of pictures claims, and what its letters measure.
import { expect, test } from 'vitest'
import type { Word } from '../../../processors/jobs/convert/page-text.ts'
import { believeSizes } from '../../../processors/jobs/convert/poppler/believable-sizes.ts'

const word = (text: string, em: number, height: number, claimed: { size: number; font: string }): Word => ({
  ...{ text, block: 0, line: 0, bold: false, italic: false, mono: false, color: '#000000', ...claimed },
  ...{ x0: 100, x1: 100 + text.length * em * 0.5, y0: 200, y1: 200 + height },
})
const page = (claimed: { size: number; font: string }) => [
  ...['this', 'package', 'offers', 'support', 'for', 'scripts'].map((text) => word(text, 10, 15, claimed)),
  ...['Words', 'Technical', 'Thanks'].map((text) => word(text, 14, 20, claimed)),
  word('1.2', 10, 15, claimed),
]

test('letters a third as wide as their font claims get the size that they measure, a heading its own', () => {
  const words = page({ size: 32, font: 'Times' })
  believeSizes(words)
  expect(words.map(({ size }) => size)).toEqual([10, 10, 10, 10, 10, 10, 14, 14, 14, 10])
})

test('a condensed face, a wide one and one with few words keep what they claim', () => {
  for (const claimed of [
    { size: 17, font: 'Narrow' },
    { size: 6, font: 'Wide' },
  ]) {
    const words = page(claimed)
    believeSizes(words)
    expect(new Set(words.map(({ size }) => size))).toEqual(new Set([claimed.size]))
  }
  const few = page({ size: 60, font: 'Few' }).slice(0, 4)
  believeSizes(few)
  expect(few.map(({ size }) => size)).toEqual([60, 60, 60, 60])
})

test('a font that claims no size has its letters’; one that is low indeed stays small, however wide', () => {
  const words = page({ size: 0, font: 'Times' })
  believeSizes(words)
  expect(words.map(({ size }) => size)).toEqual([10, 10, 10, 10, 10, 10, 14, 14, 14, 10])
  const low = page({ size: 0.1, font: 'Thin' }).map((one) => ({ ...one, y1: one.y0 + 0.1 }))
  believeSizes(low)
  expect(new Set(low.map(({ size }) => size))).toEqual(new Set([0.1]))
})

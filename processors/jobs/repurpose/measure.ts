// How long a text is, in the unit of who shows it.
import type { Bound, Unit } from './limits.ts'
import { weightedLength } from './weighted-length.ts'

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })
const words = new Intl.Segmenter('und', { granularity: 'word' })

const counts: Readonly<Record<Unit, (text: string) => number>> = {
  x: weightedLength,
  utf16: (text) => text.length,
  graphemes: (text) => [...graphemes.segment(text)].length,
  words: (text) => wordsOf(text).length,
}

export const measure = (text: string, unit: Unit): number => counts[unit](text)

export const fits = (text: string, { unit, most }: Bound): boolean => measure(text, unit) <= most

export const wordsOf = (text: string): string[] =>
  [...words.segment(text)].flatMap(({ segment, isWordLike }) => (isWordLike ? [segment] : []))

export { words as wordSegmenter }

// Fonts made of pictures (Type 3, as TeX made them for decades) claim sizes several times their letters', or none at all. What letters
// measure is believed.
import type { Word } from '../page-text.ts'

// Of a font's size, in the scripts whose letters are narrowest.
const letterWidth = 0.5
// Condensed faces stay well below.
const tooLarge = 2
// Letters set far apart measure up to twice their size.
const tooSmall = 0.3
const [fewest, fewestAlike] = [5, 3]
const isMeasured = /^\p{L}{3,}$/u

/** Such fonts share one name on a page: where one of its sizes is wrong none is believed. Those of one height are taken for one font. */
export function believeSizes(words: readonly Word[]): void {
  const measured = words.filter((word) => word.font !== '' && isMeasured.test(word.text) && width(word) > height(word))
  const claims = [...Map.groupBy(measured, ({ font, size }) => `${size} ${font}`).values()]
  const wrong = new Set(claims.filter((own) => isTooLarge(own) || isTooSmall(own)).map(([one]) => one!.font))
  if (wrong.size === 0) return
  const sizes = new Map<Word, number>()
  for (const [font, own] of Map.groupBy(measured, ({ font }) => font)) {
    if (!wrong.has(font)) continue
    const share = median(own.map((word) => implied(word) / height(word)))
    const alike = Map.groupBy(own, heightOf)
    for (const word of words) {
      if (word.font !== font) continue
      const same = alike.get(heightOf(word)) ?? []
      const size = same.length < fewestAlike ? share * height(word) : median(same.map(implied))
      sizes.set(word, Math.max(Math.round(size * 2) / 2, 1))
    }
  }
  for (const [word, size] of sizes) word.size = size
}

const isTooLarge = (words: readonly Word[]): boolean =>
  words.length >= fewest && words[0]!.size >= tooLarge * median(words.map(implied))

// Text that is small indeed is low as well, however wide it is drawn.
const isTooSmall = (words: readonly Word[]): boolean =>
  words.every((word) => word.size < tooSmall * implied(word) && height(word) > letterWidth * implied(word))

const width = ({ x0, x1 }: Word): number => x1 - x0
const height = ({ y0, y1 }: Word): number => y1 - y0
const heightOf = (word: Word): number => Math.round(height(word) * 10)
const implied = (word: Word): number => width(word) / word.text.length / letterWidth

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!
}

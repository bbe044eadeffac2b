// Fonts without a table of what their glyphs mean: poppler gives the glyphs' numbers, which in most fonts are the letters' own
// less 29. The blank among them, number 3, is no character that text has: where it stands, numbers were given.
import type { Word } from '../page-text.ts'
import { asCodes } from './entities.ts'

const shift = 29
/** The blank's number. */
export const glyphBlank = '\u0003'
// biome-ignore lint/suspicious/noControlCharactersInRegex: numbers of glyphs
const numbers = /^[\u0003-\u0061]+$/
const fewestLetters = 0.6
const mostParts = 400

/** Words with a blank among their glyphs, and those of their block beside them, as they are read; all others as they are. */
export function readShifted(words: readonly Word[], asShown: (given: string) => string): Word[] {
  const blocks = new Set(words.filter((w) => w.text.includes(glyphBlank) && isShifted(w.text)).map((w) => w.block))
  return words.flatMap((word) => {
    if (blocks.has(word.block) && isShifted(word.text)) return parted(word)
    if (!word.text.includes(glyphBlank)) return [word]
    const text = asShown(word.text)
    return text.trim() === '' ? [] : [{ ...word, text }]
  })
}

const read = (text: string) => asCodes(text).replace(/./gsu, (c) => String.fromCharCode(c.charCodeAt(0) + shift))

function isShifted(text: string): boolean {
  if (!numbers.test(asCodes(text))) return false
  const shown = read(text)
  const count = (of: RegExp) => shown.match(of)?.length ?? 0
  const letters = count(/[a-z]/g)
  // Capitals that are no numbers would be read as these, and make words without vowels.
  const isLanguage = !/[\^_`]/.test(shown) && (letters < 4 || count(/[aeiouy]/gi) >= 0.2 * letters)
  return isLanguage && letters >= fewestLetters * shown.replaceAll(' ', '').length
}

function parted(word: Word): Word[] {
  const pieces = read(word.text).split(/( +)/)
  if (pieces.length > mostParts) return [{ ...word, text: pieces.join('').trim() }]
  const letter = (word.x1 - word.x0) / word.text.length
  let x0 = word.x0
  return pieces.flatMap((text): Word[] => {
    const from = x0
    x0 += text.length * letter
    return text.trim() === '' ? [] : [{ ...word, text, x0: from, x1: x0 }]
  })
}

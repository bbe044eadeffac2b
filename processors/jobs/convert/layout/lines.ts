// Text lines of words: as their source groups them, with the dominant font and the text they read as.
import { type Box, boxAround } from '../geometry.ts'
import type { Word } from '../page-text.ts'
import { isRightToLeft, wordsAsRead } from './direction.ts'

export type Line = Box & {
  words: Word[]
  text: string
  size: number
  bold: boolean
  italic: boolean
  mono: boolean
  font: string
  block: number
}

/** Lines as the text's source sees them. */
export function sourceLines(words: readonly Word[]): Line[] {
  const groups = new Map<number, Word[]>()
  for (const word of words) {
    const group = groups.get(word.line)
    if (group) group.push(word)
    else groups.set(word.line, [word])
  }
  return [...groups.values()].map(lineFrom)
}

export function lineFrom(words: Word[]): Line {
  const letters = new Map<string, { word: Word; count: number }>()
  let bold = 0
  let italic = 0
  let mono = 0
  let total = 0
  for (const word of words) {
    const count = word.text.length
    total += count
    if (word.bold) bold += count
    if (word.italic) italic += count
    if (word.mono) mono += count
    const key = `${Math.round(word.size * 2)}`
    const seen = letters.get(key)
    if (seen) seen.count += count
    else letters.set(key, { word, count })
  }
  const main = [...letters.values()].sort((a, b) => b.count - a.count)[0]!.word
  return {
    ...boxAround(words),
    words,
    text: textOf(words),
    size: main.size,
    bold: bold > total * 0.6,
    italic: italic > total * 0.6,
    mono: mono > total * 0.8,
    font: main.font,
    block: words[0]!.block,
  }
}

export function textOf(printed: readonly Word[]): string {
  const words = wordsAsRead(printed)
  let text = ''
  for (const [i, word] of words.entries()) {
    if (i > 0 && hasSpaceBetween(words[i - 1]!, word)) text += ' '
    text += word.text
  }
  return closeLeaders(text)
}

// Dot leaders come as many words of one dot; one row of dots says the same.
export const closeLeaders = (text: string) =>
  text.includes('. . .') ? text.replace(/\.(?:\s*\.){3,}/g, (dots) => dots.replace(/\s+/g, '')) : text

// Poppler splits a word where the font changes; a gap under a tenth of the size is no blank.
export function hasSpaceBetween(a: Word, b: Word): boolean {
  if (a.font === '' && b.font === '') return true // OCR's words are whole
  const sameRow = Math.min(a.y1, b.y1) - Math.max(a.y0, b.y0) > 0
  const isBackwards = b.x1 < a.x1 && (isRightToLeft(a.text) || isRightToLeft(b.text))
  const gap = isBackwards ? a.x0 - b.x1 : b.x0 - a.x1
  return !sameRow || gap > 0.1 * Math.min(a.size, b.size) || gap < -1.5 * Math.max(a.size, b.size)
}

// Turns words into text lines: same source line, joined where no gap is visible, with the line's dominant font.
import { type Box, boxAround } from '../geometry.ts'
import type { Word } from '../page-text.ts'

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

export function linesOf(words: readonly Word[]): Line[] {
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

export function textOf(words: readonly Word[]): string {
  let text = ''
  for (const [i, word] of words.entries()) {
    if (i > 0 && hasSpaceBetween(words[i - 1]!, word)) text += ' '
    text += word.text
  }
  return text
}

// Poppler splits a word where the font changes; a gap under a tenth of the size is no blank.
export function hasSpaceBetween(a: Word, b: Word): boolean {
  const sameRow = Math.min(a.y1, b.y1) - Math.max(a.y0, b.y0) > 0
  const gap = b.x0 - a.x1
  return !sameRow || gap > 0.1 * Math.min(a.size, b.size) || gap < -1.5 * Math.max(a.size, b.size)
}

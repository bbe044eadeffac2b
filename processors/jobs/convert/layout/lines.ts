// Turns words into text lines: same source line, joined where no gap is visible, with the line's dominant font.
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

export const linesOf = (words: readonly Word[]): Line[] => joinJustified(joinPieces(splitAtColumnEdges(sourceLines(words))))

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

// Poppler runs a line on over a narrow gutter; where several other lines begin at the same x, a column begins.
function splitAtColumnEdges(pieces: readonly Line[]): Line[] {
  const starts = pieces.map((l) => l.x0).sort((a, b) => a - b)
  const startingAt = (x: number) => starts.filter((s) => Math.abs(s - x) < 2).length
  return pieces.flatMap((line) => {
    for (let i = 1; i < line.words.length; i++) {
      const [a, b] = [line.words[i - 1]!, line.words[i]!]
      if (b.x0 - a.x1 < 0.7 * line.size || startingAt(b.x0) < 4) continue
      return [lineFrom(line.words.slice(0, i)), ...splitAtColumnEdges([lineFrom(line.words.slice(i))])]
    }
    return [line]
  })
}

// Poppler puts superscripts, list markers and heading numbers on lines of their own: pieces that stand in one row, close
// together, are one line again.
function joinPieces(pieces: Line[]): Line[] {
  const lines: Line[] = []
  for (const piece of pieces) {
    const host = lines.find((l) => belongTogether(l, piece))
    if (!host) {
      lines.push(piece)
      continue
    }
    const words = [...host.words, ...piece.words].sort((a, b) => a.x0 - b.x0)
    Object.assign(host, lineFrom(words), { block: host.block })
  }
  return lines
}

function belongTogether(a: Line, b: Line): boolean {
  const shared = Math.min(a.y1, b.y1) - Math.max(a.y0, b.y0)
  if (shared < 0.45 * Math.min(a.y1 - a.y0, b.y1 - b.y0)) return false
  const [left, right] = a.x0 <= b.x0 ? [a, b] : [b, a]
  const size = Math.max(a.size, b.size)
  const gap = right.x0 - left.x1
  if (gap >= 0) return gap < (isMarker(left.text) ? 3.2 : 0.6) * size && Math.abs(a.y1 - b.y1) < 0.6 * size
  // Inside the other: only where it leaves a hole for it.
  return right.words.every((w) => left.words.every((v) => Math.min(w.x1, v.x1) - Math.max(w.x0, v.x0) < 1))
}

// A justified line in a narrow column may gape wider than a gutter: it is one line where the line above or below runs on
// over the gap.
function joinJustified(lines: Line[]): Line[] {
  const sorted = [...lines].sort((a, b) => a.x0 - b.x0)
  const gone = new Set<Line>()
  for (const left of sorted) {
    while (!gone.has(left)) {
      const right = sorted.find((l) => l !== left && !gone.has(l) && isGaping(left, l))
      if (!right || !lines.some((l) => l !== left && l !== right && !gone.has(l) && runsOver(l, left, right))) break
      gone.add(right)
      Object.assign(left, lineFrom([...left.words, ...right.words]), { block: left.block })
    }
  }
  return lines.filter((l) => !gone.has(l))
}

function isGaping(left: Line, right: Line): boolean {
  const gap = right.x0 - left.x1
  const sameRow = Math.abs(left.y1 - right.y1) < 0.25 * left.size && Math.abs(left.size - right.size) < 0.6
  return sameRow && gap > 0 && gap < 5 * left.size
}

function runsOver(line: Line, left: Line, right: Line): boolean {
  const apart = Math.max(line.y0 - left.y1, left.y0 - line.y1)
  if (apart > 0.8 * left.size || apart < -0.4 * left.size || Math.abs(line.size - left.size) > 0.6) return false
  return (
    line.x0 < left.x0 + 2.5 * left.size &&
    line.x1 > right.x1 - 2.5 * left.size &&
    line.words.some((w) => w.x0 < right.x0 && w.x1 > left.x1)
  )
}

const isMarker = (text: string) =>
  /^(?:[•●▪■◦○·‣–-]|\(?[0-9]{1,3}[.)]|\(?[a-zA-Z][.)]|\(?[ivxIVX]{1,5}[.)]|[0-9]+(?:\.[0-9]+)*\.?|[A-Z])$/.test(text)

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
const closeLeaders = (text: string) =>
  text.includes('. . .') ? text.replace(/\.(?:\s*\.){3,}/g, (dots) => dots.replace(/\s+/g, '')) : text

// Poppler splits a word where the font changes; a gap under a tenth of the size is no blank.
export function hasSpaceBetween(a: Word, b: Word): boolean {
  if (a.font === '' && b.font === '') return true // OCR's words are whole
  const sameRow = Math.min(a.y1, b.y1) - Math.max(a.y0, b.y0) > 0
  const isBackwards = b.x1 < a.x1 && (isRightToLeft(a.text) || isRightToLeft(b.text))
  const gap = isBackwards ? a.x0 - b.x1 : b.x0 - a.x1
  return !sameRow || gap > 0.1 * Math.min(a.size, b.size) || gap < -1.5 * Math.max(a.size, b.size)
}

// Code and what a terminal shows: pieces of one row are one line, however wide the gap, and rows apart by an empty one are one block.
import type { Element } from '../element.ts'
import { boxAround } from '../geometry.ts'
import type { Line } from './lines.ts'
import { lineFrom } from './lines.ts'

/** Of a page: more is a bomb, and stays as it is. */
const mostCodeLines = 1_000
const reach = 14
const mostApart = 3.4

/** Pieces in a row with no gutter between them: another line of code runs on over the gap. */
export function joinCodeRows(lines: readonly Line[]): Line[] {
  const code = lines.filter((l) => l.mono).sort((a, b) => a.y1 - b.y1 || a.x0 - b.x0)
  if (code.length < 2 || code.length > mostCodeLines) return [...lines]
  const gone = new Set<Line>()
  for (const [i, left] of code.entries()) {
    if (gone.has(left)) continue
    for (let right = nextInRow(code, i, gone); right && isBridged(left, right, code); right = nextInRow(code, i, gone)) {
      gone.add(right)
      Object.assign(left, lineFrom([...left.words, ...right.words]), { block: left.block })
    }
  }
  return lines.filter((l) => !gone.has(l))
}

const isInRow = (a: Line, b: Line) => Math.abs(a.y1 - b.y1) < 0.25 * a.size && Math.abs(a.size - b.size) < 0.6

function nextInRow(code: readonly Line[], i: number, gone: ReadonlySet<Line>): Line | null {
  const left = code[i]!
  let next: Line | null = null
  for (const step of [-1, 1])
    for (let k = i + step; k >= 0 && k < code.length && Math.abs(code[k]!.y1 - left.y1) < left.size; k += step) {
      const line = code[k]!
      if (gone.has(line) || !isInRow(left, line) || line.x0 <= left.x1 || (next && next.x0 <= line.x0)) continue
      next = line
    }
  return next
}

const isBridged = (left: Line, right: Line, code: readonly Line[]): boolean =>
  right.x0 - left.x1 < 2 * left.size ||
  code.some(
    (l) =>
      Math.abs(l.y1 - left.y1) < reach * left.size &&
      Math.abs(l.size - left.size) < 0.6 &&
      l.x0 < left.x1 &&
      l.x1 > right.x0 &&
      // A word in the gap, or another row that goes on at the same place.
      l.words.some((w) => w.x1 > left.x1 && (w.x0 < right.x0 || (w !== l.words[0] && Math.abs(w.x0 - right.x0) < 2))),
  )

/** Neighbouring blocks of code that are no further apart than a few empty lines. */
export function joinCodeBlocks(elements: readonly Element[]): Element[] {
  const joined: Element[] = []
  for (const e of elements) {
    const last = joined.at(-1)
    if (last && isCode(last) && isCode(e) && (last.kind === 'code' || e.kind === 'code') && goesOn(last, e)) {
      const block: Element = last.kind === 'code' ? last : { ...last, kind: 'code', lines: [...last.lines] }
      for (const line of e.lines) (block as Lined).lines.push(line)
      joined[joined.length - 1] = Object.assign(block, boxAround([block, e]))
    } else joined.push(e.kind === 'code' ? { ...e, lines: [...e.lines] } : e)
  }
  return joined
}

const mostMono = 0.4
const codeSign = /[=(){}[\]<>$|\\;]|--\w|\w\.\w|\/\w|^[#%$>] /

/** A command or a call on a line of its own, among text set otherwise; a word with what it means further in is a term. */
export function withLoneCode(elements: readonly Element[]): Element[] {
  const letters = { mono: 0, all: 0 }
  for (const e of elements) {
    if (e.kind === 'table') continue
    for (const line of e.lines) {
      letters.all += line.text.length
      if (line.mono) letters.mono += line.text.length
    }
  }
  if (letters.mono > mostMono * letters.all) return [...elements]
  return elements.map((e, i) => {
    if (e.kind !== 'paragraph' || e.ready !== undefined || e.lines.length > 1 || !e.lines[0]!.mono) return e
    const [above, below] = [elements[i - 1], elements[i + 1]]
    // The last line of a text that wraps.
    if (above && above.kind !== 'table' && e.y0 > above.y0 && e.y0 - above.y1 < 0.5 * e.lines[0]!.size) return e
    const isTerm = below?.kind === 'paragraph' && below.x0 > e.x0 + e.lines[0]!.size && !below.lines[0]!.mono
    return isTerm || !codeSign.test(e.lines[0]!.text) ? e : { ...boxAround(e.lines), kind: 'code', lines: e.lines }
  })
}

type Lined = Element & { kind: 'code' | 'paragraph' | 'list-item' }
const isCode = (e: Element): e is Lined =>
  e.ready === undefined &&
  (e.kind === 'code' || ((e.kind === 'paragraph' || e.kind === 'list-item') && e.lines.every((l) => l.mono)))

function goesOn(above: Lined, below: Lined): boolean {
  const [a, b] = [above.lines.at(-1)!, below.lines[0]!]
  const gap = b.y0 - a.y1
  const isNear = gap > -0.5 * a.size && gap < mostApart * a.size && Math.abs(a.size - b.size) < 0.6
  return isNear && b.x0 < above.x1 && b.x0 > above.x0 - 12 * a.size
}

/** Its rows as they stand, an empty one where a line is left out. */
export function codeRows(lines: readonly Line[]): string[] {
  const left = boxAround(lines).x0
  const letters = lines.flatMap((l) => l.words.map((w) => (w.x1 - w.x0) / Math.max(1, w.text.length))).sort((a, b) => a - b)
  const letter = letters[letters.length >> 1]!
  return lines.flatMap((line, i) => {
    const above = lines[i - 1]
    const isApart = above !== undefined && line.y0 - above.y1 > 0.75 * line.size
    return isApart ? ['', rowOf(line, left, letter)] : [rowOf(line, left, letter)]
  })
}

const mostBlanks = 160

function rowOf(line: Line, left: number, letter: number): string {
  let row = ''
  for (const [i, word] of line.words.entries()) {
    const at = Math.min(row.length + mostBlanks, Math.round((word.x0 - left) / letter))
    const before = line.words[i - 1]
    const isTight = before !== undefined && word.x0 - before.x1 < 0.3 * letter
    const blanks = isTight ? 0 : Math.max(i === 0 ? 0 : 1, at - row.length)
    row += ' '.repeat(blanks) + word.text
  }
  return row
}

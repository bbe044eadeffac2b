// A justified line of few words in widely set text: all its blanks are as wide, and it fills the width of the line above or below.
import { mostNeighbours } from './join-pieces.ts'
import { type Line, lineFrom } from './lines.ts'
import { createRowIndex, type RowIndex } from './row-index.ts'

const fewestBlanks = 4
/** Blanks of one line differ by rounding alone. */
const mostUneven = 1.2
const sameEdgePt = 1.5
/** Of the size of its words: double-spaced lines lie so far apart. */
const mostApart = 2

export function joinSpread(lines: Line[]): Line[] {
  const rows = createRowIndex(lines)
  const gone = new Set<Line>()
  const seen = new Set<Line>()
  for (const line of lines) {
    if (seen.has(line)) continue
    const pieces = piecesOf(line, rows)
    for (const piece of pieces ?? []) seen.add(piece)
    if (pieces === null || !isSpread(pieces) || !fillsItsColumn(pieces, rows)) continue
    const words = pieces.flatMap((piece) => piece.words)
    for (const piece of pieces) if (piece !== line) gone.add(piece)
    Object.assign(line, lineFrom(words), { block: line.block })
  }
  return lines.filter((l) => !gone.has(l))
}

/** All that stands in the row, from the left; null where that is too much or only one. */
function piecesOf(line: Line, rows: RowIndex<Line>): Line[] | null {
  const pieces = new Set<Line>()
  let seen = 0
  for (const other of rows.near(line.y0, line.y1)) {
    if (++seen > mostNeighbours) return null
    if (Math.abs(other.y1 - line.y1) < 0.25 * line.size && Math.abs(other.size - line.size) < 0.6) pieces.add(other)
  }
  return pieces.size < 2 ? null : [...pieces].sort((a, b) => a.x0 - b.x0)
}

function isSpread(pieces: readonly Line[]): boolean {
  const words = pieces.flatMap((piece) => piece.words)
  const blanks = words.slice(1).map((word, i) => word.x0 - words[i]!.x1)
  const least = Math.min(...blanks)
  return blanks.length >= fewestBlanks && least > 0.3 * words[0]!.size && Math.max(...blanks) < mostUneven * least
}

function fillsItsColumn(pieces: readonly Line[], rows: RowIndex<Line>): boolean {
  const [first, last] = [pieces[0]!, pieces.at(-1)!]
  const reach = mostApart * first.size
  const own = new Set(pieces)
  let seen = 0
  for (const line of rows.near(first.y0 - reach, first.y1 + reach)) {
    if (++seen > 4 * mostNeighbours) return false
    if (own.has(line) || Math.abs(line.size - first.size) > 0.6) continue
    if (Math.abs(line.x0 - first.x0) < sameEdgePt && Math.abs(line.x1 - last.x1) < sameEdgePt) return true
  }
  return false
}

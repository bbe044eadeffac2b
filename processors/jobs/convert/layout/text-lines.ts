// Turns words into text lines: same source line, joined where no gap is visible, or where the text around runs on over it.
import type { Word } from '../page-text.ts'
import { joinCodeRows } from './code-lines.ts'
import { joinPieces, mostNeighbours, mostWordsJoined, splitAtColumnEdges } from './join-pieces.ts'
import { type Line, lineFrom, sourceLines } from './lines.ts'
import { createRowIndex, type RowIndex } from './row-index.ts'
import { joinSpread } from './spread-lines.ts'

export const linesOf = (words: readonly Word[]): Line[] =>
  joinCodeRows(joinJustified(joinSpread(joinPieces(splitAtColumnEdges(sourceLines(words))))))

// A justified line in a narrow column may gape wider than a gutter: it is one line where the line above or below runs on
// over the gap.
function joinJustified(lines: Line[]): Line[] {
  const sorted = [...lines].sort((a, b) => a.x0 - b.x0)
  const places = new Map(sorted.map((line, place) => [line, place]))
  const rows = createRowIndex(sorted)
  const gone = new Set<Line>()
  for (const left of sorted) {
    while (!gone.has(left) && left.words.length <= mostWordsJoined) {
      const right = firstGaping(left, rows, places, gone)
      if (!right || !isBridged(left, right, rows, gone)) break
      gone.add(right)
      const { y0, y1 } = left
      Object.assign(left, lineFrom([...left.words, ...right.words]), { block: left.block })
      if (left.y0 < y0 || left.y1 > y1) rows.add(left)
    }
  }
  return lines.filter((l) => !gone.has(l))
}

// Its foot is near the other's foot.
function firstGaping(left: Line, rows: RowIndex<Line>, places: ReadonlyMap<Line, number>, gone: ReadonlySet<Line>): Line | null {
  let first: Line | null = null
  let seen = 0
  const reach = 0.25 * left.size
  for (const line of rows.near(left.y1 - reach, left.y1 + reach)) {
    if (line === left || gone.has(line)) continue
    if (++seen > mostNeighbours) break
    if (isGaping(left, line) && (first === null || places.get(line)! < places.get(first)!)) first = line
  }
  return first
}

function isBridged(left: Line, right: Line, rows: RowIndex<Line>, gone: ReadonlySet<Line>): boolean {
  let seen = 0
  for (const line of rows.near(left.y0 - left.size, left.y1 + left.size)) {
    if (line === left || line === right || gone.has(line)) continue
    if (++seen > 4 * mostNeighbours) return false
    if (runsOver(line, left, right)) return true
  }
  return false
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
    line.x1 > Math.max(right.x0, right.x1 - 2.5 * left.size) &&
    line.words.some((w) => w.x0 < right.x0 && w.x1 > left.x1)
  )
}

// The names over a ledger's columns: one line, or several where some of them wrap.
import { boxAround, height, overlapX } from '../geometry.ts'
import type { Word } from '../page-text.ts'
import { isAmount } from './amount.ts'
import type { SegmentRow } from './grid-from-rows.ts'
import { styleOf } from './style.ts'
import { type Segment, segmentFrom } from './text-rows.ts'

const edgePt = 1.6
const [longestName, fewestNames] = [40, 3]
const [mostLines, mostLeading, linesBelow] = [6, 0.5, 3]

/** The names that begin at a row, and how many rows they are; null where there are none. */
export function headAt(rows: readonly SegmentRow[], at: number): { readonly head: SegmentRow; readonly lines: number } | null {
  const lines = linesOf(rows, at)
  if (lines.some(({ segments }) => segments.some(({ text }) => isAmount(text)))) return null
  const below = rows.slice(at + lines.length, at + lines.length + linesBelow).flatMap((r) => r.segments)
  const pieces = lines.flatMap(({ segments }) => segments.flatMap((s) => partAt(s, below)))
  const names = joined(pieces)
  const areNames = names.every(({ text }) => text.length <= longestName && /\p{L}/u.test(text))
  if (!areNames || names.length < fewestNames) return null
  return { head: { ...boxAround(names), words: names.flatMap((s) => s.words), segments: names }, lines: lines.length }
}

// Lines of one style close to each other, where what comes after them looks otherwise: else nothing tells them from the first entry.
function linesOf(rows: readonly SegmentRow[], at: number): readonly SegmentRow[] {
  const first = rows[at]!
  const style = styleOf(first)
  let end = at + 1
  while (end < rows.length && end - at < mostLines && goesOn(rows[end - 1]!, rows[end]!) && styleOf(rows[end]!) === style) end++
  const next = rows[end]
  return next !== undefined && styleOf(next) !== style ? rows.slice(at, end) : [first]
}

const goesOn = (above: SegmentRow, row: SegmentRow): boolean => row.y0 - above.y1 < mostLeading * height(row)

// They may stand closer to each other than what begins or ends below them where they do.
function partAt({ words }: Segment, below: readonly Segment[]): Segment[] {
  const parts: Word[][] = []
  for (const [i, word] of words.entries()) {
    const before = words[i - 1]
    const isStart = below.some((s) => Math.abs(s.x0 - word.x0) < edgePt)
    const isBehindEnd = before !== undefined && below.some((s) => isAmount(s.text) && Math.abs(s.x1 - before.x1) < edgePt)
    if (before === undefined || isStart || isBehindEnd) parts.push([word])
    else parts.at(-1)!.push(word)
  }
  return parts.map(segmentFrom)
}

/** Pieces over each other are one name. */
function joined(pieces: readonly Segment[]): Segment[] {
  const names: Segment[] = []
  for (const piece of [...pieces].sort((a, b) => a.x0 - b.x0)) {
    const last = names.at(-1)
    if (last !== undefined && overlapX(last, piece) > 0) names[names.length - 1] = segmentFrom([...last.words, ...piece.words])
    else names.push(piece)
  }
  return names.map(({ words }) => segmentFrom([...words].sort((a, b) => a.y0 - b.y0 || a.x0 - b.x0)))
}

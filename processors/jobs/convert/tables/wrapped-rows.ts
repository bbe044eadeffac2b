// Lines of a table that go on with the row above them, where rows stand as close as lines: cells that wrapped at their column's end.
import type { SegmentRow as Row } from './grid-from-rows.ts'
import { type Column, columnRange } from './text-columns.ts'
import type { Segment } from './text-rows.ts'

const fewestWrapped = 3
const mostSkipped = 0.25
const mostLines = 400

/** Which rows go on with the one above, or none where the table does not show that its cells wrap. */
export function wrappedRows(rows: readonly Row[], columns: readonly Column[]): ReadonlySet<Row> {
  const none = new Set<Row>()
  if (columns.length < 3 || rows.length < 5 || rows.length > mostLines) return none
  const cells = rows.map((row) => Map.groupBy(row.segments, (s) => columnRange(columns, s)[0]))
  const isWide = (row: Row) => row.segments.some((s) => columnRange(columns, s)[0] !== columnRange(columns, s)[1])
  const ends = columns.map((_, c) => Math.max(...cells.flatMap((own) => (own.get(c) ?? []).map((s) => s.x1))))
  // The columns whose cells are one short line each say where rows begin: every full line fills them.
  const full = cells.filter((own) => own.size >= columns.length - 1)
  const keys = columns.flatMap((_, c) => (c > 0 && full.every((own) => own.has(c)) ? [c] : []))
  if (full.length < 3 || keys.length === 0) return none
  const wrapped = new Set<Row>()
  let doubtful = 0
  let several = 0
  for (let i = 1; i < rows.length; i++) {
    const own = cells[i]!
    if (keys.every((c) => own.has(c)) || isWide(rows[i]!)) continue
    const goesOn = [...own].every(([c, [first]]) => overflows(first!, above(cells, rows, wrapped, i, c), ends[c]!))
    if (!goesOn || !isClose(rows[i - 1]!, rows[i]!)) {
      doubtful++
      continue
    }
    if (own.size > 1 || /^\p{Ll}/u.test(rows[i]!.segments[0]!.text)) several++
    wrapped.add(rows[i]!)
  }
  // Names of groups stand alone too: only where most of such lines cannot be one, and some are of several cells or in mid-phrase.
  return wrapped.size >= fewestWrapped && several >= 2 && doubtful <= mostSkipped * wrapped.size ? wrapped : none
}

// The line of the same cell that stands last above.
function above(
  cells: readonly ReadonlyMap<number, readonly Segment[]>[],
  rows: readonly Row[],
  wrapped: ReadonlySet<Row>,
  at: number,
  column: number,
): Segment | null {
  for (let i = at - 1; i >= 0; i--) {
    const found = cells[i]!.get(column)
    if (found) return found.at(-1)!
    if (!wrapped.has(rows[i]!)) return null
  }
  return null
}

/** Its first word would not have had room behind the line above. */
export function overflows(segment: Segment, last: Segment | null, end: number): boolean {
  if (last === null || !/\p{L}{2}/u.test(segment.text) || /^[\d$€£%.,() –-]+$/.test(last.text)) return false
  const word = segment.words[0]!
  if (/\p{L}-$/u.test(last.text) && /^\p{Ll}/u.test(word.text)) return true
  return Math.abs(segment.x0 - last.x0) < 1.5 * word.size && last.x1 + 0.2 * word.size + (word.x1 - word.x0) > end
}

export const isClose = (a: Row, b: Row) => b.y0 - a.y1 < 0.45 * Math.max(...b.words.map((w) => w.size))

// Parts what runs together: pieces of neighbouring columns that stand too close for a gap between them.
import type { SegmentRow } from './grid-from-rows.ts'
import { isFigure } from './row-groups.ts'
import { type Column, columnRange } from './text-columns.ts'
import { type Segment, segmentFrom } from './text-rows.ts'

const slackPt = 2
const mostColumns = 60
/** Of the letters' size: spaces between words are narrower. */
const leastGap = 0.45

/** Each row with its pieces cut where a wide gap, or one between two figures, lies between two columns. */
export function partSegments(rows: readonly SegmentRow[], columns: readonly Column[]): SegmentRow[] {
  if (columns.length > mostColumns) return [...rows]
  return rows.map((row) => ({ ...row, segments: row.segments.flatMap((s) => partsOf(s, columns)) }))
}

function partsOf(segment: Segment, columns: readonly Column[]): Segment[] {
  const [from, to] = columnRange(columns, segment)
  if (from === to) return [segment]
  const gaps = segment.words.slice(1).map((word, i) => {
    const before = segment.words[i]!
    const isBetween = columns
      .slice(from, to)
      .some((c, at) => before.x1 <= columns[from + at + 1]!.x0 + slackPt && word.x0 >= c.x1 - slackPt)
    return { before, word, isBetween, width: word.x0 - before.x1 }
  })
  const usual = Math.min(...gaps.filter((g) => !g.isBetween).map((g) => g.width))
  const parts = [[segment.words[0]!]]
  for (const { before, word, isBetween, width } of gaps) {
    const least = Math.max(leastGap * Math.max(word.size, before.size), Number.isFinite(usual) ? 1.6 * usual : 0)
    if (isBetween && (width > least || (isFigure(before.text) && isFigure(word.text)))) parts.push([word])
    else parts.at(-1)!.push(word)
  }
  return parts.length === 1 ? [segment] : parts.map(segmentFrom)
}

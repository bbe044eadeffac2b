// Parts what runs together: pieces of neighbouring columns that stand too close for a gap between them.
import type { SegmentRow } from './grid-from-rows.ts'
import { isFigure } from './row-groups.ts'
import { type Column, columnRange } from './text-columns.ts'
import { type Segment, segmentFrom } from './text-rows.ts'

const slackPt = 2
const edgePt = 1.2
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
    const at = columns.findIndex(
      (c, k) => k >= from && k < to && before.x1 <= columns[k + 1]!.x0 + slackPt && word.x0 >= c.x1 - slackPt,
    )
    const isBetween = at >= 0
    return {
      before,
      word,
      isBetween,
      isSet: isBetween && isSetIn(segment, i, columns[at]!, columns[at + 1]!),
      width: word.x0 - before.x1,
    }
  })
  // Prose over many columns has a gap at one of them by chance, hardly at each.
  const isPerColumn = gaps.filter((g) => g.isBetween).length === to - from
  const usual = Math.min(...gaps.filter((g) => !g.isBetween).map((g) => g.width))
  const parts = [[segment.words[0]!]]
  for (const { before, word, isBetween, isSet, width } of gaps) {
    const least = Math.max(leastGap * Math.max(word.size, before.size), Number.isFinite(usual) ? 1.6 * usual : 0)
    if (isBetween && (width > least || (isSet && isPerColumn) || (isFigure(before.text) && isFigure(word.text))))
      parts.push([word])
    else parts.at(-1)!.push(word)
  }
  return parts.length === 1 ? [segment] : parts.map(segmentFrom)
}

// What comes before a gap ends where the one column ends, and what comes after where the next does; or both begin so.
function isSetIn({ words }: Segment, last: number, column: Column, next: Column): boolean {
  const [before, after] = [words.slice(0, last + 1), words.slice(last + 1)]
  const endsAlike = near(before.at(-1)!.x1, column.x1) && after.some((w) => near(w.x1, next.x1))
  return endsAlike || (near(after[0]!.x0, next.x0) && before.some((w) => near(w.x0, column.x0)))
}

const near = (a: number, b: number) => Math.abs(a - b) < edgePt

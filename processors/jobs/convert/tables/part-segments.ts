// Parts what runs together: pieces of neighbouring columns that stand too close for a gap between them.

import { isFigure } from './figure.ts'
import type { SegmentRow } from './grid-from-rows.ts'
import { type Column, columnRange } from './text-columns.ts'
import { type Segment, segmentFrom } from './text-rows.ts'

const slackPt = 2
const edgePt = 1.2
const mostColumns = 60
/** Of the letters' size: spaces between words are narrower. */
const leastGap = 0.45
const narrowest = 0.15

/** Each row with its pieces cut where a wide gap, or one between two figures, or one at the edges of two columns of figures lies. */
export function partSegments(rows: readonly SegmentRow[], columns: readonly Column[]): SegmentRow[] {
  if (columns.length > mostColumns) return [...rows]
  const figures = rows.flatMap((row) => row.segments.filter(({ text }) => isFigure(text)))
  const ofFigures = new Set(columns.filter((c) => figures.filter((s) => s.x1 > c.x0 && s.x0 < c.x1).length >= 2))
  return rows.map((row) => ({ ...row, segments: row.segments.flatMap((s) => partsOf(s, columns, ofFigures)) }))
}

function partsOf(segment: Segment, columns: readonly Column[], ofFigures: ReadonlySet<Column>): Segment[] {
  const [from, to] = columnRange(columns, segment)
  if (from === to) return [segment]
  const gaps = segment.words.slice(1).map((word, i) => {
    const before = segment.words[i]!
    const at = columns.findIndex(
      (c, k) => k >= from && k < to && before.x1 <= columns[k + 1]!.x0 + slackPt && word.x0 >= c.x1 - slackPt,
    )
    // Words that touch, or lie over each other, were never apart.
    const isBetween = at >= 0 && word.x0 - before.x1 > narrowest * word.size
    return {
      before,
      word,
      isBetween,
      isSet:
        isBetween && [at, at + 1].every((k) => ofFigures.has(columns[k]!)) && isSetIn(segment, i, columns[at]!, columns[at + 1]!),
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

// Sums under a table's entries: they name nothing in its first column, and are rows of their own all the same.
import { isFigure } from './figure.ts'
import type { SegmentRow } from './grid-from-rows.ts'
import type { Segment } from './text-rows.ts'

/** A named amount that stands under another one. */
export function isSumUnder(row: SegmentRow, above: readonly SegmentRow[], columnOf: (segment: Segment) => number): boolean {
  const [name, ...amounts] = row.segments
  const isNamed = amounts.length > 0 && /\p{L}{2}/u.test(name!.text) && !isFigure(name!.text)
  const taken = new Set(above.flatMap((r) => r.segments.filter((s) => isFigure(s.text)).map(columnOf)))
  return isNamed && amounts.every((s) => isFigure(s.text) && columnOf(s) > 0 && taken.has(columnOf(s)))
}

// A page's rows for tables that no line shows.
import type { Word } from '../page-text.ts'
import type { SegmentRow } from './grid-from-rows.ts'
import { segmentsOf, textRows } from './text-rows.ts'

const [mostRows, mostPieces] = [800, 40]

/** Its rows cut at gaps of so many letters; none where there are more rows, or pieces in one, than any bill has. */
export function looseRows(words: readonly Word[], gapRatio: number): SegmentRow[] {
  const rows = textRows(words).map((r): SegmentRow => ({ ...r, segments: segmentsOf(r.words, gapRatio) }))
  return rows.length > mostRows || rows.some(({ segments }) => segments.length > mostPieces) ? [] : rows
}

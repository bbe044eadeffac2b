// A table of text alone, each cell one piece.
import { boxAround } from '../geometry.ts'
import { gridFromRows, type SegmentRow } from './grid-from-rows.ts'
import type { FoundTable } from './table.ts'
import type { Column } from './text-columns.ts'
import type { Segment } from './text-rows.ts'

export function textTable(rows: readonly (readonly Segment[])[], columns: readonly Column[]): FoundTable {
  const lines = rows.map((segments): SegmentRow => {
    return { ...boxAround(segments), words: segments.flatMap((s) => s.words), segments: [...segments] }
  })
  const groups = lines.map((line) => [line])
  const words = new Set(lines.flatMap((line) => line.words))
  return { ...boxAround(lines), grid: gridFromRows(groups, columns, 1, []), words, by: 'text' }
}

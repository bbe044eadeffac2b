// Tables with horizontal rules only (booktabs and ruled rows): rows come from rules and text, columns from the text.
import type { Cell, Grid } from '../element.ts'
import { type Box, centreX, centreY } from '../geometry.ts'
import type { Word } from '../page-text.ts'
import { isFigure, isYear } from './figure.ts'
import { gridFromRows, type SegmentRow } from './grid-from-rows.ts'
import { centredPt } from './header-spans.ts'
import { looksTabular } from './looks-tabular.ts'
import { partNarrowGaps } from './narrow-gaps.ts'
import { partSegments } from './part-segments.ts'
import { rowsFromText } from './row-groups.ts'
import type { RuleStack } from './rule-stack.ts'
import { partBands, spanLabels } from './shared-labels.ts'
import type { FoundTable } from './table.ts'
import { type Column, columnRange, columnsOf } from './text-columns.ts'
import { segmentsOf, textRows } from './text-rows.ts'

export function openTable(stack: RuleStack, words: readonly Word[], captioned: boolean): FoundTable | null {
  const box: Box = { x0: stack.x0, x1: stack.x1, y0: stack.ys[0]!, y1: stack.ys.at(-1)! }
  const inside = words.filter((w) => {
    const [x, y] = [(w.x0 + w.x1) / 2, (w.y0 + w.y1) / 2]
    return x > box.x0 - 3 && x < box.x1 + 3 && y > box.y0 && y < box.y1
  })
  if (inside.length < 4) return null
  const found = partNarrowGaps(textRows(inside).map((r) => ({ ...r, segments: segmentsOf(r.words, 0.9) })))
  const columns = columnsOf(found.map((r) => r.segments))
  const rows = partSegments(found, columns)
  const rich = rows.filter((r) => r.segments.length >= 2).length
  const enough = captioned ? rich >= 1 && rows.length >= 3 : rich >= Math.max(2, rows.length * 0.4)
  if (columns.length < 2 || rows.length < 2 || !enough) return null
  const { groups, labels } = partBands(rowsFromText(rows, columns, stack), columns)
  if (groups.length < 2) return null
  const headerEnd = headerBottom(stack, groups, columns[0]!.x1)
  const headerRows = Math.max(1, groups.filter((g) => g.every((r) => (r.y0 + r.y1) / 2 < headerEnd)).length)
  const grid = gridFromRows(groups, columns, headerRows < groups.length ? headerRows : 1, stack.partial)
  grid.cells = spanLabels(grid.cells, labels)
  for (const [row, group] of groups.entries())
    if ((row === 0 && isOverAll(group, stack)) || isBand(group, box, columns)) grid.cells = withWholeRow(grid, row)
  if (!looksTabular(grid, captioned ? 0.2 : 0.4)) return null
  return { ...box, grid, words: new Set(inside), by: 'rules' }
}

// One line alone between the first two rules names what stands under all of it.
const isOverAll = (group: readonly SegmentRow[], { ys }: RuleStack) =>
  ys.length > 3 && group.length === 1 && group[0]!.segments.length === 1 && group[0]!.y1 < ys[1]! + 2

/** A name in the middle of all columns and over several of them: of the rows under it. */
function isBand(group: readonly SegmentRow[], box: Box, columns: readonly Column[]): boolean {
  const [only, ...others] = group.flatMap((r) => r.segments)
  if (only === undefined || others.length > 0 || columns.length < 3) return false
  const [from, to] = columnRange(columns, only)
  return to > from && Math.abs(centreX(only) - centreX(box)) < centredPt
}

function withWholeRow({ cells, columns }: Grid, row: number): Cell[] {
  const text = cells.find((c) => c.row === row && c.text !== '')?.text ?? ''
  return [{ row, column: 0, rowSpan: 1, columnSpan: columns, text }, ...cells.filter((c) => c.row !== row)]
}

// The header ends at the first full rule below the top one, or where partial rules together reach across; those may part its own
// lines as well, where what stands under them is no figure.
function headerBottom(stack: RuleStack, groups: readonly SegmentRow[][], labelsEnd: number): number {
  const full = stack.ys.length > 2 ? stack.ys[1]! : Number.POSITIVE_INFINITY
  const across = stack.partial
    .map((p) => p.at)
    .filter(
      (at) =>
        stack.partial.filter((p) => Math.abs(p.at - at) < 2).reduce((n, p) => n + p.to - p.from, 0) >
        Math.min(0.7 * (stack.x1 - stack.x0), 0.9 * (stack.x1 - labelsEnd)),
    )
  const partial = across.length > 0 ? Math.max(...across) : Number.POSITIVE_INFINITY
  const between = groups.filter((g) => g.every((r) => centreY(r) > partial && centreY(r) < full))
  const isHeading = between.length === 1 && between[0]!.every((r) => r.segments.every((s) => !isFigure(s.text) || isYear(s.text)))
  const end = full < Number.POSITIVE_INFINITY && isHeading ? full : Math.min(full, partial)
  return Number.isFinite(end) ? end : Number.NEGATIVE_INFINITY
}

// Builds a grid from rows of segments and the columns they share.
import type { Cell, Grid } from '../element.ts'
import { centreX } from '../geometry.ts'
import { cellText } from './cell-text.ts'
import { centredPt, headingRange, stretchHeadings } from './header-spans.ts'
import type { Rule } from './rules.ts'
import { type Column, columnRange } from './text-columns.ts'
import type { Segment, TextRow } from './text-rows.ts'

const sameAxisPt = 1

export type SegmentRow = TextRow & { segments: Segment[] }

export function gridFromRows(
  groups: readonly SegmentRow[][],
  columns: readonly Column[],
  headerRows: number,
  partial: readonly Rule[],
  /** Those right over the columns may stand over several as well. */
  lastSpans = false,
): Grid {
  const cells: Cell[] = []
  for (const [row, group] of groups.entries()) {
    const segments = group.flatMap((r) => r.segments)
    const range = (s: Segment): [number, number] => {
      const own = columnRange(columns, s)
      if (row >= headerRows || (!lastSpans && (headerRows < 2 || row === headerRows - 1))) return own
      return headingRange(s, segments, columns, own, segments.length === 1 ? ruleUnderAll(s, partial) : ruleUnder(s, partial))
    }
    cells.push(...cellsOfRow(row, segments, columns.length, range))
  }
  return { rows: groups.length, columns: columns.length, headerRows, cells: stretchHeadings(cells, headerRows) }
}

const ruleUnder = (s: Segment, partial: readonly Rule[]) =>
  partial.find((r) => r.at > s.y1 - 4 && r.at < s.y1 + 1.2 * (s.y1 - s.y0) && r.from < s.x0 + 3 && r.to > s.x1 - 3)

// A heading alone in the middle of several rules side by side is the heading of all of them.
function ruleUnderAll(s: Segment, partial: readonly Rule[]): Rule | undefined {
  const under = ruleUnder(s, partial)
  const beside = partial.filter((r) => under !== undefined && Math.abs(r.at - under.at) < sameAxisPt)
  const all = { from: Math.min(...beside.map((r) => r.from)), to: Math.max(...beside.map((r) => r.to)) }
  return under && Math.abs((all.from + all.to) / 2 - centreX(s)) < centredPt ? { at: under.at, ...all } : under
}

function cellsOfRow(row: number, segments: readonly Segment[], columns: number, range: (s: Segment) => [number, number]): Cell[] {
  const spans: { from: number; to: number; segments: Segment[] }[] = []
  for (const segment of segments) {
    const [from, to] = range(segment)
    const merged = { from, to, segments: [segment] }
    for (const hit of spans.filter((s) => s.from <= to && s.to >= from)) {
      merged.from = Math.min(merged.from, hit.from)
      merged.to = Math.max(merged.to, hit.to)
      merged.segments.push(...hit.segments)
      spans.splice(spans.indexOf(hit), 1)
    }
    spans.push(merged)
  }
  const cells: Cell[] = []
  for (let column = 0; column < columns; column++) {
    const span = spans.find((s) => s.from <= column && s.to >= column)
    if (span && span.from !== column) continue
    const text = span ? cellText(span.segments.flatMap((s) => s.words)) : ''
    cells.push({ row, column, rowSpan: 1, columnSpan: span ? span.to - span.from + 1 : 1, text })
  }
  return cells
}

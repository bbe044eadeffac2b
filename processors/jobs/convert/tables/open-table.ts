// Tables with horizontal rules only (booktabs and ruled rows): rows come from rules and text, columns from the text.
import type { Cell } from '../element.ts'
import type { Box } from '../geometry.ts'
import type { Word } from '../page-text.ts'
import type { Rule } from './rules.ts'
import type { FoundTable } from './table.ts'
import { rowsFromText } from './row-groups.ts'
import { columnRange, columnsOf } from './text-columns.ts'
import { cellText, type Segment, segmentsOf, textRows } from './text-rows.ts'

export type RuleStack = { x0: number; x1: number; ys: number[]; partial: Rule[] }

/** Rules of one width above each other, each a candidate edge of the same table. */
export function stackRules(rules: readonly Rule[]): RuleStack[] {
  const stacks: RuleStack[] = []
  const sorted = [...rules].filter((r) => r.to - r.from > 60).sort((a, b) => a.at - b.at)
  for (const r of sorted) {
    const stack = stacks.findLast((s) => Math.abs(s.x0 - r.from) < 8 && Math.abs(s.x1 - r.to) < 8)
    if (stack) stack.ys.push(r.at)
    else stacks.push({ x0: r.from, x1: r.to, ys: [r.at], partial: [] })
  }
  for (const stack of stacks) {
    const [top, bottom] = [stack.ys[0]!, stack.ys.at(-1)!]
    stack.partial = rules.filter((r) => r.at > top && r.at < bottom && r.from >= stack.x0 - 8 && r.to <= stack.x1 + 8 && !stack.ys.includes(r.at))
  }
  return stacks.filter((s) => s.ys.length >= 2)
}

export function openTable(stack: RuleStack, words: readonly Word[]): FoundTable | null {
  const box: Box = { x0: stack.x0, x1: stack.x1, y0: stack.ys[0]!, y1: stack.ys.at(-1)! }
  const inside = words.filter((w) => (w.x0 + w.x1) / 2 > box.x0 - 3 && (w.x0 + w.x1) / 2 < box.x1 + 3 && (w.y0 + w.y1) / 2 > box.y0 && (w.y0 + w.y1) / 2 < box.y1)
  if (inside.length < 4) return null
  const rows = textRows(inside).map((r) => ({ ...r, segments: segmentsOf(r.words, 0.9) }))
  const columns = columnsOf(rows.map((r) => r.segments))
  const rich = rows.filter((r) => r.segments.length >= 2).length
  if (columns.length < 2 || rows.length < 2 || rich < Math.max(2, rows.length * 0.4)) return null
  const groups = rowsFromText(rows, columns, stack)
  if (groups.length < 2) return null
  const cells: Cell[] = []
  for (const [row, group] of groups.entries()) cells.push(...cellsOfRow(row, group.flatMap((r) => r.segments), columns))
  if (!looksTabular(cells, groups.length, columns.length)) return null
  return { ...box, grid: { rows: groups.length, columns: columns.length, headerRows: 1, cells }, words: new Set(inside), by: 'rules' }
}

export function cellsOfRow(row: number, segments: readonly Segment[], columns: readonly { x0: number; x1: number }[]): Cell[] {
  const spans: { from: number; to: number; segments: Segment[] }[] = []
  for (const segment of segments) {
    const [from, to] = columnRange(columns, segment)
    const hit = spans.filter((s) => s.from <= to && s.to >= from)
    const merged = { from, to, segments: [segment] }
    for (const h of hit) {
      merged.from = Math.min(merged.from, h.from)
      merged.to = Math.max(merged.to, h.to)
      merged.segments.push(...h.segments)
      spans.splice(spans.indexOf(h), 1)
    }
    spans.push(merged)
  }
  const cells: Cell[] = []
  for (let column = 0; column < columns.length; column++) {
    const span = spans.find((s) => s.from <= column && s.to >= column)
    if (span && span.from !== column) continue
    const text = span ? cellText(span.segments.flatMap((s) => s.words)) : ''
    cells.push({ row, column, rowSpan: 1, columnSpan: span ? span.to - span.from + 1 : 1, text })
  }
  return cells
}

function looksTabular(cells: readonly Cell[], rows: number, columns: number): boolean {
  const filled = cells.filter((c) => c.text !== '')
  const prose = filled.filter((c) => c.text.length > 150).length
  return filled.length >= 0.4 * rows * columns && prose <= filled.length * 0.2
}

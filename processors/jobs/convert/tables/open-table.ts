// Tables with horizontal rules only (booktabs and ruled rows): rows come from rules and text, columns from the text.
import type { Box } from '../geometry.ts'
import type { Word } from '../page-text.ts'
import { gridFromRows } from './grid-from-rows.ts'
import { looksTabular } from './looks-tabular.ts'
import { partSegments } from './part-segments.ts'
import { rowsFromText } from './row-groups.ts'
import type { RuleStack } from './rule-stack.ts'
import type { FoundTable } from './table.ts'
import { columnsOf } from './text-columns.ts'
import { segmentsOf, textRows } from './text-rows.ts'

export function openTable(stack: RuleStack, words: readonly Word[], captioned: boolean): FoundTable | null {
  const box: Box = { x0: stack.x0, x1: stack.x1, y0: stack.ys[0]!, y1: stack.ys.at(-1)! }
  const inside = words.filter((w) => {
    const [x, y] = [(w.x0 + w.x1) / 2, (w.y0 + w.y1) / 2]
    return x > box.x0 - 3 && x < box.x1 + 3 && y > box.y0 && y < box.y1
  })
  if (inside.length < 4) return null
  const found = textRows(inside).map((r) => ({ ...r, segments: segmentsOf(r.words, 0.9) }))
  const columns = columnsOf(found.map((r) => r.segments))
  const rows = partSegments(found, columns)
  const rich = rows.filter((r) => r.segments.length >= 2).length
  const enough = captioned ? rich >= 1 && rows.length >= 3 : rich >= Math.max(2, rows.length * 0.4)
  if (columns.length < 2 || rows.length < 2 || !enough) return null
  const groups = rowsFromText(rows, columns, stack)
  if (groups.length < 2) return null
  const headerEnd = headerBottom(stack)
  const headerRows = Math.max(1, groups.filter((g) => g.every((r) => (r.y0 + r.y1) / 2 < headerEnd)).length)
  const grid = gridFromRows(groups, columns, headerRows < groups.length ? headerRows : 1, stack.partial)
  if (!looksTabular(grid, captioned ? 0.2 : 0.4)) return null
  return { ...box, grid, words: new Set(inside), by: 'rules' }
}

// The header ends at the first full rule below the top one, or where partial rules together reach across.
function headerBottom(stack: RuleStack): number {
  const full = stack.ys.length > 2 ? stack.ys[1]! : Number.POSITIVE_INFINITY
  const across = stack.partial
    .map((p) => p.at)
    .filter(
      (at) =>
        stack.partial.filter((p) => Math.abs(p.at - at) < 2).reduce((n, p) => n + p.to - p.from, 0) > 0.7 * (stack.x1 - stack.x0),
    )
  const partial = across.length > 0 ? Math.max(...across) : Number.POSITIVE_INFINITY
  const end = Math.min(full, partial)
  return Number.isFinite(end) ? end : Number.NEGATIVE_INFINITY
}

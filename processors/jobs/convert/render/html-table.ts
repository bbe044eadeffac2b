// Writes a grid as an HTML table, which alone in Markdown can say that a cell spans rows or columns.
import type { Cell, Grid } from '../element.ts'
import { withMath } from '../math/marks.ts'

export const escapeHtml = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')

export function htmlTable(grid: Grid): string {
  const byRow = Map.groupBy(grid.cells, (c) => c.row)
  const rows = Array.from({ length: grid.rows }, (_, row) => {
    const cells = (byRow.get(row) ?? []).sort((a, b) => a.column - b.column)
    return ` <tr>\n${cells.map(cell).join('\n')}\n </tr>`
  })
  return `<table>\n${rows.join('\n\n')}\n\n</table>`
}

function cell(c: Cell): string {
  const spans = (c.rowSpan > 1 ? ` rowspan="${c.rowSpan}"` : '') + (c.columnSpan > 1 ? ` colspan="${c.columnSpan}"` : '')
  return `  <td${spans}>\n${c.text ? `   ${withMath(c.text, escapeHtml)}\n` : ''}  </td>`
}

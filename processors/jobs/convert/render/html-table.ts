// Writes a grid as an HTML table, which alone in Markdown can say that a cell spans rows or columns.
import type { Cell, Grid } from '../element.ts'

export const escapeHtml = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')

export function htmlTable(grid: Grid): string {
  const rows: string[] = []
  for (let row = 0; row < grid.rows; row++) {
    const cells = grid.cells.filter((c) => c.row === row).sort((a, b) => a.column - b.column)
    rows.push(` <tr>\n${cells.map(cell).join('\n')}\n </tr>`)
  }
  return `<table>\n${rows.join('\n\n')}\n\n</table>`
}

function cell(c: Cell): string {
  const spans = (c.rowSpan > 1 ? ` rowspan="${c.rowSpan}"` : '') + (c.columnSpan > 1 ? ` colspan="${c.columnSpan}"` : '')
  return `  <td${spans}>\n${c.text ? `   ${escapeHtml(c.text)}\n` : ''}  </td>`
}

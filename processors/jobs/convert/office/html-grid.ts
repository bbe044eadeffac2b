// An HTML table as a grid: every cell once, with the rows and columns it spans.

import { isElement, type PageElement, shownText } from '../../read/html/dom.ts'
import { ownCells, ownRows } from '../../read/markdown/table-grid.ts'
import { cleanText } from '../../read/text/clean.ts'
import type { Cell, Grid } from '../element.ts'
import { ConvertRefusal } from '../refusal.ts'

const most = { columns: 1_000, cells: 200_000 }

export function gridOfTable(
  table: PageElement,
  restore: (text: string) => string,
): { grid: Grid | null; caption: string | null } {
  const rows = ownRows(table)
  const taken: boolean[][] = []
  const cells: Cell[] = []
  let columns = 0
  let places = 0
  for (const [row, element] of rows.entries()) {
    taken[row] ??= []
    let column = 0
    for (const cell of ownCells(element)) {
      while (taken[row]![column]) column++
      if (column >= most.columns) break
      const rowSpan = span(cell, 'rowspan', rows.length - row)
      const columnSpan = span(cell, 'colspan', most.columns - column)
      places += rowSpan * columnSpan
      if (places > most.cells) throw new ConvertRefusal('too_complex', 'a table has more cells than one call may convert')
      for (let y = row; y < row + rowSpan; y++) {
        taken[y] ??= []
        for (let x = column; x < column + columnSpan; x++) taken[y]![x] = true
      }
      cells.push({ row, column, rowSpan, columnSpan, text: restore(cellText(cell)) })
      column += columnSpan
      columns = Math.max(columns, column)
    }
  }
  const caption = [...table.children].find((child) => child.localName === 'caption')
  const words = caption === undefined ? '' : cleanText(shownText(caption))
  const grid =
    columns === 0 || cells.every(({ text }) => text === '')
      ? null
      : { rows: rows.length, columns, headerRows: headerRows(rows), cells }
  return { grid, caption: words === '' ? null : words }
}

// A Markdown table has a header, so without one that is marked the first row is it.
function headerRows(rows: readonly PageElement[]): number {
  const isHeader = (row: PageElement) =>
    row.parentElement?.localName === 'thead' ||
    (ownCells(row).length > 0 && ownCells(row).every((cell) => cell.localName === 'th'))
  const found = rows.findIndex((row) => !isHeader(row))
  let first = found < 0 ? rows.length : found
  // A heading that goes on beside the rows below is one of rows.
  for (let row = first - 1; row > 0; row--)
    if (ownCells(rows[row]!).some((cell) => row + span(cell, 'rowspan', rows.length - row) > first)) first = row
  return Math.max(1, first)
}

function span(cell: PageElement, name: string, room: number): number {
  const wanted = Number.parseInt(cell.getAttribute(name) ?? '1', 10)
  return Math.max(1, Math.min(wanted === 0 && name === 'rowspan' ? room : Number.isNaN(wanted) ? 1 : wanted, Math.max(1, room)))
}

// Its blocks and breaks are apart, and nothing else of it is.
function cellText(cell: PageElement): string {
  const parts: string[] = []
  const walk = (element: PageElement) => {
    for (const node of element.childNodes) {
      if (!isElement(node)) parts.push(node.nodeType === 3 ? node.textContent : '')
      else if (/^(?:br|p|div|li|tr|h[1-6]|ul|ol|pre|td|th)$/.test(node.localName)) {
        parts.push(' ')
        walk(node)
        parts.push(' ')
      } else walk(node)
    }
  }
  walk(cell)
  return cleanText(parts.join('')).replace(/\s+/g, ' ').trim()
}

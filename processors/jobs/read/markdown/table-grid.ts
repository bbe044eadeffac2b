// Lays an HTML table out as a full rectangle: a cell that spans is repeated, so every row reads on its own.
import { isElement, type PageElement } from '../html/dom.ts'

export type TableGrid = { header: string[][]; rows: string[][]; align: ('left' | 'right' | 'center' | null)[]; cut: boolean }

const most = { rows: 2000, columns: 60 }

export function tableGrid(table: PageElement, render: (cell: PageElement) => string): TableGrid {
  const rows = ownRows(table)
  const cells: (string | undefined)[][] = []
  const align: TableGrid['align'] = []
  let headerRows = 0
  for (const [y, row] of rows.slice(0, most.rows).entries()) {
    cells[y] ??= []
    let x = 0
    for (const cell of ownCells(row)) {
      while (cells[y][x] !== undefined) x += 1
      const across = span(cell, 'colspan', most.columns - x)
      const down = span(cell, 'rowspan', Math.min(rows.length, most.rows) - y)
      if (x >= most.columns) break
      const text = render(cell)
      for (let dy = 0; dy < down; dy += 1) {
        cells[y + dy] ??= []
        for (let dx = 0; dx < across; dx += 1) cells[y + dy]![x + dx] ??= text
      }
      align[x] ??= alignment(cell)
      x += across
    }
    if (y === headerRows && isHeader(row)) headerRows += 1
  }
  const width = Math.max(0, ...cells.map((row) => row.length))
  const full = cells.map((row) => Array.from({ length: width }, (_, x) => row[x] ?? ''))
  // Without a marked header the first row serves: GFM has no table without one.
  const header = full.slice(0, Math.max(1, headerRows))
  return {
    header,
    rows: full.slice(header.length).filter((row) => row.some((text) => text !== '')),
    align: Array.from({ length: width }, (_, x) => align[x] ?? null),
    cut: rows.length > most.rows,
  }
}

export function ownRows(table: PageElement): PageElement[] {
  const rows: PageElement[] = []
  const feet: PageElement[] = []
  for (const child of table.childNodes) {
    if (!isElement(child)) continue
    if (child.localName === 'tr') rows.push(child)
    const section = child.localName === 'tfoot' ? feet : rows
    if (/^t(head|body|foot)$/.test(child.localName)) section.push(...[...child.children].filter((row) => row.localName === 'tr'))
  }
  return [...rows, ...feet]
}

export function ownCells(row: PageElement): PageElement[] {
  return [...row.children].filter((cell) => cell.localName === 'td' || cell.localName === 'th')
}

function isHeader(row: PageElement): boolean {
  if (row.parentElement?.localName === 'thead') return true
  const cells = ownCells(row)
  return cells.length > 0 && cells.every((cell) => cell.localName === 'th')
}

function span(cell: PageElement, name: string, room: number): number {
  const wanted = Number.parseInt(cell.getAttribute(name) ?? '1', 10)
  // rowspan=0 means "to the end of the section".
  const asked = wanted === 0 && name === 'rowspan' ? room : wanted
  return Math.max(1, Math.min(Number.isNaN(asked) ? 1 : asked, Math.max(1, room)))
}

function alignment(cell: PageElement): 'left' | 'right' | 'center' | null {
  const align = cell.getAttribute('align')?.toLowerCase()
  return align === 'left' || align === 'right' || align === 'center' ? align : null
}

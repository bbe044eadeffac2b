// An HTML table as a GFM table, or, when it only lays things out, as its cells one after the other.
import type { PageDocument, PageElement } from '../html/dom.ts'
import { shownText } from '../html/dom.ts'
import { ownCells, ownRows, tableGrid } from './table-grid.ts'

const rules = { left: ':--', right: '--:', center: ':-:' }

export function tableMarkdown(table: PageElement, render: (cell: PageElement) => string): string {
  const grid = tableGrid(table, (cell) => cellText(render(cell)))
  const header = flattenHeader(grid.header)
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  const rule = line(grid.align.map((align) => (align === null ? '---' : rules[align])))
  const caption = captionOf(table)
  const lines = [line(header), rule, ...grid.rows.map(line)]
  return [...(caption === '' ? [] : [caption, '']), ...lines, ...(grid.cut ? ['', '(table cut)'] : [])].join('\n')
}

export function isLayout(table: PageElement): boolean {
  const role = table.getAttribute('role')
  if (role === 'presentation' || role === 'none') return true
  if (table.querySelector('table') !== null) return true
  if (table.querySelector('th') !== null) return false
  const rows = ownRows(table)
  const widest = Math.max(0, ...rows.map((row) => ownCells(row).length))
  if (rows.length < 2 || widest < 2) return true
  return table.querySelector('h1,h2,h3,h4,pre,article,section') !== null
}

export function unwrapLayout(table: PageElement, document: PageDocument): void {
  const caption = captionOf(table)
  const blocks = ownRows(table).flatMap((row) =>
    ownCells(row).map((cell) => {
      const block = document.createElement('div')
      block.append(...cell.childNodes)
      return block
    }),
  )
  if (caption !== '') blocks.unshift(Object.assign(document.createElement('p'), { textContent: caption }))
  table.replaceWith(...blocks)
}

// A cell is one line; its own blocks and breaks become <br>, and a pipe must not end it.
function cellText(markdown: string): string {
  return markdown
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('<br>')
    .replace(/(?<!\\)((?:\\\\)*)\|/g, '$1\\|')
}

function flattenHeader(rows: readonly string[][]): string[] {
  const width = rows[0]?.length ?? 0
  return Array.from({ length: width }, (_, x) => {
    const parts = rows.map((row) => row[x] ?? '').filter((text) => text !== '')
    return [...new Set(parts)].join(', ')
  })
}

function captionOf(table: PageElement): string {
  const caption = [...table.children].find((child) => child.localName === 'caption')
  return caption === undefined ? '' : shownText(caption).replace(/([*_`[\]<>|\\])/g, '\\$1')
}

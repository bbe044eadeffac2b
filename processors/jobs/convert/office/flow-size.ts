// How much of a document goes into one answer: too much of it is refused, and what is given for nothing ends early.
import type { Element } from '../element.ts'
import type { ConvertLimits } from '../limits.ts'
import { ConvertRefusal } from '../refusal.ts'
import type { Flow, FlowPage } from './flow.ts'

const mostCharacters = 10_000_000

export function cutToSize(flow: Flow, { pageCharacters }: ConvertLimits): Flow {
  const size = flow.pages.reduce((sum, page) => sum + page.elements.reduce((n, e) => n + sizeOf(e), 0), 0)
  if (size > mostCharacters)
    throw new ConvertRefusal(
      'too_complex',
      'the document has more text than one call may convert; ask for some pages with "pages"',
    )
  if (pageCharacters === null) return flow
  const cut: number[] = []
  const pages = flow.pages.map((page) => {
    const shorter = cutPage(page, pageCharacters)
    if (shorter !== page) cut.push(page.number)
    return shorter
  })
  if (cut.length === 0) return flow
  const warning = {
    code: 'pages_cut',
    message: 'these pages are longer than what is shown for nothing and end early',
    pages: cut.slice(0, 100),
  }
  return { ...flow, pages, warnings: [...flow.warnings, warning] }
}

const sizeOf = (e: Element): number =>
  e.kind === 'table' ? e.grid.cells.reduce((sum, { text }) => sum + text.length + 1, 0) : (e.ready?.length ?? 0)

function cutPage(page: FlowPage, most: number): FlowPage {
  const kept: Element[] = []
  let left = most
  for (const element of page.elements) {
    const size = sizeOf(element)
    if (size <= left) {
      kept.push(element)
      left -= size
      continue
    }
    const shorter = element.kind === 'table' ? firstRows(element, left) : null
    if (shorter !== null) kept.push(shorter)
    return { ...page, elements: kept }
  }
  return page
}

function firstRows(table: Element & { kind: 'table' }, most: number): Element | null {
  const byRow = Map.groupBy(table.grid.cells, ({ row }) => row)
  let [rows, size] = [0, 0]
  for (; rows < table.grid.rows; rows++) {
    size += (byRow.get(rows) ?? []).reduce((sum, { text }) => sum + text.length + 1, 0)
    if (size > most) break
  }
  if (rows <= table.grid.headerRows) return null
  const cells = table.grid.cells
    .filter(({ row }) => row < rows)
    .map((c) => ({ ...c, rowSpan: Math.min(c.rowSpan, rows - c.row) }))
  return { ...table, grid: { ...table.grid, rows, cells } }
}

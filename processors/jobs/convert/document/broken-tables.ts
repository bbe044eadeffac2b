// Joins a table that a page's end cut in two: it stands last on its page, and one of the same columns first on the next.
import type { Element, Grid } from '../element.ts'
import { isCaption } from '../layout/captions.ts'
import type { PageLayout } from '../page-layout.ts'

type Table = Element & { kind: 'table' }
type Height = (page: number) => number

const edgePoints = 8
const continued = /\b(?:continued|cont(?:['’]?d|\.)|fortsetzung|suite|continuaci[oó]n)(?![\p{L}])/iu
// Where a table that goes on ends on its page, and where what goes on begins.
const lowerShare = 0.7
const upperShare = 0.3

export function joinBrokenTables(pages: readonly PageLayout[], heightOf: Height): void {
  let open: { table: Table; page: number } | null = null
  for (const page of pages) {
    const body = page.elements.filter(isBody)
    const at = body.findIndex((e) => e.kind === 'table')
    const between = body.slice(0, Math.max(at, 0))
    const next = at >= 0 && between.every(saysContinued) ? (body[at] as Table) : null
    if (
      open !== null &&
      next !== null &&
      open.page === page.number - 1 &&
      goesOn(open, { table: next, page: page.number }, between.length > 0, heightOf)
    ) {
      append(open.table.grid, next.grid)
      page.elements = page.elements.filter((e) => e !== next && !between.includes(e))
      const isWhole = body.at(-1) === next
      open = isWhole ? { table: open.table, page: page.number } : null
      if (isWhole) continue
    }
    const last = page.elements.filter(isBody).at(-1)
    open = last?.kind === 'table' ? { table: last, page: page.number } : null
  }
}

const isBody = (e: Element): boolean => e.kind !== 'furniture' && e.kind !== 'footnote'
const saysContinued = (e: Element): boolean =>
  e.kind !== 'table' && e.lines.length === 1 && e.lines[0]!.text.length < 120 && continued.test(e.lines[0]!.text)

function goesOn(
  a: { table: Table; page: number },
  b: { table: Table; page: number },
  isSaid: boolean,
  heightOf: Height,
): boolean {
  const [above, below] = [a.table, b.table]
  if (above.grid.columns !== below.grid.columns) return false
  if (
    below.caption !== null &&
    !continued.test(below.caption) &&
    isCaption(below.caption, 'table') &&
    below.caption !== above.caption
  )
    return false
  if (isSaid || hasSameHeader(above.grid, below.grid)) return true
  const isPlaced = Math.abs(above.x0 - below.x0) < edgePoints && Math.abs(above.x1 - below.x1) < edgePoints
  const isCut = below.y0 < upperShare * heightOf(b.page) && isBelowMiddle(above, a.page, heightOf)
  return isPlaced && isCut && !hasHeaderOfItsOwn(above.grid, below.grid)
}

// Of one that was joined before, the last part filled its page.
const isBelowMiddle = (table: Table, page: number, heightOf: Height): boolean =>
  table.y1 > lowerShare * heightOf(page) || table.grid.rows > 40

const rowText = ({ cells }: Grid, row: number): string =>
  cells
    .filter((c) => c.row === row)
    .sort((a, b) => a.column - b.column)
    .map(({ text }) => text)
    .join('\t')

function hasSameHeader(above: Grid, below: Grid): boolean {
  const header = rowText(above, 0)
  return header.trim() !== '' && header === rowText(below, 0)
}

const isFigure = (text: string): boolean => /\d/.test(text) && !/\p{L}{4}/u.test(text)

// Words where the column above has figures are the head of another table.
function hasHeaderOfItsOwn(above: Grid, below: Grid): boolean {
  const first = below.cells.filter((c) => c.row === 0 && c.text !== '')
  const isAgainst = first.filter(({ column, text }) => {
    const others = above.cells.filter((c) => c.column === column && c.row >= above.headerRows && c.text !== '')
    return (
      others.length > 0 &&
      others.filter((c) => isFigure(c.text)).length > 0.6 * others.length &&
      !isFigure(text) &&
      /\p{L}/u.test(text)
    )
  })
  return isAgainst.length > 0
}

function append(above: Grid, below: Grid): void {
  const skipped = hasSameHeader(above, below) ? Math.max(1, repeatedRows(above, below)) : 0
  for (const cell of below.cells) if (cell.row >= skipped) above.cells.push({ ...cell, row: above.rows + cell.row - skipped })
  above.rows += below.rows - skipped
}

function repeatedRows(above: Grid, below: Grid): number {
  let rows = 0
  while (rows < Math.min(above.headerRows, below.rows) && rowText(above, rows) === rowText(below, rows)) rows++
  return rows
}

// A heading that stands a little beside its column is no column of its own: one has nothing but the heading, the next all but it.
import type { Cell, Grid } from '../element.ts'

const fewestRows = 2

export function joinAskewHeadings(grid: Grid): void {
  for (let column = 1; column + 1 < grid.columns; column++) {
    const [a, b] = [column, column + 1]
    if (isHeading(grid, a) && isBody(grid, b)) join(grid, a)
    else if (isBody(grid, a) && isHeading(grid, b)) join(grid, a)
  }
}

const ownOf = ({ cells }: Grid, column: number) => cells.filter((c) => c.column === column && c.columnSpan === 1)
const crosses = (c: Cell, column: number) => c.column <= column && c.column + c.columnSpan > column

/** Nothing below its heading, which stands in the last row of the header. */
function isHeading(grid: Grid, column: number): boolean {
  const own = ownOf(grid, column)
  const isNamed = own.some((c) => c.row === grid.headerRows - 1 && c.text !== '')
  const isCrossed = grid.cells.some((c) => c.row >= grid.headerRows && c.columnSpan > 1 && crosses(c, column))
  return isNamed && !isCrossed && own.every((c) => c.rowSpan === 1 && (c.row < grid.headerRows || c.text === ''))
}

/** No heading of its own over its entries. */
function isBody(grid: Grid, column: number): boolean {
  const own = ownOf(grid, column)
  const isCrossed = grid.cells.some((c) => c.row >= grid.headerRows && c.columnSpan > 1 && crosses(c, column))
  const filled = own.filter((c) => c.row >= grid.headerRows && c.text !== '').length
  const isNameless = own.every((c) => c.rowSpan === 1 && (c.row >= grid.headerRows || c.text === ''))
  return isNameless && !isCrossed && filled >= fewestRows && own.some((c) => c.row === grid.headerRows - 1)
}

function join(grid: Grid, left: number): void {
  const texts = new Map<number, string>()
  for (const c of [...ownOf(grid, left), ...ownOf(grid, left + 1)]) texts.set(c.row, texts.get(c.row) || c.text)
  const others = grid.cells.filter((c) => c.columnSpan > 1 || (c.column !== left && c.column !== left + 1))
  for (const c of others) {
    if (c.columnSpan > 1 && crosses(c, left) && crosses(c, left + 1)) c.columnSpan--
    else if (c.column > left) c.column--
  }
  grid.cells = [...others, ...[...texts].map(([row, text]) => ({ row, column: left, rowSpan: 1, columnSpan: 1, text }))]
  grid.columns--
}

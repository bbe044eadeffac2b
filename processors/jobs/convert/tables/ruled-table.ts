// Turns a lattice and the page's words into a table, or null when the lattice is a frame, a chart or decoration.
import type { Cell, Grid } from '../element.ts'
import { holdsCentre } from '../geometry.ts'
import type { Line } from '../layout/lines.ts'
import type { Word } from '../page-text.ts'
import { boxesOfForm } from './boxed-form.ts'
import { cellText } from './cell-text.ts'
import { compactGrid } from './compact-grid.ts'
import type { Lattice, LatticeCell } from './lattice.ts'
import { splitLattice } from './split-lattice.ts'
import type { FoundTable } from './table.ts'
import { segmentsOf, textRows } from './text-rows.ts'
import { splitUnwalled } from './unwalled-columns.ts'

/** Fewer lines may as well be one name, wrapped. */
const fewestNamedRows = 5
const longestHeading = 60
const year = /^\D*(?:19|20)\d\d\D*$/

/** `turned`: lines that run up or down the page, which may stand in a cell as well. */
export function ruledTable(drawn: Lattice, words: readonly Word[], turned: readonly Line[] = []): FoundTable | null {
  const inside = words.filter((w) => holdsCentre(drawn, w, 1))
  if (inside.length === 0) return null
  const lattice = splitUnwalled(splitLattice(drawn, inside), inside)
  const cells = lattice.cells.flatMap((c): Cell[] => {
    const own = inside.filter((w) => holdsCentre(c, w))
    const upright = cellText(own)
    const beside = upright === '' ? turned.filter((l) => holdsCentre(c, l)) : []
    for (const line of beside) inside.push(...line.words)
    return namesOfRows(c, own, lattice.ys) ?? [{ ...placeOf(c), text: upright || beside.map((l) => l.text).join(' ') }]
  })
  const size = (at: readonly number[]) => at.slice(1).map((v, i) => v - at[i]!)
  const whole = { rows: lattice.ys.length - 1, columns: lattice.xs.length - 1, headerRows: 1, cells }
  const grid = compactGrid(whole, size(lattice.ys), size(lattice.xs))
  if (grid.rows < 2 || (grid.columns < 2 && (!isBoxedList(grid) || isInColumns(inside)))) return null
  grid.cells = grid.cells.flatMap((c) => (c.text === '' && c.row > 0 ? singles(c) : [c]))
  grid.headerRows = headerRowsOf(grid)
  const filled = grid.cells.filter((c) => c.text !== '')
  if (filled.length < 3) return null
  const firstRow = grid.cells.filter((c) => c.row === 0)
  const headed = firstRow.filter((c) => c.text !== '').length >= firstRow.length / 2
  if (filled.length < grid.cells.length * (headed ? 0.2 : 0.45)) return null
  const table: FoundTable = {
    ...{ x0: lattice.x0, y0: lattice.y0, x1: lattice.x1, y1: lattice.y1 },
    ...{ grid, words: new Set(inside), by: 'rules' },
  }
  const boxes = boxesOfForm(grid, drawn, inside)
  return boxes === null ? table : { ...table, boxes }
}

const placeOf = ({ row, column, rowSpan, columnSpan }: LatticeCell) => ({ row, column, rowSpan, columnSpan })

// A cell as high as many rows, with a line of text in each: rules were only drawn beside the names.
function namesOfRows(cell: LatticeCell, words: readonly Word[], ys: readonly number[]): Cell[] | null {
  if (cell.rowSpan < fewestNamedRows) return null
  const rows = textRows(words)
  if (rows.length !== cell.rowSpan) return null
  const isInItsRow = rows.every((r, i) => {
    const middle = (r.y0 + r.y1) / 2
    return middle > ys[cell.row + i]! && middle < ys[cell.row + i + 1]!
  })
  return isInItsRow ? rows.map((r, i) => ({ ...placeOf(cell), row: cell.row + i, rowSpan: 1, text: cellText(r.words) })) : null
}

// One column of boxes is a frame, unless many short entries fill it one by one.
function isBoxedList(grid: Grid): boolean {
  return grid.rows >= 5 && grid.cells.every((c) => c.text !== '' && c.text.length < 80)
}

// Names with their figures at the other side: its columns have no wall.
function isInColumns(words: readonly Word[]): boolean {
  const rows = textRows(words).map((r) => segmentsOf(r.words, 2))
  return rows.filter((segments) => segments.length >= 2).length >= 0.5 * rows.length
}

// Spans in the first row say how deep the heading goes.
function headerRowsOf(grid: Grid): number {
  const first = grid.cells.filter((c) => c.row === 0)
  const deepest = Math.max(...first.map((c) => c.rowSpan))
  // What crosses the end of a cell above it is no part of that one: a form's next row.
  const isNested = (c: Cell) =>
    first.some((above) => c.column >= above.column && c.column + c.columnSpan <= above.column + above.columnSpan)
  const parted =
    first.some((c) => c.columnSpan > 1 && c.columnSpan < grid.columns) &&
    grid.cells.every((c) => c.row !== 1 || isNested(c)) &&
    !grid.cells.some((c) => c.row === 1 && isOfBody(c))
  const rows = Math.max(deepest, parted ? 2 : 1)
  return rows < grid.rows ? rows : 1
}

/** No heading says so much, or is an amount for the rows beside it. */
const isOfBody = ({ rowSpan, text }: Cell) => text.length > longestHeading || (rowSpan > 1 && /\d/.test(text) && !year.test(text))

// A wall missing between two empty cells means nothing to a reader.
function singles(cell: Cell): Cell[] {
  const cells: Cell[] = []
  for (let row = cell.row; row < cell.row + cell.rowSpan; row++) {
    for (let column = cell.column; column < cell.column + cell.columnSpan; column++)
      cells.push({ row, column, rowSpan: 1, columnSpan: 1, text: '' })
  }
  return cells
}

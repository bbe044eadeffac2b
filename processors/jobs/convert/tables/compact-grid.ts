// Removes slim rows and columns in which nothing is written: artefacts of double rules and of decoration.
import type { Cell, Grid } from '../element.ts'

export function compactGrid(grid: Grid, rowHeights: readonly number[], columnWidths: readonly number[]): Grid {
  const written = grid.cells.filter((c) => c.text !== '')
  // An axis that every cell crosses parts nothing.
  const starts = (at: number, span: (c: Cell) => [number, number]) => grid.cells.some((c) => span(c)[0] === at && span(c)[1] === 1)
  const keepRow = rowHeights.map((h, i) => (h >= 6 && starts(i, (c) => [c.row, c.rowSpan])) || written.some((c) => c.row === i && c.rowSpan === 1))
  const keepColumn = columnWidths.map((w, i) => (w >= 9 && starts(i, (c) => [c.column, c.columnSpan])) || written.some((c) => c.column === i && c.columnSpan === 1))
  const rowAt = positions(keepRow)
  const columnAt = positions(keepColumn)
  const cells = grid.cells
    .map((c) => ({
      text: c.text,
      row: rowAt[c.row]!,
      rowSpan: rowAt[c.row + c.rowSpan]! - rowAt[c.row]!,
      column: columnAt[c.column]!,
      columnSpan: columnAt[c.column + c.columnSpan]! - columnAt[c.column]!,
    }))
    .filter((c) => c.rowSpan > 0 && c.columnSpan > 0)
  return { ...grid, rows: rowAt[grid.rows]!, columns: columnAt[grid.columns]!, cells }
}

function positions(keep: readonly boolean[]): number[] {
  const at = [0]
  for (const k of keep) at.push(at.at(-1)! + (k ? 1 : 0))
  return at
}

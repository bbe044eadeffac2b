// Removes the axes of a lattice that part nothing: crossed by every cell, or slivers between double rules.
import type { Grid } from '../element.ts'

export function compactGrid(grid: Grid, rowHeights: readonly number[], columnWidths: readonly number[]): Grid {
  const written = grid.cells.filter((c) => c.text !== '')
  const keepRow = rowHeights.map(
    (h, i) => grid.cells.some((c) => c.row === i) && (h >= 6 || written.some((c) => c.row === i && c.rowSpan === 1)),
  )
  const keepColumn = columnWidths.map(
    (w, i) => grid.cells.some((c) => c.column === i) && (w >= 9 || written.some((c) => c.column === i && c.columnSpan === 1)),
  )
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

// A grid as plain rows: every cell it spans repeats a cell's text, heading rows apart from the body.
import type { Grid } from '../element.ts'

export type FlatGrid = { header: string[][]; rows: string[][] }

export function flatGrid(grid: Grid, write = (text: string) => text): FlatGrid {
  const all = Array.from({ length: grid.rows }, () => Array.from({ length: grid.columns }, () => ''))
  for (const c of grid.cells) {
    for (let r = c.row; r < Math.min(grid.rows, c.row + c.rowSpan); r++) {
      for (let k = c.column; k < Math.min(grid.columns, c.column + c.columnSpan); k++) all[r]![k] = write(c.text)
    }
  }
  return { header: all.slice(0, grid.headerRows), rows: all.slice(grid.headerRows) }
}

/** One heading row: what stands above a column, top to bottom, each text once. */
export function oneHeader(flat: FlatGrid, columns: number): string[] {
  return Array.from({ length: columns }, (_, k) => [...new Set(flat.header.map((r) => r[k]!).filter((t) => t !== ''))].join(' '))
}

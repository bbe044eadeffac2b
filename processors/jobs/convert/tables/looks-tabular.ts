// The last check before text is called a table: enough cells filled, and few of them prose.
import type { Grid } from '../element.ts'

export function looksTabular(grid: Grid, leastFilled: number): boolean {
  const filled = grid.cells.filter((c) => c.text !== '')
  const prose = filled.filter((c) => c.text.length > 150).length
  return filled.length >= leastFilled * grid.rows * grid.columns && prose <= filled.length * 0.2
}

// Tells running text set in columns from a table's rows: line beside line, and every line fills its column.
import type { Segment } from './text-rows.ts'

const fewestLines = 6
const mostColumns = 4
const usualLine = 20

export function isProseInColumns(rows: readonly (readonly Segment[])[], width: number): boolean {
  if (rows.length < fewestLines) return false
  const full = rows.filter((row) => {
    if (row.length < 2 || row.length > mostColumns) return false
    const letters = row.reduce((n, s) => n + s.text.length, 0)
    const covered = row.reduce((n, s) => n + s.x1 - s.x0, 0)
    return letters >= usualLine * row.length && covered > 0.75 * width
  })
  return full.length >= 0.6 * rows.length
}

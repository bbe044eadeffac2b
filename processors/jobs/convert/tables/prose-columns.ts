// Tells running text set in columns from a table's rows: line beside line, and every line fills its column.
import type { Segment } from './text-rows.ts'

const fewestLines = 6
const mostColumns = 4
const usualLine = 20
/** Of the lines that stand alone in their row: as many on either side. */
const leastOnSide = 0.25

export function isProseInColumns(rows: readonly (readonly Segment[])[], width: number): boolean {
  if (rows.length < fewestLines) return false
  const full = rows.filter((row) => {
    if (row.length < 2 || row.length > mostColumns) return false
    const letters = row.reduce((n, s) => n + s.text.length, 0)
    const covered = row.reduce((n, s) => n + s.x1 - s.x0, 0)
    return letters >= usualLine * row.length && covered > 0.75 * width
  })
  return full.length + linesOfTwoColumns(rows, width) >= 0.6 * rows.length
}

// Where the lines of two columns do not stand at one height, each is a row of its own.
function linesOfTwoColumns(rows: readonly (readonly Segment[])[], width: number): number {
  const from = Math.min(...rows.flatMap((row) => row.map((s) => s.x0)))
  const lines = rows.flatMap((row) => (row.length === 1 && row[0]!.text.length >= usualLine ? [row[0]!] : []))
  const sides = lines.filter((s) => s.x1 - s.x0 > 0.35 * width && s.x1 - s.x0 < 0.55 * width)
  const left = sides.filter((s) => s.x1 < from + 0.55 * width).length
  return Math.min(left, sides.length - left) >= leastOnSide * sides.length ? sides.length : 0
}

// Tells a table of contents from a table: few columns, the last of page numbers that never fall.
import type { Grid } from '../element.ts'

const roman: Record<string, number> = { i: 1, v: 5, x: 10, l: 50, c: 100 }

export function isContentsList(grid: Grid): boolean {
  if (grid.columns > (isLedByDots(grid) ? 5 : 3) || grid.rows < 3) return false
  const last = grid.cells.filter((c) => c.column + c.columnSpan === grid.columns && c.text !== '').sort((a, b) => a.row - b.row)
  const pages = last.map((c) => pageNumber(c.text))
  if (last.length < 0.7 * grid.rows || pages.some((p) => p === null)) return false
  const titled = grid.cells.filter((c) => c.column === 0 && /\p{L}{3,}/u.test(c.text)).length
  // Front matter counts in Roman numerals, then the count starts again.
  const falls = pages.slice(1).filter((p, i) => p! < pages[i]!).length
  return falls <= 1 && titled >= 0.6 * grid.rows
}

// Numbers, titles and their dots may have taken a column each.
const isLedByDots = (grid: Grid): boolean => grid.cells.some(({ text }) => text.replaceAll(' ', '').endsWith('....'))

function pageNumber(text: string): number | null {
  if (/^\d{1,4}$/.test(text)) return Number(text)
  if (!/^[ivxlc]{1,7}$/i.test(text)) return null
  const values = [...text.toLowerCase()].map((c) => roman[c]!)
  return values.reduce((sum, v, i) => sum + (v < (values[i + 1] ?? 0) ? -v : v), 0)
}

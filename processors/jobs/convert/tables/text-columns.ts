// Finds the columns that rows of text share: intervals of x that segments fall into, spanning headings set aside.
import type { Segment } from './text-rows.ts'

export type Column = { x0: number; x1: number }

export function columnsOf(rows: readonly (readonly Segment[])[]): Column[] {
  const columns: Column[] = []
  const byRichness = [...rows].sort((a, b) => b.length - a.length)
  const rich = 0.75 * (byRichness[0]?.length ?? 0)
  for (const row of byRichness) {
    for (const segment of row) {
      const hit = columns.filter((c) => Math.min(c.x1, segment.x1) - Math.max(c.x0, segment.x0) > 0)
      if (hit.length === 0) columns.push({ x0: segment.x0, x1: segment.x1 })
      // Headings and notes in poorer rows lie askew; only full rows say how wide a column is.
      else if (hit.length === 1 && row.length >= rich) {
        const own = hit[0]!
        const grown = { x0: Math.min(own.x0, segment.x0), x1: Math.max(own.x1, segment.x1) }
        const clash = row.some((s) => s !== segment && Math.min(grown.x1, s.x1) - Math.max(grown.x0, s.x0) > 0)
        if (!clash) Object.assign(own, grown)
      }
    }
  }
  columns.sort((a, b) => a.x0 - b.x0)
  return columns.filter((c, i) => i === 0 || i === columns.length - 1 || isStoodIn(c, rows, rich))
}

// What stands between the columns and above the first full row is a heading over several of them, no column of its own.
function isStoodIn(column: Column, rows: readonly (readonly Segment[])[], rich: number): boolean {
  const first = rows.findIndex((row) => row.length >= rich)
  return rows.slice(first).some((row) => row.some((s) => Math.min(column.x1, s.x1) - Math.max(column.x0, s.x0) > 0))
}

/** First and last column a segment covers. */
export function columnRange(columns: readonly Column[], segment: Column): [number, number] {
  const covered: number[] = []
  for (const [i, c] of columns.entries()) {
    const shared = Math.min(c.x1, segment.x1) - Math.max(c.x0, segment.x0)
    if (shared > 0.25 * Math.min(c.x1 - c.x0, segment.x1 - segment.x0)) covered.push(i)
  }
  if (covered.length > 0) return [covered[0]!, covered.at(-1)!]
  const centre = (segment.x0 + segment.x1) / 2
  let nearest = 0
  for (const [i, c] of columns.entries()) {
    const distance = (d: Column) => Math.abs((d.x0 + d.x1) / 2 - centre)
    if (distance(c) < distance(columns[nearest]!)) nearest = i
  }
  return [nearest, nearest]
}

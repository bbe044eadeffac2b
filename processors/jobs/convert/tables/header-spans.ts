// Gives column headings that stand over several columns their span, and fills headings down to the body.
import type { Cell } from '../element.ts'
import type { Rule } from './rules.ts'
import type { Column } from './text-columns.ts'
import type { Segment } from './text-rows.ts'

/** So far off the middle of what it stands over a heading is still centred. */
export const centredPt = 4

/** The columns a heading covers: those of the rule under it, else the ones it is centred over. */
export function headingRange(
  segment: Segment,
  rowSegments: readonly Segment[],
  columns: readonly Column[],
  own: [number, number],
  under: Rule | undefined,
): [number, number] {
  // A rule under several of them at once says of none how far it goes.
  const isBeside = (s: Column) => s.x0 >= segment.x1 || s.x1 <= segment.x0
  const isOwn = under && !rowSegments.some((s) => isBeside(s) && s.x0 > under.from - 3 && s.x1 < under.to + 3)
  if (under && isOwn) {
    const covered = columns.flatMap((c, i) => ((c.x0 + c.x1) / 2 > under.from - 2 && (c.x0 + c.x1) / 2 < under.to + 2 ? [i] : []))
    if (covered.length > 0) return [Math.min(covered[0]!, own[0]), Math.max(covered.at(-1)!, own[1])]
  }
  const others = rowSegments.filter((s) => s !== segment)
  const free = (i: number) => !others.some((s) => Math.min(s.x1, columns[i]!.x1) - Math.max(s.x0, columns[i]!.x0) > 0)
  const centre = (segment.x0 + segment.x1) / 2
  let best = own
  let bestOff = Math.abs((columns[own[0]]!.x0 + columns[own[1]]!.x1) / 2 - centre)
  for (let from = own[0]; from >= 0 && (from === own[0] || free(from)); from--) {
    for (let to = own[1]; to < columns.length && (to === own[1] || free(to)); to++) {
      const off = Math.abs((columns[from]!.x0 + columns[to]!.x1) / 2 - centre)
      const wider = to - from > best[1] - best[0]
      if (wider ? off < Math.max(centredPt, bestOff - 3) : off < bestOff - 3 && bestOff > centredPt) {
        best = [from, to]
        bestOff = off
      }
    }
  }
  return best
}

/** A heading with nothing above or below it in the header rows belongs to all of them, and one with nothing right above it to those. */
export function stretchHeadings(cells: Cell[], headerRows: number): Cell[] {
  if (headerRows < 2) return cells
  const header = cells.filter((c) => c.row < headerRows)
  const gone = new Set<Cell>()
  for (const cell of header.filter((c) => c.text !== '' && c.columnSpan === 1)) {
    const column = header.filter((c) => c.column <= cell.column && c.column + c.columnSpan > cell.column && c !== cell)
    const isEmpty = (c: Cell) => c.text === '' && c.columnSpan === 1
    const isAlone = column.every(isEmpty)
    const taken = isAlone ? column : emptyAbove(cell, column.filter(isEmpty))
    for (const empty of taken) gone.add(empty)
    const rows = [cell, ...taken].map((c) => c.row)
    cell.row = Math.min(...rows)
    cell.rowSpan = isAlone ? headerRows : Math.max(...rows) - cell.row + 1
  }
  return cells.filter((c) => !gone.has(c))
}

// Those that touch it, from the last row of the heading on.
function emptyAbove(cell: Cell, empty: readonly Cell[]): Cell[] {
  const above: Cell[] = []
  for (let row = cell.row - 1; row >= 0; row--) {
    const next = empty.find((c) => c.row === row)
    if (next === undefined) return above
    above.push(next)
  }
  return above
}

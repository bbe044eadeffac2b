// Tells a form drawn as boxes from a table: its boxes keep to no columns, or hold what is written over many rows. It is read box by box.
import type { Grid } from '../element.ts'
import { centreX, centreY } from '../geometry.ts'
import type { Word } from '../page-text.ts'
import type { Lattice, LatticeCell } from './lattice.ts'

/** Words that are read together, one box after the other. */
export type FormBox = { words: Word[]; isAcross: boolean }

const [fewestBoxes, fewestColumns] = [5, 3]
/** Of places in the grid that a box with text covers: half as many are the most of some 500 tables looked at. */
const meanArea = 2.2
/** How often a letter would be written where each place repeated its box's text. */
const tallRepeats = 6

/** The boxes of a form in reading order, or null for a table. `drawn`: before text parted it. */
export function boxesOfForm(grid: Grid, drawn: Lattice, words: readonly Word[]): FormBox[] | null {
  const filled = grid.cells.filter((c) => c.text !== '')
  if (filled.length < fewestBoxes || grid.columns < fewestColumns) return null
  const total = (of: (c: Grid['cells'][number]) => number) => filled.reduce((sum, c) => sum + of(c), 0)
  if (total((c) => c.rowSpan * c.columnSpan) < meanArea * filled.length) return null
  // Spans over columns make a form; a timetable has spans over rows, and little text in each.
  if (total((c) => c.columnSpan) >= meanArea * filled.length) return boxByBox(drawn, words)
  const repeated = total((c) => c.text.length * c.rowSpan * c.columnSpan)
  return repeated < tallRepeats * total((c) => c.text.length) ? null : [{ words: [...words], isAcross: false }]
}

function boxByBox({ xs, ys, cells }: Lattice, words: readonly Word[]): FormBox[] {
  const [columns, rows] = [xs.length - 1, ys.length - 1]
  const owner = new Map<number, LatticeCell>()
  for (const cell of cells)
    for (let r = cell.row; r < cell.row + cell.rowSpan; r++)
      for (let c = cell.column; c < cell.column + cell.columnSpan; c++) owner.set(r * columns + c, cell)
  const within = (edges: readonly number[], at: number, last: number) =>
    Math.min(
      last,
      Math.max(
        0,
        edges.findLastIndex((edge) => edge <= at),
      ),
    )
  const placed = Map.groupBy(words, (w) =>
    owner.get(within(ys, centreY(w), rows - 1) * columns + within(xs, centreX(w), columns - 1)),
  )
  const boxes = [...cells].sort((a, b) => a.row - b.row || a.column - b.column)
  return boxes.flatMap((cell) => {
    const own = placed.get(cell)
    return own ? [{ words: own, isAcross: cell.columnSpan === columns }] : []
  })
}

// Tells a form drawn as boxes from a table: its boxes keep to no columns, or hold what is written over many rows. It is read box by box.
import type { Grid } from '../element.ts'
import { holdsCentre } from '../geometry.ts'
import type { Word } from '../page-text.ts'
import type { LatticeCell } from './lattice.ts'

/** Words that are read together, one box after the other. */
export type FormBox = { words: Word[]; isAcross: boolean }

const [fewestBoxes, fewestColumns] = [5, 3]
/** Of places in the grid that a box with text covers: half as many are the most of some 500 tables looked at. */
const meanArea = 2.2
/** How often a letter would be written where each place repeated its box's text. */
const tallRepeats = 6

/** The boxes of a form in reading order, or null for a table. `cells`: as they are drawn. */
export function boxesOfForm(grid: Grid, cells: readonly LatticeCell[], words: readonly Word[]): FormBox[] | null {
  const filled = grid.cells.filter((c) => c.text !== '')
  if (filled.length < fewestBoxes || grid.columns < fewestColumns) return null
  const total = (of: (c: Grid['cells'][number]) => number) => filled.reduce((sum, c) => sum + of(c), 0)
  if (total((c) => c.rowSpan * c.columnSpan) < meanArea * filled.length) return null
  // Spans over columns make a form; a timetable has spans over rows, and little text in each.
  if (total((c) => c.columnSpan) >= meanArea * filled.length) return boxByBox(cells, words)
  const repeated = total((c) => c.text.length * c.rowSpan * c.columnSpan)
  return repeated < tallRepeats * total((c) => c.text.length) ? null : [{ words: [...words], isAcross: false }]
}

function boxByBox(cells: readonly LatticeCell[], words: readonly Word[]): FormBox[] {
  const columns = Math.max(...cells.map((c) => c.column + c.columnSpan))
  const left = new Set(words)
  const boxes = [...cells]
    .sort((a, b) => a.row - b.row || a.column - b.column)
    .map((cell): FormBox => {
      const own = [...left].filter((w) => holdsCentre(cell, w))
      for (const word of own) left.delete(word)
      return { words: own, isAcross: cell.columnSpan >= columns }
    })
  return [...boxes, { words: [...left], isAcross: false }].filter((box) => box.words.length > 0)
}

// A page's text in the frame that a table's lattice is part of: as many lines in one cell, from side to side, are no cell.
import { holdsCentre } from '../geometry.ts'
import type { Word } from '../page-text.ts'
import type { Lattice, LatticeCell } from './lattice.ts'
import { textRows } from './text-rows.ts'

const fewestLines = 6

/** What of it lies above, between and below such text. */
export function withoutFramedText(lattice: Lattice, words: readonly Word[]): Lattice[] {
  const columns = lattice.xs.length - 1
  if (columns < 2) return [lattice]
  const isText = (c: LatticeCell) =>
    c.columnSpan === columns && textRows(words.filter((w) => holdsCentre(c, w))).length >= fewestLines
  const texts = lattice.cells.filter(isText)
  if (texts.length === 0) return [lattice]
  const parts: Lattice[] = []
  let from = 0
  for (const text of [...texts.map((c) => ({ row: c.row, next: c.row + c.rowSpan })), { row: lattice.ys.length - 1, next: 0 }]) {
    if (text.row > from) parts.push(rowsOf(lattice, from, text.row))
    from = text.next
  }
  return parts
}

function rowsOf({ x0, x1, xs, ys, cells }: Lattice, from: number, to: number): Lattice {
  const own = cells.filter((c) => c.row >= from && c.row < to).map((c) => ({ ...c, row: c.row - from }))
  return { ...{ x0, x1, y0: ys[from]!, y1: ys[to]! }, xs, ys: ys.slice(from, to + 1), cells: own }
}

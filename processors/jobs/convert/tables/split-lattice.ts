// Adds the walls a table's designer left out: rows and columns that only the text shows inside one drawn band.
import { holdsCentre } from '../geometry.ts'
import type { Word } from '../page-text.ts'
import type { Lattice, LatticeCell } from './lattice.ts'
import { segmentsOf, type TextRow, textRows } from './text-rows.ts'

export function splitLattice(lattice: Lattice, words: readonly Word[]): Lattice {
  const cells = lattice.cells.flatMap((c) => splitAtColumns(c, lattice, words))
  return splitBands({ ...lattice, cells }, words)
}

const askewPt = 14

// A heading row is often drawn without inner walls: the text stands clear on both sides of the column's axis all the same.
function splitAtColumns(cell: LatticeCell, lattice: Lattice, words: readonly Word[]): LatticeCell[] {
  if (cell.columnSpan < 2) return [cell]
  const own = words.filter((w) => holdsCentre(cell, w))
  const segments = textRows(own).flatMap((r) => segmentsOf(r.words, 0.8))
  for (let column = cell.column + 1; column < cell.column + cell.columnSpan; column++) {
    const x = lattice.xs[column]!
    const left = segments.filter((s) => s.x1 <= x + askewPt && (s.x0 + s.x1) / 2 < x).length
    const right = segments.filter((s) => s.x0 >= x - askewPt && (s.x0 + s.x1) / 2 > x).length
    if (left === 0 || right === 0 || left + right < segments.length) continue
    const first = { ...cell, x1: x, columnSpan: column - cell.column }
    const rest = { ...cell, x0: x, column, columnSpan: cell.column + cell.columnSpan - column }
    return [first, ...splitAtColumns(rest, lattice, words)]
  }
  return [cell]
}

function splitBands(lattice: Lattice, words: readonly Word[]): Lattice {
  const ys: number[] = [lattice.ys[0]!]
  const shift: number[] = [0]
  const cuts = new Map<number, number[]>()
  for (let row = 0; row + 1 < lattice.ys.length; row++) {
    const cut = cutsOf(row, lattice, words)
    if (cut.length > 0) cuts.set(row, cut)
    ys.push(...cut, lattice.ys[row + 1]!)
    shift.push(ys.length - 1)
  }
  if (cuts.size === 0) return lattice
  const cells = lattice.cells.flatMap((c): LatticeCell[] => {
    const cut = c.rowSpan === 1 ? cuts.get(c.row) : undefined
    const row = shift[c.row]!
    if (!cut) return [{ ...c, row, rowSpan: shift[c.row + c.rowSpan]! - row }]
    const edges = [c.y0, ...cut, c.y1]
    return edges.slice(1).map((y1, i) => ({ ...c, row: row + i, rowSpan: 1, y0: edges[i]!, y1 }))
  })
  return { ...lattice, ys, cells }
}

/** Where a band should be cut: only if most of its columns repeat the same rows of text. */
function cutsOf(row: number, lattice: Lattice, words: readonly Word[]): number[] {
  const cells = lattice.cells.filter((c) => c.row === row && c.rowSpan === 1)
  if (cells.length < 2 || lattice.cells.some((c) => c.rowSpan > 1 && c.row <= row && c.row + c.rowSpan > row)) return []
  const perCell = cells.map((c) => textRows(words.filter((w) => holdsCentre(c, w)))).filter((r) => r.length > 0)
  const rows = textRows(words.filter((w) => cells.some((c) => holdsCentre(c, w))))
  if (rows.length < 2 || perCell.length < 2) return []
  const full = perCell.filter((r) => r.length === rows.length)
  const numeric = full.filter((r) => r.every(isNumeric)).length
  const enough =
    rows.length >= 3 ? full.length >= Math.max(2, perCell.length * 0.6) : full.length === perCell.length && numeric >= 1
  const named = full.length === perCell.length && rows.length >= 3 && full[0]!.every((r) => /^[\p{Lu}\d]/u.test(r.words[0]!.text))
  if (enough && (numeric >= 1 || (full.length >= 3 && rows.length >= 4) || named)) return between(rows)
  return cutsAtAnchors(perCell)
}

// Wrapped names beside plain numbers: the columns of numbers say how many rows there are.
function cutsAtAnchors(perCell: readonly TextRow[][]): number[] {
  const anchors = perCell.filter((r) => r.length >= 3 && r.every(isNumeric))
  const first = anchors[0]
  if (!first || anchors.length < 2 || anchors.some((r) => r.length !== first.length)) return []
  if (!perCell.every((r) => r.length >= first.length)) return []
  const lines = perCell.flat().sort((a, b) => a.y0 - b.y0)
  return first.slice(1).map((anchor, i) => {
    const above = first[i]!
    let best = { gap: Number.NEGATIVE_INFINITY, y: (above.y1 + anchor.y0) / 2 }
    let reach = above.y1
    for (const line of lines.filter((l) => l.y0 >= above.y0 && l.y0 <= anchor.y0 + 1)) {
      if (line.y0 - reach > best.gap && line.y0 > above.y0 + 1) best = { gap: line.y0 - reach, y: (line.y0 + reach) / 2 }
      reach = Math.max(reach, line.y1)
    }
    return best.y
  })
}

const between = (rows: readonly TextRow[]) => rows.slice(1).map((r, i) => (rows[i]!.y1 + r.y0) / 2)

const isNumeric = (row: TextRow) => /^[-+−–(]?[$€£]?\s?\d[\d.,]*\s?[%)]?$/.test(row.words.map((w) => w.text).join(' '))

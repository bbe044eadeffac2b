// Rows between two rules that share a name: it stands beside several lines of figures, which are a row each.
import type { Cell } from '../element.ts'
import { isFigure } from './figure.ts'
import type { SegmentRow as Row } from './grid-from-rows.ts'
import { type Column, columnRange } from './text-columns.ts'

const fewestBands = 2

/** A name in this row and column that belongs to as many rows. */
export type SharedLabel = { row: number; column: number; rows: number }

/** The rows that are there where bands are parted, and the names that several of them share. */
export function partBands(groups: readonly Row[][], columns: readonly Column[]): { groups: Row[][]; labels: SharedLabel[] } {
  const parted = groups.map((group) => partsOf(group, columns))
  const bands = parted.filter((p) => p !== null).length
  if (bands < fewestBands || 2 * bands < groups.filter((g) => g.length > 1).length) return { groups: [...groups], labels: [] }
  const rows: Row[][] = []
  const labels: SharedLabel[] = []
  for (const [i, part] of parted.entries()) {
    if (part === null) {
      rows.push(groups[i]!)
      continue
    }
    for (const column of part.named) labels.push({ row: rows.length, column, rows: part.rows.length })
    rows.push(...part.rows.map((row) => [row]))
  }
  return { groups: rows, labels }
}

// Each of several lines has an entry in the same columns, figures in one of them; the columns before those hold the name.
function partsOf(group: readonly Row[], columns: readonly Column[]): { rows: Row[]; named: number[] } | null {
  const placed = group.map((row) => Map.groupBy(row.segments, (s) => columnRange(columns, s)[0]))
  const linesIn = columns.map((_, c) => placed.filter((own) => own.has(c)).length)
  const most = Math.max(...linesIn)
  const entries = columns.flatMap((_, c) => (linesIn[c] === most ? [c] : []))
  const named = columns.flatMap((_, c) => (linesIn[c]! > 0 && linesIn[c]! < most ? [c] : []))
  if (most < 2 || entries.length < 2 || named.length === 0 || named.some((c) => c > entries[0]!)) return null
  const lines = group.filter((_, i) => entries.every((c) => placed[i]!.has(c)))
  if (lines.length !== most || !entries.some((c) => placed.every((own) => (own.get(c) ?? []).every(isEntry)))) return null
  const isName = (s: Column) => named.includes(columnRange(columns, s)[0])
  const names = group.flatMap((row) => row.segments.filter(isName))
  const rows = lines.map(
    (row, i): Row => ({ ...row, segments: [...(i === 0 ? names : []), ...row.segments.filter((s) => !isName(s))] }),
  )
  return { rows, named }
}

// A line that goes on ends like one.
const isEntry = ({ text }: { text: string }) => isFigure(text) && !/[,;/–-]$/.test(text)

/** The cell of each such name reaches over its rows. */
export function spanLabels(cells: readonly Cell[], labels: readonly SharedLabel[]): Cell[] {
  const covered = (c: Cell) => labels.some((l) => c.column === l.column && c.row > l.row && c.row < l.row + l.rows)
  return cells
    .filter((c) => !covered(c))
    .map((c) => ({ ...c, rowSpan: labels.find((l) => l.row === c.row && l.column === c.column)?.rows ?? c.rowSpan }))
}

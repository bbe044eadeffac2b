// A sheet's cells as elements: each block of rows without an empty one between them is a table, a lone column is text.
import { partitionPoint } from '../../../../../base/partition-point.ts'
import type { Cell, Element } from '../../element.ts'
import { ConvertRefusal } from '../../refusal.ts'
import { escapeLineStart, escapeMarkdown } from '../../render/inline.ts'
import { noBox } from '../flow.ts'
import type { Sheet, SheetCell } from './read-sheet.ts'

/** Empty ones with them, of all sheets together. */
export const mostPlaces = 400_000

export function sheetElements({ cells, merges, hiddenRows }: Pick<Sheet, 'cells' | 'merges' | 'hiddenRows'>): Element[] {
  const rows = [...Map.groupBy(cells, ({ row }) => row)].sort(([a], [b]) => a - b)
  const covers = new Map(merges.map((merge) => [`${merge.row}:${merge.column}`, merge]))
  const elements: Element[] = []
  let block: [number, SheetCell[]][] = []
  let end = -2
  const flush = () => {
    if (block.length > 0) elements.push(...blockElements(block, covers))
    block = []
  }
  for (const [row, inRow] of rows) {
    // A row that is not shown parts no table.
    while (end < row - 1 && hiddenRows.has(end + 1)) end++
    if (row > end + 1) flush()
    block.push([row, inRow])
    const down = inRow.map((c) => covers.get(`${c.row}:${c.column}`)?.rowSpan ?? 1)
    end = Math.max(end, row + Math.max(...down) - 1)
  }
  flush()
  return elements
}

type Covers = ReadonlyMap<string, { rowSpan: number; columnSpan: number }>

function blockElements(block: [number, SheetCell[]][], covers: Covers): Element[] {
  const paragraph = (text: string): Element => ({
    kind: 'paragraph',
    ready: escapeLineStart(escapeMarkdown(text)),
    lines: [],
    ...noBox,
  })
  // A title stands alone in its row above the first that is full.
  const first = block.findIndex(([, cells]) => cells.length > 1)
  if (first < 0) return block.flatMap(([, cells]) => cells.map(({ text }) => paragraph(text)))
  const titles = block.slice(0, first).flatMap(([, cells]) => cells.map(({ text }) => paragraph(text)))
  return [...titles, { kind: 'table', grid: gridOf(block.slice(first), covers), caption: null, ...noBox }]
}

// Rows and columns that hold nothing, or nothing that is shown, are not there.
function gridOf(block: readonly [number, SheetCell[]][], covers: Covers) {
  const rows = block.map(([row]) => row)
  const rowsAt = new Map(rows.map((row, i) => [row, i]))
  const columns = [...new Set(block.flatMap(([, cells]) => cells.map(({ column }) => column)))].sort((a, b) => a - b)
  if (rows.length * columns.length > mostPlaces)
    throw new ConvertRefusal('too_complex', 'a sheet has more cells than one call may convert; ask for others with "pages"')
  const columnsAt = new Map(columns.map((column, i) => [column, i]))
  const grid: Cell[] = []
  for (const [row, cells] of block) {
    for (const { column, text } of cells) {
      const cover = covers.get(`${row}:${column}`)
      const rowSpan = cover === undefined ? 1 : placeOf(row + cover.rowSpan, rows) - rowsAt.get(row)!
      const columnSpan = cover === undefined ? 1 : placeOf(column + cover.columnSpan, columns) - columnsAt.get(column)!
      grid.push({ row: rowsAt.get(row)!, column: columnsAt.get(column)!, rowSpan, columnSpan, text })
    }
  }
  return { rows: block.length, columns: columns.length, headerRows: 1, cells: filled(grid, block.length, columns.length) }
}

/** How many of the sorted numbers are smaller. */
const placeOf = (number: number, sorted: readonly number[]): number => partitionPoint(sorted.length, (i) => sorted[i]! < number)

/** Every place has a cell, or one that spans it. */
function filled(cells: readonly Cell[], rows: number, columns: number): Cell[] {
  const taken = new Uint8Array(rows * columns)
  for (const c of cells)
    for (let r = c.row; r < c.row + c.rowSpan; r++) taken.fill(1, r * columns + c.column, r * columns + c.column + c.columnSpan)
  const empty: Cell[] = []
  for (const [at, isTaken] of taken.entries())
    if (!isTaken) empty.push({ row: Math.floor(at / columns), column: at % columns, rowSpan: 1, columnSpan: 1, text: '' })
  return [...cells, ...empty]
}

// A made table: its cells with their spans are decided first, then drawn in one of the ways tables are printed, and written as the truth.

import type { Cell } from '../../../../processors/jobs/convert/element.ts'
import { escapeHtml } from '../../../../processors/jobs/convert/render/html-table.ts'
import { fill, rule } from '../../../support/pdf/document.ts'
import type { Dice } from '../../support/dice.ts'
import { drawText, linesOf, type Style, widthOf } from './type.ts'
import { cell, cellKinds, label, place } from './words.ts'

export type TableStyle = 'grid' | 'booktabs' | 'rows' | 'zebra' | 'shaded-header' | 'open'
const styles: readonly TableStyle[] = ['grid', 'grid', 'booktabs', 'booktabs', 'rows', 'zebra', 'shaded-header', 'open']

export interface MadeTable {
  readonly style: TableStyle
  readonly rows: number
  readonly columns: number
  readonly headerRows: number
  readonly cells: readonly Cell[]
}

export interface Drawn {
  readonly content: string
  readonly bottom: number
}

export function makeTable(dice: Dice): MadeTable {
  const style = dice.pick(styles)
  const columns = 2 + dice.below(5)
  const isNested = columns >= 5 && dice.roll() < 0.4
  const headerRows = isNested ? 2 : 1
  const body = 3 + dice.below(8)
  const isGrouped = style === 'grid' && columns >= 3 && dice.roll() < 0.3
  const kinds = Array.from({ length: columns }, () => dice.pick(cellKinds))
  const cells: Cell[] = []
  const put = (row: number, column: number, text: string, rowSpan = 1, columnSpan = 1) =>
    cells.push({ row, column, rowSpan, columnSpan, text })
  put(0, 0, label(dice), headerRows)
  for (let c = 1; c < columns; c += 2) {
    const pair = isNested && c + 1 < columns
    if (pair) put(0, c, label(dice), 1, 2)
    else put(0, c, label(dice), headerRows)
    if (pair) for (const at of [c, c + 1]) put(1, at, label(dice))
    else if (c + 1 < columns) put(0, c + 1, label(dice), headerRows)
  }
  for (let r = 0; r < body; r++) {
    if (!isGrouped) put(headerRows + r, 0, dice.roll() < 0.5 ? place(dice) : label(dice))
    else if (r % 2 === 0) put(headerRows + r, 0, place(dice), Math.min(2, body - r))
    for (let c = 1; c < columns; c++) put(headerRows + r, c, cell(dice, kinds[c]!))
  }
  return { style, rows: headerRows + body, columns, headerRows, cells }
}

export function drawTable(table: MadeTable, x: number, top: number, width: number, size: number, dice: Dice): Drawn {
  const { cells, rows, columns, headerRows, style } = table
  const [padX, padY] = [3 + dice.below(4), 2 + dice.below(4)]
  const isBold = dice.roll() < 0.7
  const styleOf = (c: Cell): Style => ({ size, bold: isBold && c.row < headerRows })
  const xs = columnEdges(table, x, width, styleOf, padX)
  const textOf = (c: Cell) => linesOf(c.text, xs[c.column + c.columnSpan]! - xs[c.column]! - 2 * padX, styleOf(c))
  const heights = Array.from({ length: rows }, (_, r) => {
    const single = cells.filter((c) => c.row === r && c.rowSpan === 1)
    return Math.max(1, ...single.map((c) => textOf(c).length)) * size * 1.15 + 2 * padY
  })
  const ys = edgesFrom(top, heights)
  const [left, right, bottom] = [xs[0]!, xs.at(-1)!, ys.at(-1)!]
  const alignment = Array.from({ length: columns }, (_, c) => (c === 0 ? 'left' : dice.pick(['left', 'centre', 'right'])))
  let content = ''
  if (style === 'zebra')
    for (let r = headerRows; r < rows; r += 2) content += fill(left, ys[r]!, right, ys[r + 1]!, '0.92 0.94 0.97')
  if (style === 'zebra' || style === 'shaded-header') content += fill(left, top, right, ys[headerRows]!, '0.8 0.84 0.9')
  for (const c of cells) {
    const lines = textOf(c)
    const [x0, x1, y0, y1] = [xs[c.column]!, xs[c.column + c.columnSpan]!, ys[c.row]!, ys[c.row + c.rowSpan]!]
    const first = (y0 + y1) / 2 - (lines.length * size * 1.15) / 2 + size * 0.9
    for (const [i, line] of lines.entries()) {
      const free = x1 - x0 - 2 * padX - widthOf(line, styleOf(c))
      const indent = c.columnSpan > 1 || alignment[c.column] === 'centre' ? free / 2 : alignment[c.column] === 'right' ? free : 0
      content += drawText(x0 + padX + indent, first + i * size * 1.15, line, styleOf(c))
    }
    if (style === 'grid') content += frame(x0, y0, x1, y1)
    else if (c.columnSpan > 1 && style !== 'open') content += rule(x0 + padX, y1, x1 - padX, y1)
  }
  const across = style === 'rows' ? ys : style === 'booktabs' ? [top, ys[headerRows]!, bottom] : []
  for (const y of across) content += rule(left, y, right, y)
  return { content, bottom }
}

const frame = (x0: number, y0: number, x1: number, y1: number) =>
  rule(x0, y0, x1, y0) + rule(x0, y1, x1, y1) + rule(x0, y0, x0, y1) + rule(x1, y0, x1, y1)

// Each column gets what its longest cell would like, as far as the width goes.
function columnEdges(
  { cells, columns }: MadeTable,
  x: number,
  width: number,
  styleOf: (c: Cell) => Style,
  padX: number,
): number[] {
  const wishes = Array.from({ length: columns }, (_, c) => {
    const own = cells.filter((one) => one.column === c && one.columnSpan === 1)
    return Math.max(30, ...own.map((one) => widthOf(one.text, styleOf(one)))) + 2 * padX + 6
  })
  const wished = wishes.reduce((a, b) => a + b, 0)
  const scale = wished > width ? width / wished : Math.min(1.4, width / wished)
  return edgesFrom(
    x,
    wishes.map((wish) => wish * scale),
  )
}

function edgesFrom(start: number, sizes: readonly number[]): number[] {
  const edges = [start]
  for (const size of sizes) edges.push(edges.at(-1)! + size)
  return edges
}

export function truthOf({ cells, rows }: MadeTable): string {
  const cellOf = ({ rowSpan, columnSpan, text }: Cell) =>
    `<td${rowSpan > 1 ? ` rowspan="${rowSpan}"` : ''}${columnSpan > 1 ? ` colspan="${columnSpan}"` : ''}>${escapeHtml(text)}</td>`
  const rowOf = (row: number) =>
    `<tr>${cells
      .filter((c) => c.row === row)
      .sort((a, b) => a.column - b.column)
      .map(cellOf)
      .join('')}</tr>`
  return `<table>${Array.from({ length: rows }, (_, row) => rowOf(row)).join('\n')}</table>`
}

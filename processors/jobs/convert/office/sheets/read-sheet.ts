// One sheet's XML, read from front to back: what its cells show, and what of it is hidden.

import { ConvertRefusal } from '../../refusal.ts'
import { readEscaped } from '../escaped-signs.ts'
import { wordsIn } from '../losses.ts'
import { readXml } from '../xml.ts'
import { type CellLook, isWhitened, showNumber, showText } from './cell-format.ts'
import { uncovered } from './covered-cells.ts'
import { createRichTextReader, type RichText } from './rich-text.ts'

export type SheetCell = { readonly row: number; readonly column: number; readonly text: string }
export type Merge = { readonly row: number; readonly column: number; readonly rowSpan: number; readonly columnSpan: number }
export type Sheet = {
  cells: SheetCell[]
  merges: Merge[]
  hiddenRows: Set<number>
  hiddenCells: number
  hiddenWords: number
  /** The relation to what is drawn on it. */
  drawing: string | null
  folds: Folds
  /** Whether it has colours that its cells do not tell of themselves. */
  isPainted: boolean
}
/** Rows and columns that are not shown, in their order. */
export type Folds = {
  readonly rows: readonly number[]
  readonly columns: readonly number[]
  /** Of a sheet that hides all others. */
  readonly shownRows: readonly number[] | null
}
export type Book = {
  readonly strings: readonly RichText[]
  readonly looks: readonly CellLook[]
  readonly countsFrom1904: boolean
}

const mostCells = 200_000
// Cells that share one text show it each.
const mostCharacters = 16 * 1024 * 1024
// A row lower than two points, a column narrower than a fifth of a letter.
const least = { height: 2, width: 0.2 }
const most = { row: 1_048_576, column: 16_384 }

export function readSheet(xml: string, { strings, looks, countsFrom1904 }: Book): Sheet {
  const sheet: Sheet = {
    cells: [],
    merges: [],
    hiddenRows: new Set(),
    hiddenCells: 0,
    hiddenWords: 0,
    drawing: null,
    folds: { rows: [], columns: [], shownRows: null },
    isPainted: false,
  }
  const hiddenColumns = new Uint8Array(most.column)
  let row = -1
  let column = -1
  let characters = 0
  let isHiddenRow = false
  let cell: { type: string; look: CellLook | undefined } | null = null
  let value = ''
  const inline = createRichTextReader()
  let isValue = false
  let hidesRows = false
  const [folded, shownRows] = [new Set<number>(), new Set<number>()]
  const end = () => {
    const { type, look } = cell!
    const { text, unseen } = shown(type, value, look)
    cell = null
    sheet.hiddenWords += unseen
    characters += text.length
    if (characters > mostCharacters)
      throw new ConvertRefusal('too_complex', 'the cells of a sheet show more text than one call may convert')
    if (text.trim() === '') return
    const shownSoFar = sheet.cells.length
    if (isHiddenRow || hiddenColumns[column]) sheet.hiddenCells++
    else if (look?.isHidden) sheet.hiddenWords += wordsIn(text)
    else if (sheet.cells.push({ row, column, text: text.replace(/\s+/g, ' ').trim() }) > mostCells)
      throw new ConvertRefusal('too_complex', `a sheet has more than the ${mostCells} cells one call may convert`)
    if (sheet.cells.length === shownSoFar) sheet.hiddenRows.add(row)
  }
  const shown = (type: string, stored: string, look: CellLook | undefined): { text: string; unseen: number } => {
    if (type === 'n') {
      const text = showNumber(stored, look, countsFrom1904)
      return isWhitened(Number(stored), look) ? { text: '', unseen: wordsIn(text) } : { text, unseen: 0 }
    }
    if (type === 'b') return { text: stored === '1' ? 'TRUE' : 'FALSE', unseen: 0 }
    const rich = type === 's' ? strings[Number(stored)] : type === 'inlineStr' ? inline.take() : { text: stored, onPaper: stored }
    const all = readEscaped(rich?.text ?? '')
    const seen = look === undefined || look.isOnPaper ? readEscaped(rich?.onPaper ?? '') : all
    const text = isWhitened(null, look) ? '' : seen === '' ? '' : showText(seen, look)
    return { text, unseen: text === all ? 0 : Math.max(0, wordsIn(all) - wordsIn(text)) }
  }
  readXml(xml, {
    open(name, a) {
      if (name === 'row') {
        row = place(a.r, row, most.row)
        column = -1
        isHiddenRow = isTrue(a.hidden) || Number(a.ht ?? least.height) < least.height || (hidesRows && a.ht === undefined)
        if (isHiddenRow) folded.add(row)
        else shownRows.add(row)
      } else if (name === 'c') {
        column = a.r === undefined ? column + 1 : columnOf(a.r)
        cell = { type: a.t ?? 'n', look: looks[Number(a.s ?? 0)] }
        value = ''
        inline.take()
      } else if (cell !== null) {
        isValue = name === 'v'
        inline.open(name, a)
      } else if (name === 'sheetFormatPr') hidesRows = isTrue(a.zeroHeight)
      else if (name === 'col' && (isTrue(a.hidden) || Number(a.width ?? least.width) < least.width))
        hiddenColumns.fill(1, Number(a.min) - 1, Number(a.max))
      else if (name === 'mergeCell') addMerge(sheet.merges, a.ref)
      else if (name === 'drawing') sheet.drawing = a['r:id'] ?? ''
      else if (painting.has(name)) sheet.isPainted = true
    },
    text(text) {
      if (isValue) value += text
      else if (cell !== null) inline.text(text)
    },
    close(name) {
      isValue = false
      if (name === 'c' && cell !== null) end()
      else if (cell !== null) inline.close(name)
    },
  })
  sheet.folds = {
    rows: inOrder(folded),
    columns: [...hiddenColumns.keys()].filter((at) => hiddenColumns[at]),
    shownRows: hidesRows ? inOrder(shownRows) : null,
  }
  const seen = new Set(uncovered(sheet.cells, sheet.merges))
  for (const one of sheet.cells) if (!seen.has(one)) sheet.hiddenWords += wordsIn(one.text)
  sheet.cells = sheet.cells.filter((one) => seen.has(one))
  return sheet
}

const painting = new Set(['tablePart', 'conditionalFormatting', 'picture'])

const inOrder = (numbers: Set<number>): number[] => [...numbers].sort((a, b) => a - b)

const isTrue = (text: string | undefined) => text === '1' || text === 'true'

function place(said: string | undefined, before: number, end: number): number {
  const at = said === undefined ? before + 1 : Number(said) - 1
  if (!(Number.isInteger(at) && at >= 0 && at < end)) throw new ConvertRefusal('broken', 'a sheet has a row where none can be')
  return at
}

function columnOf(reference: string): number {
  const letters = /^([A-Z]{1,3})\d{1,7}$/.exec(reference)?.[1]
  const column = letters === undefined ? -1 : [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
  if (column < 0 || column >= most.column) throw new ConvertRefusal('broken', 'a sheet has a cell where none can be')
  return column
}

function addMerge(merges: Merge[], reference: string | undefined): void {
  const [from, to] = (reference ?? '').split(':').map((corner) => /^([A-Z]{1,3})(\d{1,7})$/.exec(corner))
  if (!from || !to || merges.length >= mostCells) return
  const [row, column] = [Number(from[2]) - 1, columnOf(from[0])]
  const [rowSpan, columnSpan] = [Number(to[2]) - row, columnOf(to[0]) - column + 1]
  if (rowSpan > 0 && columnSpan > 0) merges.push({ row, column, rowSpan, columnSpan })
}

// One section of an answer: pairs for an object, a table for rows, words for a list of words; what would run on for pages is folded, and says how much it is.
import { type Child, h, type PageNode } from './node.ts'
import {
  cellOf,
  columnsOf,
  isFlat,
  isRecord,
  isRowsByName,
  isWords,
  type JsonValue,
  nameOfRow,
  type Row,
  type Scalar,
  type Told,
  toldOf,
} from './shapes.ts'
import { explained, mostRows, showCell, showTable } from './table.ts'
import { nameOf, sayValue } from './words.ts'

const mostColumns = 12
// Of rows that have more than a table shows: what tells them apart, the rest is folded below it.
const headColumns = 8
const [mostWords, fewWords, mostLetters] = [12, 4, 800]
// Deeper than this nobody reads a table.
const deepest = 4
const longestShown = 20_000

export function showSection(name: string, value: JsonValue, depth = 0, told?: Told): PageNode {
  const heading = h(depth === 0 ? 'h3' : 'h4', null, nameOf(name))
  return h('section', { class: isWide(value) ? 'wide' : null }, heading, showBody(name, value, depth, told))
}

function showBody(name: string, value: JsonValue, depth: number, told?: Told): Child {
  if (depth >= deepest) return showJson(value)
  if (isRecord(value)) return showRecord(name, value, depth, told)
  if (Array.isArray(value)) return showList(name, value as readonly JsonValue[], depth, told)
  return h('p', { class: 'text' }, sayValue(name, value as Scalar).slice(0, longestShown))
}

function showRecord(name: string, record: Row, depth: number, told?: Told): Child {
  if (!isRowsByName(record, mostColumns)) return showPairs(record, depth, told)
  const rows = Object.values(record) as Row[]
  const [first] = Object.keys(record)
  return showTable({
    name,
    rows,
    columns: columnsOf(rows),
    heads: Object.keys(record).map(nameOf),
    told: toldOf(told, first ?? ''),
  })
}

function showPairs(record: Row, depth: number, told?: Told): Child {
  const entries = Object.entries(record)
  if (entries.length === 0) return h('p', { class: 'soft' }, 'nothing')
  const flat = entries.filter(([, value]) => isFlat(value))
  const nested = entries.filter(([, value]) => !isFlat(value))
  return [
    flat.length > 0 &&
      h(
        'table',
        { class: 'pairs' },
        h(
          'tbody',
          null,
          flat.map(([name, value]) =>
            h('tr', null, h('th', { scope: 'row' }, nameOf(name), explained(told, name)), showCell(name, value)),
          ),
        ),
      ),
    nested.map(([name, value]) => showSection(name, value, depth + 1, toldOf(told, name))),
  ]
}

function showList(name: string, list: readonly JsonValue[], depth: number, told?: Told): Child {
  if (list.length === 0) return h('p', { class: 'soft' }, 'none')
  if (isWords(list)) return showWords(name, list as readonly Scalar[])
  if (!list.slice(0, mostRows).every(isRecord)) return showJson(list.slice(0, mostRows))
  const rows = list.filter(isRecord)
  const columns = columnsOf(rows.slice(0, mostRows))
  const isWhole = columns.length <= mostColumns && rows.every((row) => Object.values(row).every(isFlat))
  if (isWhole) return showTable({ name, rows, columns, told })
  if (rows.length === 1) return showPairs(rows[0]!, depth + 1, told)
  const heads = columns.filter((column) => isTold(rows, column)).slice(0, headColumns)
  return [
    heads.length > 1 && showTable({ name, rows, columns: heads, told }),
    h(
      'details',
      { class: 'each' },
      h('summary', null, `${nameOf(name)}: each of ${rows.length} whole`),
      rows.slice(0, mostRows).map((row, i) => showEntry(row, i + 1, depth, told)),
    ),
  ]
}

const showEntry = (row: Row, nth: number, depth: number, told?: Told): PageNode =>
  h('details', { class: 'entry' }, h('summary', null, nameOfRow(row, nth)), showPairs(row, depth + 1, told))

function showWords(name: string, list: readonly Scalar[]): Child {
  const items = (from: number, to: number) =>
    h(
      'ul',
      { class: 'words' },
      list.slice(from, to).map((one) => h('li', null, sayValue(name, one))),
    )
  const shown = Math.min(list.length, mostRows)
  // Whole sentences fill a screen sooner than words do.
  const letters = list.slice(0, mostWords).reduce((sum: number, one) => sum + String(one).length, 0)
  const open = Math.min(shown, letters > mostLetters ? fewWords : mostWords)
  return [
    items(0, open),
    shown > open && h('details', { class: 'rest' }, h('summary', null, `${shown - open} more`), items(open, shown)),
    list.length > shown && h('p', { class: 'soft' }, `and ${list.length - shown} more`),
  ]
}

const showJson = (value: JsonValue): PageNode => h('pre', { tabindex: 0 }, JSON.stringify(value, null, 1).slice(0, longestShown))

/** A column with one figure in each row, and not nothing in all of them. */
const isTold = (rows: readonly Row[], column: string): boolean =>
  rows.every((row) => isFlat(cellOf(row, column))) && rows.some((row) => cellOf(row, column) !== null)

const isWide = (value: JsonValue): boolean =>
  Array.isArray(value) ? isRecord((value[0] ?? null) as JsonValue) : isRecord(value) && isRowsByName(value, mostColumns)

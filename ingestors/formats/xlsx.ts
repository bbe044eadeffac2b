// Reads one sheet of an Excel workbook (Office Open XML: XML files in a zip file) as rows of texts and numbers.
import { strFromU8, unzipSync } from 'fflate'
import { messageOf, TollgateError } from '../../base/errors.ts'
import { allOf, type Element, parseXml } from './xml.ts'

/** null: an empty cell, or one whose formula failed. */
export type Cell = string | number | null

// What a small file says it unpacks to is not believed beyond this.
const mostUnpackedBytes = 64 * 1024 * 1024
const mostColumns = 16_384
const mostRows = 1_048_576
// With the empty ones before them: a row may begin in its last column.
const mostCells = 8_000_000

export function sheetNames(workbook: Uint8Array): string[] {
  return sheetsOf(unpack(workbook, new Set(['xl/workbook.xml']))).map(({ attributes }) => attributes.name ?? '')
}

/** The rows from the first on, each as long as its last cell; a row that is not there is empty. */
export function readSheet(workbook: Uint8Array, name: string): Cell[][] {
  const table = unpack(workbook, new Set(['xl/workbook.xml', 'xl/_rels/workbook.xml.rels']))
  const sheet = sheetsOf(table).find(({ attributes }) => attributes.name?.trim() === name)
  if (sheet === undefined) throw changed(`there is no sheet ${name}`)
  const target = allOf(parseXml(table('xl/_rels/workbook.xml.rels'), 'Relationships'), 'Relationship').find(
    ({ attributes }) => attributes.Id === sheet.attributes['r:id'],
  )?.attributes.Target
  if (target === undefined) throw changed(`the sheet ${name} has no file`)
  const path = target.startsWith('/') ? target.slice(1) : `xl/${target}`
  const strings = 'xl/sharedStrings.xml'
  const files = unpack(workbook, new Set([path, strings]))
  return readRows(parseXml(files(path), 'worksheet'), files.has(strings) ? readStrings(files(strings)) : [])
}

const sheetsOf = (files: Files): readonly Element[] =>
  allOf(parseXml(files('xl/workbook.xml'), 'workbook'), 'sheets').flatMap((sheets) => allOf(sheets, 'sheet'))

interface Files {
  (path: string): string
  has(path: string): boolean
}

function unpack(workbook: Uint8Array, wanted: ReadonlySet<string>): Files {
  let bytes = 0
  const isWanted = ({ name, originalSize }: { name: string; originalSize: number }): boolean => {
    if (!wanted.has(name)) return false
    bytes += originalSize
    if (bytes > mostUnpackedBytes) throw changed(`it unpacks to more than ${mostUnpackedBytes} bytes`)
    return true
  }
  const entries = unzip(workbook, isWanted)
  const read = (path: string): string => {
    const entry = entries[path]
    if (entry === undefined) throw changed(`there is no ${path}`)
    return strFromU8(entry)
  }
  return Object.assign(read, { has: (path: string) => entries[path] !== undefined })
}

function unzip(workbook: Uint8Array, filter: (entry: { name: string; originalSize: number }) => boolean) {
  try {
    return unzipSync(workbook, { filter })
  } catch (error) {
    if (error instanceof TollgateError) throw error
    throw new TollgateError('upstream_changed', `not a workbook: ${messageOf(error)}`, { cause: error })
  }
}

// A shared string is one text, or runs of text in several fonts.
function readStrings(xml: string): string[] {
  return allOf(parseXml(xml, 'sst'), 'si').map((item) =>
    [...allOf(item, 't'), ...allOf(item, 'r').flatMap((run) => allOf(run, 't'))].map(({ text }) => text).join(''),
  )
}

function readRows(worksheet: Element, strings: readonly string[]): Cell[][] {
  const rows: Cell[][] = []
  let filled = 0
  for (const row of allOf(worksheet, 'sheetData').flatMap((data) => allOf(data, 'row'))) {
    const at = row.attributes.r === undefined ? rows.length : Number(row.attributes.r) - 1
    if (!(Number.isInteger(at) && at >= rows.length && at < mostRows)) throw changed('its rows are out of order')
    while (rows.length <= at) rows.push([])
    const cells = rows[at]!
    for (const cell of allOf(row, 'c')) {
      const column = cell.attributes.r === undefined ? cells.length : columnOf(cell.attributes.r)
      if (!(column >= cells.length && column < mostColumns)) throw changed('its cells are out of order')
      while (cells.length < column) cells.push(null)
      cells.push(readCell(cell, strings))
    }
    filled += cells.length
    if (filled > mostCells) throw changed(`it has more than ${mostCells} cells`)
  }
  return rows
}

function columnOf(reference: string): number {
  const letters = /^([A-Z]{1,3})\d+$/.exec(reference)?.[1]
  if (letters === undefined) throw changed(`${reference.slice(0, 20)} is no cell`)
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

function readCell(cell: Element, strings: readonly string[]): Cell {
  const text = (inside: Element, name: string) => allOf(inside, name)[0]?.text
  const value = text(cell, 'v')
  const type = cell.attributes.t ?? 'n'
  if (type === 'inlineStr') return allOf(cell, 'is').flatMap((is) => text(is, 't') ?? [])[0] ?? null
  if (value === undefined || type === 'e') return null
  if (type === 'str') return value
  const number = Number(value)
  if (value.trim() === '' || !Number.isFinite(number)) throw changed(`${value.slice(0, 20)} is no number`)
  if (type !== 's') return number
  const shared = strings[number]
  if (shared === undefined) throw changed(`there is no text ${number}`)
  return shared
}

const changed = (what: string) => new TollgateError('upstream_changed', `the workbook: ${what}`)

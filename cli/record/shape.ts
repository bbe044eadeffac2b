// The shape of what an upstream sends: every path with the types found there, and how two shapes differ.
import { unzipSync } from 'fflate'
import { parseCsv } from '../../ingestors/formats/csv.ts'
import { readLines } from '../../ingestors/formats/plain-csv.ts'
import { readSheet, sheetNames } from '../../ingestors/formats/xlsx.ts'

export type Shape = ReadonlyMap<string, ReadonlySet<string>>

export interface Drift {
  readonly path: string
  readonly change: 'new' | 'gone' | 'type'
  readonly ours: string
  readonly theirs: string
}

// Lists of a thousand rows repeat one shape; members that are dates or ids would each be a path of their own.
const mostLooked = 200
const mostMembers = 40
const headingRows = 10

export function shapeOf(type: string, body: string | Uint8Array): Shape {
  const shape = new Map<string, Set<string>>()
  if (typeof body !== 'string') visitArchive(body, shape)
  else if (body.trim() === '') throw new Error('nothing was sent')
  else if (type.includes('json')) visit(readJson(body), '', shape)
  else if (type.includes('csv')) visitTable(body, shape)
  else for (const [, tag] of body.matchAll(/<([A-Za-z][\w:.-]*)/g)) add(shape, `<${tag}>`, 'element')
  return shape
}

/** One value, or one in each line. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const lines = text.trim().split('\n')
    if (lines.length === 1) throw error
    return lines.slice(0, mostLooked).map((line) => JSON.parse(line) as unknown)
  }
}

function visit(value: unknown, path: string, shape: Map<string, Set<string>>): void {
  if (Array.isArray(value)) {
    add(shape, path, 'list')
    for (const inner of value.slice(0, mostLooked)) visit(inner, `${path}[]`, shape)
  } else if (typeof value === 'object' && value !== null) {
    add(shape, path, 'object')
    const members = Object.entries(value)
    const isMap = members.length > mostMembers
    for (const [member, inner] of members.slice(0, mostLooked)) visit(inner, `${path}.${isMap ? '*' : member}`, shape)
  } else add(shape, path, value === null ? 'null' : typeof value)
}

// Other archives hold files whose names are of their day.
function visitArchive(archive: Uint8Array, shape: Map<string, Set<string>>): void {
  const sheets = sheetsIn(archive)
  if (sheets.length > 0) return void visitWorkbook(archive, sheets, shape)
  unzipSync(archive, { filter: () => false })
  add(shape, '', 'archive')
}

function sheetsIn(archive: Uint8Array): string[] {
  try {
    return sheetNames(archive)
  } catch {
    return []
  }
}

// What stands above the figures: a heading that is gone or new is a column that moved.
function visitWorkbook(workbook: Uint8Array, sheets: readonly string[], shape: Map<string, Set<string>>): void {
  for (const name of sheets) {
    add(shape, name, 'sheet')
    for (const cell of readSheet(workbook, name).slice(0, headingRows).flat())
      if (typeof cell === 'string') add(shape, `${name}/${cell.trim()}`, 'text')
  }
}

const delimiters = [',', ';', '\t', '|']

function visitTable(text: string, shape: Map<string, Set<string>>): void {
  const head = text.slice(0, text.search(/[\r\n]|$/))
  const counts = delimiters.map((delimiter) => head.split(delimiter).length)
  const delimiter = delimiters[counts.indexOf(Math.max(...counts))]!
  try {
    for (const row of parseCsv(text, [], { delimiter }).slice(0, mostLooked)) visitRow(row, shape)
  } catch (error) {
    // Some lists have no heads, or end in a line of their own: there are only cells to count.
    const width = readLines(text, delimiter)?.[0]?.length
    if (width === undefined) throw error
    add(shape, '', `${width} cells a line`)
  }
}

function visitRow(row: Readonly<Record<string, string>>, shape: Map<string, Set<string>>): void {
  for (const [column, cell] of Object.entries(row))
    add(shape, column, cell === '' ? 'empty' : /^[-+]?[\d.,]+%?$/.test(cell) ? 'number' : 'text')
}

function add(shape: Map<string, Set<string>>, path: string, type: string): void {
  shape.set(path, (shape.get(path) ?? new Set()).add(type))
}

// A value that may be missing is no drift: only types that neither side is without count.
const optional = new Set(['null', 'empty'])

export function compareShapes(ours: Shape, theirs: Shape): Drift[] {
  const named = (types: ReadonlySet<string> | undefined) => [...(types ?? [])].sort().join('|') || '-'
  const drifts: Drift[] = []
  for (const path of [...new Set([...ours.keys(), ...theirs.keys()])].sort()) {
    const [here, there] = [ours.get(path), theirs.get(path)]
    const change = here === undefined ? 'new' : there === undefined ? 'gone' : hasOther(here, there) ? 'type' : null
    if (change !== null) drifts.push({ path: path || '/', change, ours: named(here), theirs: named(there) })
  }
  return drifts
}

function hasOther(ours: ReadonlySet<string>, theirs: ReadonlySet<string>): boolean {
  const plain = (types: ReadonlySet<string>) => [...types].filter((type) => !optional.has(type))
  // Where one side only ever had nothing, there is nothing to compare.
  return plain(ours).length > 0 && plain(theirs).some((type) => !ours.has(type))
}

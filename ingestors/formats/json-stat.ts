// Reads a JSON-stat table: one flat list of values, placed by the sizes of the dimensions in their order.
import { TollgateError } from '../../base/errors.ts'
import { type Row, readList, readNumber, readNumberOrNull, readRow, readText } from './json.ts'

export interface Cell {
  /** The category of each dimension, by the dimension's name. */
  readonly at: Readonly<Record<string, string>>
  readonly value: number
}

// Each cell names its place in every one of them.
const mostDimensions = 32

export function readJsonStat(raw: unknown): Cell[] {
  const table = readRow(raw, 'the table')
  const names = readList(table.id, 'id').map((name) => readText(name, 'a dimension'))
  if (names.length > mostDimensions) throw new TollgateError('upstream_changed', `the table has ${names.length} dimensions`)
  const sizes = readList(table.size, 'size').map((size) => readNumber(size, 'a size'))
  const dimensions = readRow(table.dimension, 'dimension')
  const categories = names.map((name, i) => readCategories(readRow(dimensions[name], name), name, sizes[i]))
  if (names.length !== sizes.length) throw new TollgateError('upstream_changed', 'the table has more dimensions than sizes')
  // A list, or an object where most of the cells are empty.
  const cells = sizes.reduce((product, size) => product * size, 1)
  if (Array.isArray(table.value) && table.value.length !== cells)
    throw new TollgateError('upstream_changed', `the table has ${table.value.length} values for ${cells} cells`)
  const values = Array.isArray(table.value) ? { ...table.value } : readRow(table.value, 'value')
  return Object.entries(values).flatMap(([position, given]) => {
    const value = readNumberOrNull(given, 'a value')
    return value === null ? [] : [{ at: placeOf(Number(position), names, sizes, categories), value }]
  })
}

function readCategories(
  dimension: Readonly<Record<string, unknown>>,
  name: string,
  size: number | undefined,
): Map<number, string> {
  const categories = placesOf(readRow(dimension.category, name), name)
  if (categories.size !== size)
    throw new TollgateError('upstream_changed', `${name} has ${categories.size} categories of ${size}`)
  return categories
}

/** An index is an object or a list; a dimension of one category may tell its label alone. */
function placesOf({ index, label }: Row, name: string): Map<number, string> {
  if (Array.isArray(index)) return new Map(index.map((category, at) => [at, readText(category, `the index of ${name}`)]))
  if (index === undefined && label !== undefined) {
    const [only, ...more] = Object.keys(readRow(label, `the label of ${name}`))
    if (only !== undefined && more.length === 0) return new Map([[0, only]])
  }
  const places = Object.entries(readRow(index, `the index of ${name}`))
  return new Map(places.map(([category, at]) => [readNumber(at, category), category]))
}

// The last dimension counts fastest.
function placeOf(
  position: number,
  names: readonly string[],
  sizes: readonly number[],
  categories: readonly ReadonlyMap<number, string>[],
): Record<string, string> {
  const at: Record<string, string> = {}
  let rest = position
  for (let i = names.length - 1; i >= 0; i--) {
    const category = categories[i]!.get(rest % sizes[i]!)
    if (category === undefined) throw new TollgateError('upstream_changed', `${position} is not a cell of the table`)
    at[names[i]!] = category
    rest = Math.floor(rest / sizes[i]!)
  }
  if (rest !== 0) throw new TollgateError('upstream_changed', `${position} is not a cell of the table`)
  return at
}

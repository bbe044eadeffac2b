// Reads a large table as its text comes, a chunk's rows at a time and only the columns somebody needs.
import { TollgateError } from '../../base/errors.ts'

// A row longer than this is no row.
const mostCarried = 4 * 1024 * 1024

export async function* readTable<C extends string>(
  text: AsyncIterable<string>,
  needed: readonly C[],
  delimiter: string,
  /** Of those needed, what may be missing: then it is empty. */
  optional: readonly C[] = [],
): AsyncGenerator<Readonly<Record<C, string>>[]> {
  let places: readonly number[] | null = null
  let carried = ''
  const readRow = (line: string): Record<C, string> => {
    const cells = line.split(delimiter)
    const row = {} as Record<C, string>
    for (let i = 0; i < needed.length; i++) row[needed[i]!] = unquoted(cells[places![i]!] ?? '')
    return row
  }
  const take = (lines: readonly string[]): Record<C, string>[] => {
    const filled = lines.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line)).filter((line) => line !== '')
    if (places === null && filled.length > 0) places = findPlaces(filled.shift()!, needed, delimiter, optional)
    return filled.map(readRow)
  }
  for await (const piece of text) {
    // Only the piece is looked through: what is carried has no end of a row in it.
    const end = piece.lastIndexOf('\n')
    if (end === -1) carried += piece
    else {
      yield take((carried + piece.slice(0, end)).split('\n'))
      carried = piece.slice(end + 1)
    }
    if (carried.length > mostCarried) throw new TollgateError('upstream_changed', 'a row of a table does not end')
  }
  yield take([carried])
  if (places === null) findPlaces('', needed, delimiter, optional)
}

function findPlaces(header: string, needed: readonly string[], delimiter: string, optional: readonly string[]): number[] {
  const names = header.replace(/^\uFEFF/, '').split(delimiter)
  const places = needed.map((name) => names.findIndex((one) => unquoted(one).toUpperCase() === name.toUpperCase()))
  const missing = needed.filter((name, i) => places[i] === -1 && !optional.includes(name))
  if (missing.length > 0) throw new TollgateError('upstream_changed', `columns are missing: ${missing.join(', ')}`)
  return places
}

function unquoted(cell: string): string {
  const text = cell.trim()
  return text.length > 1 && text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1).replaceAll('""', '"').trim() : text
}

// The World Bank's answers: a part about the page and its rows; a complaint is one part, sent with status 200.
import { TollgateError } from '../../base/errors.ts'
import { type Row, readList, readNumber, readRow, readRows, readTextOrNull } from './json.ts'

export function readPage(raw: unknown, what: string): readonly Row[] {
  const [about, rows] = readList(raw, what)
  const page = readRow(about, `${what}'s page`)
  if (page.message !== undefined)
    throw new TollgateError('upstream_changed', `${what}: ${JSON.stringify(page.message).slice(0, 200)}`)
  if (readNumber(page.pages, 'pages') !== 1) throw new TollgateError('upstream_changed', `${what} has more pages than one`)
  return readRows(rows, what)
}

/** Some of its databases leave the code's own member empty and write it as the country's id, where others have two letters. */
export function readIso3(row: Row): string | null {
  const said = readTextOrNull(row.countryiso3code, 'countryiso3code')
  const id = readTextOrNull(readRow(row.country, 'a country').id, "a country's id")
  return said ?? (id !== null && /^[A-Z]{3}$/.test(id) ? id : null)
}

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

/** Whose figure a row of that indicator is; null for a place without three letters of its own. */
export function readCountry(row: Row, code: string): string | null {
  if (readRow(row.indicator, 'indicator').id !== code) throw new TollgateError('upstream_changed', `a row is not of ${code}`)
  const iso3 = readIso3(row)
  if (iso3 !== null && !/^[A-Z]{3}$/.test(iso3))
    throw new TollgateError('upstream_changed', `${code} has a figure of ${iso3.slice(0, 20)}, which is no country`)
  return iso3
}

/** Some of its databases leave the code's own member empty and write it as the country's id, where others have two letters. */
function readIso3(row: Row): string | null {
  const said = readTextOrNull(row.countryiso3code, 'countryiso3code')
  const id = readTextOrNull(readRow(row.country, 'a country').id, "a country's id")
  return said ?? (id !== null && /^[A-Z]{3}$/.test(id) ? id : null)
}

// Polls the UK's one list: a line of its date, then a row a name, several rows a designation, the surname in "Name 6".
import { TollgateError } from '../../../base/errors.ts'
import { defineIngestor } from '../../define.ts'
import { type CsvRow, toIsoDate } from '../../formats/csv.ts'
import { createReader, type Reader } from '../../formats/list-reader.ts'
import { inForm, readRows } from '../../formats/list-rows.ts'
import {
  type Designation,
  holdBackShrunken,
  isGarbled,
  numbersIn,
  type Shelf,
  shelve,
  walletsIn,
  yearsOf,
} from '../../shapes/sanctions-list.ts'
import { ukShelves } from './topic.ts'

const columns = [
  ...['Unique ID', 'Name 1', 'Name 2', 'Name 3', 'Name 4', 'Name 5', 'Name 6', 'Name type', 'Alias strength'],
  ...['Name non-latin script', 'Regime Name', 'Designation Type', 'Other Information', 'Address Country', 'Date Designated'],
  ...['D.O.B', 'Nationality(/ies)', 'National Identifier number', 'Passport number', 'IMO number'],
]
/** What the columns with few words may say. */
const forms: Readonly<Record<string, RegExp>> = {
  'Unique ID': /^[A-Z]{2,6}\d{3,6}$/,
  'Name type': /^$|primary name|alias|a\.?k\.?a/i,
  'Alias strength': /^$|quality|low|good|weak|strong/i,
  'Designation Type': /individual|entity|ship/i,
}

// A row begins with the day it was last changed and its designation, or with the designation alone.
const rowStart = /^"?(\d{1,2}\/\d{1,2}\/\d{4})?"?,?"?[A-Z]{2,6}\d{3,6}"?,/

export default defineIngestor<Shelf, string>({
  source: 'uk-sanctions',
  topic: ukShelves,
  schedule: '35 */2 * * *',
  grade: 'B',
  proof: 'captured 2026-08-21',
  fetch: ({ http, signal }) =>
    http.text('https://sanctionslist.fcdo.gov.uk/docs/UK-Sanctions-List.csv', { expect: 'csv', signal, timeoutMs: 120_000 }),
  holdBack: holdBackShrunken,
  // The list itself tells when too much of it cannot be read.
  mostAside: 1,
  parse(text, at, setAside) {
    const firstLine = text.slice(0, text.indexOf('\n') + 1)
    const dated = /^\uFEFF?"?Report Date:([^\r\n",]+)/.exec(firstLine)?.[1]?.trim()
    if (!dated) throw new TollgateError('upstream_changed', 'the list does not begin with its date')
    const reader = createReader(setAside)
    const all = readRows(text.slice(firstLine.length), reader, { start: rowStart, needed: columns })
    const rows = reader.each('entries', all, (row) => inForm(row, forms))
    const published = new Date(`${dated} UTC`)
    const publishedAt = Number.isNaN(published.getTime()) ? null : published.toISOString()
    const designations = [...Map.groupBy(rows, (row) => row['Unique ID']!)].map(([id, list]) => readDesignation(id, list, reader))
    return shelve('uk', designations, at, publishedAt, reader.told(designations.length))
  },
})

const nameOf = (row: CsvRow): string =>
  [1, 2, 3, 4, 5, 6]
    .map((n) => row[`Name ${n}`] ?? '')
    .filter(Boolean)
    .join(' ')

function readDesignation(id: string, rows: readonly CsvRow[], reader: Reader): Designation {
  const primary = rows.find((row) => row['Name type'] === 'Primary Name') ?? rows[0]!
  const all = (column: string) =>
    [...new Set(rows.flatMap((row) => (row[column] ?? '').split('|').map((part) => part.trim())))].filter(Boolean)
  const names = new Map(
    rows.flatMap((row) => [
      [nameOf(row), /low/i.test(row['Alias strength'] ?? '')] as const,
      [row['Name non-latin script'] ?? '', false] as const,
    ]),
  )
  names.delete('')
  names.delete(nameOf(primary))
  const type = primary['Designation Type'] ?? ''
  const told = rows.map((row) => row['Other Information'] ?? '').join(' ')
  for (const name of [nameOf(primary), ...names.keys()]) if (isGarbled(name)) reader.note('names', `${id}: ${name}`)
  if (nameOf(primary) === '' && names.size === 0) reader.note('names', `${id} has no name`)
  return {
    id,
    kind: /individual/i.test(type) ? 'person' : /ship/i.test(type) ? 'vessel' : 'entity',
    name: nameOf(primary) || id,
    aliases: [...names].map(([name, weak]) => ({ name, weak })),
    programs: all('Regime Name'),
    birth_years: yearsOf(all('D.O.B').join(' ')),
    countries: [...new Set([...all('Address Country'), ...all('Nationality(/ies)')])],
    wallets: walletsIn(told),
    ids: [
      ...new Set([
        ...all('Passport number'),
        ...all('National Identifier number'),
        ...all('Business registration number (s)'),
        ...imoOf(all('IMO number')),
        ...numbersIn(told),
      ]),
    ].filter((one) => one.length >= 4),
    listed_on: reader.one('details', () => isoDayOf(primary['Date Designated'] ?? '')),
    remarks: (primary['Other Information'] ?? '').slice(0, 400) || null,
  }
}

const imoOf = (numbers: readonly string[]): string[] =>
  numbers.map((number) => (/^\d{7}$/.test(number) ? `IMO ${number}` : number))

// "13/02/2023"
function isoDayOf(text: string): string | null {
  const [, day, month, year] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text) ?? []
  return year === undefined ? null : toIsoDate(`${year}-${month}-${day}`)
}

// Polls the UK's one list: a line of its date, then a row a name, several rows a designation, the surname in "Name 6".
import { TollgateError } from '../../../errors.ts'
import { type CsvRow, parseCsv, toIsoDate } from '../../csv.ts'
import { defineIngestor } from '../../define.ts'
import { type Designation, type Shelf, shelve, walletsIn, yearsOf } from '../../sanctions-list.ts'
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

export default defineIngestor<Shelf, string>({
  source: 'uk-sanctions',
  topic: ukShelves,
  schedule: '35 */2 * * *',
  grade: 'B',
  fetch: ({ http, signal }) =>
    http.text('https://sanctionslist.fcdo.gov.uk/docs/UK-Sanctions-List.csv', { expect: 'csv', signal, timeoutMs: 120_000 }),
  parse(text, at) {
    const firstLine = text.slice(0, text.indexOf('\n') + 1)
    const dated = /^\uFEFF?"?Report Date:([^\r\n",]+)/.exec(firstLine)?.[1]?.trim()
    if (!dated) throw new TollgateError('upstream_changed', 'the list does not begin with its date')
    const rows = parseCsv(text.slice(firstLine.length), columns).filter((row) => row['Unique ID'] !== '')
    if (rows.length === 0) throw new TollgateError('upstream_changed', 'the list is empty')
    for (const [column, form] of Object.entries(forms)) {
      const odd = rows.find((row) => !form.test(row[column]!))
      if (odd !== undefined) throw new TollgateError('upstream_changed', `${column} says ${odd[column]!.slice(0, 40)}`)
    }
    const published = new Date(`${dated} UTC`)
    const designations = [...Map.groupBy(rows, (row) => row['Unique ID']!)].map(([id, list]) => readDesignation(id, list))
    return shelve('uk', designations, at, Number.isNaN(published.getTime()) ? null : published.toISOString())
  },
})

const nameOf = (row: CsvRow): string =>
  [1, 2, 3, 4, 5, 6]
    .map((n) => row[`Name ${n}`] ?? '')
    .filter(Boolean)
    .join(' ')

function readDesignation(id: string, rows: readonly CsvRow[]): Designation {
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
  return {
    id,
    kind: /individual/i.test(type) ? 'person' : /ship/i.test(type) ? 'vessel' : 'entity',
    name: nameOf(primary) || id,
    aliases: [...names].map(([name, weak]) => ({ name, weak })),
    programs: all('Regime Name'),
    birth_years: yearsOf(all('D.O.B').join(' ')),
    countries: [...new Set([...all('Address Country'), ...all('Nationality(/ies)')])],
    wallets: walletsIn(rows.map((row) => row['Other Information'] ?? '').join(' ')),
    ids: [...all('Passport number'), ...all('National Identifier number'), ...all('IMO number')].filter((one) => one.length >= 4),
    listed_on: isoDayOf(primary['Date Designated'] ?? ''),
    remarks: (primary['Other Information'] ?? '').slice(0, 400) || null,
  }
}

// "13/02/2023"
function isoDayOf(text: string): string | null {
  const [, day, month, year] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text) ?? []
  return year === undefined ? null : toIsoDate(`${year}-${month}-${day}`)
}

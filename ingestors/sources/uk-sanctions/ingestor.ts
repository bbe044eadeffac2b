// Polls the UK's one list: a line of its date, then a row a name, several rows a designation, the surname in "Name 6".
import { TollgateError } from '../../../errors.ts'
import { type CsvRow, parseCsv } from '../../csv.ts'
import { defineIngestor } from '../../define.ts'
import { type Designation, type Shelf, shelve, yearsOf } from '../../sanctions-list.ts'
import { ukShelves } from './topic.ts'

const columns = ['Unique ID', 'Name 6', 'Name 1', 'Name type', 'Regime Name', 'Designation Type']

export default defineIngestor<Shelf, string>({
  source: 'uk-sanctions',
  topic: ukShelves,
  schedule: '35 */2 * * *',
  grade: 'B',
  fetch: ({ http, signal }) =>
    http.text('https://sanctionslist.fcdo.gov.uk/docs/UK-Sanctions-List.csv', { expect: 'csv', signal, timeoutMs: 120_000 }),
  parse(text, at) {
    const dated = /^\uFEFF?"?Report Date:\s*([^\r\n",]+)[^\n]*\n/.exec(text)
    if (dated === null) throw new TollgateError('upstream_changed', 'the list does not begin with its date')
    const rows = parseCsv(text.slice(dated[0].length), columns).filter((row) => row['Unique ID'] !== '')
    if (rows.length === 0) throw new TollgateError('upstream_changed', 'the list is empty')
    const published = new Date(`${dated[1]!.trim()} UTC`)
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
    wallets: [],
    ids: [...all('Passport number'), ...all('National Identifier number'), ...all('IMO number')].filter((one) => one.length >= 4),
    listed_on: primary['Date Designated'] || null,
    remarks: (primary['Other Information'] ?? '').slice(0, 400) || null,
  }
}

// Polls the EU's list: semicolons, a row a name, an address or a birth, all rows of a designation under one number.
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
import { euShelves } from './topic.ts'

const needed = [
  ...['fileGenerationDate', 'Entity_LogicalId', 'Entity_EU_ReferenceNumber', 'Entity_DesignationDate', 'Entity_Remark'],
  ...['Entity_SubjectType', 'Entity_SubjectType_ClassificationCode', 'Entity_Regulation_Programme'],
  ...['NameAlias_LastName', 'NameAlias_FirstName', 'NameAlias_MiddleName', 'NameAlias_WholeName'],
]
/** Stands in the link that the open-data page shows everybody; its owner may change it, and EU_FSF_TOKEN takes its place. */
const publicToken = 'dG9rZW4tMjAxNw'
/** Without these nobody is found by a number, and fewer are told apart. */
const wanted = [
  'Address_CountryDescription',
  'BirthDate_BirthDate',
  'BirthDate_Year',
  'Identification_Number',
  'Citizenship_CountryDescription',
]
/** What the columns with few words may say. */
const forms: Readonly<Record<string, RegExp>> = {
  Entity_LogicalId: /^\d+$/,
  Entity_EU_ReferenceNumber: /^$|^EU\.[\d.]+$/,
  fileGenerationDate: /^\d{2}\/\d{2}\/\d{4}$/,
  Entity_SubjectType: /^(p|e|person|enterprise)$/i,
  Entity_SubjectType_ClassificationCode: /^(p|e|person|enterprise)$/i,
}

const rowStart = /^"?\d{2}\/\d{2}\/\d{4}"?;(\d+|"\d+");/

export default defineIngestor<Shelf, string>({
  source: 'eu-sanctions',
  topic: euShelves,
  schedule: '45 */2 * * *',
  grade: 'B',
  proof: 'captured 2026-08-24',
  uses: ['EU_FSF_TOKEN'],
  fetch: ({ http, signal, credential }) =>
    http.text(
      `https://webgate.ec.europa.eu/fsd/fsf/public/files/csvFullSanctionsList_1_1/content?token=${encodeURIComponent(credential('EU_FSF_TOKEN') ?? publicToken)}`,
      { expect: 'csv', signal, timeoutMs: 120_000 },
    ),
  holdBack: holdBackShrunken,
  // The list itself tells when too much of it cannot be read.
  mostAside: 1,
  parse(text, at, setAside) {
    const reader = createReader(setAside)
    const head = text.slice(0, text.indexOf('\n')).split(';')
    for (const column of wanted)
      if (!head.some((one) => one.includes(column))) reader.note('identifiers', `there is no column ${column}`)
    const rows = reader.each('entries', readRows(text, reader, { start: rowStart, delimiter: ';', needed }), (row) =>
      inForm(row, forms),
    )
    const designations = reader.each('entries', [...Map.groupBy(rows, (row) => row.Entity_LogicalId!)], ([id, list]) =>
      readDesignation(id, list, reader),
    )
    const told = reader.told(designations.length)
    const [day, month, year] = rows[0]!.fileGenerationDate!.split('/')
    return shelve('eu', designations, at, `${toIsoDate(`${year}-${month}-${day}`)}T00:00:00.000Z`, told)
  },
})

/** The whole name, or what there is of its parts. */
function nameOf(row: CsvRow): string {
  const parts = [row.NameAlias_FirstName, row.NameAlias_MiddleName, row.NameAlias_LastName]
  return row.NameAlias_WholeName || parts.filter(Boolean).join(' ')
}

function readDesignation(id: string, rows: readonly CsvRow[], reader: Reader): Designation {
  const all = (column: string) => [...new Set(rows.map((row) => row[column] ?? ''))].filter(Boolean)
  const names = [...new Set(rows.map(nameOf))].filter(Boolean)
  const [name, ...aliases] = names
  if (name === undefined) throw new TollgateError('upstream_changed', `${id} has no name`)
  for (const text of names) if (isGarbled(text)) reader.note('names', `${id}: ${text}`)
  const [reference] = all('Entity_EU_ReferenceNumber')
  const [listed] = all('Entity_DesignationDate')
  const remarks = all('Entity_Remark').join(' ')
  return {
    id: reference ?? id,
    kind: kindOf(rows[0]!),
    name,
    aliases: aliases.map((alias) => ({ name: alias, weak: false })),
    programs: all('Entity_Regulation_Programme'),
    birth_years: yearsOf([...all('BirthDate_Year'), ...all('BirthDate_BirthDate')].join(' ')),
    countries: [...new Set([...all('Address_CountryDescription'), ...all('Citizenship_CountryDescription')])].filter(
      (country) => country !== 'UNKNOWN COUNTRY',
    ),
    wallets: walletsIn(remarks),
    ids: [
      ...new Set([
        ...all('Identification_Number').filter((number) => number.length >= 4 && number.length <= 60 && /\d/.test(number)),
        ...numbersIn(remarks),
      ]),
    ],
    listed_on: listed === undefined ? null : reader.one('details', () => toIsoDate(listed)),
    remarks: remarks.slice(0, 400) || null,
  }
}

// One of the two columns has the letter and the other the word, and they have changed places before.
function kindOf(row: CsvRow): Designation['kind'] {
  const said = [row.Entity_SubjectType!, row.Entity_SubjectType_ClassificationCode!].map((word) => word.toLowerCase())
  if (said.includes('person') || said.includes('p')) return 'person'
  if (said.includes('enterprise') || said.includes('e')) return 'entity'
  throw new TollgateError('upstream_changed', `${said.join('/').slice(0, 40)} is not a type`)
}

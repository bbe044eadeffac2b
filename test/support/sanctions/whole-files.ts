// Lists of some size in each publisher's own shape, of people who do not exist: large enough that a cut shows.

import type { Ingestor } from '../../../ingestors/define.ts'
import eu from '../../../ingestors/sources/eu-sanctions/ingestor.ts'
import ofac from '../../../ingestors/sources/ofac-sanctions/ingestor.ts'
import uk from '../../../ingestors/sources/uk-sanctions/ingestor.ts'
import un from '../../../ingestors/sources/un-sanctions/ingestor.ts'
import csl from '../../../ingestors/sources/us-screening/ingestor.ts'

export interface WholeFile {
  readonly ingestor: Ingestor
  readonly text: string
  /** What the parser takes, of a text that may have been harmed. */
  raw(text: string): unknown
}

const count = 120
const syllables = ['ba', 'dor', 'mi', 'kel', 'ru', 'zan', 'tov', 'sha', 'lin', 'gor', 'pe', 'wul']
const nameOf = (n: number, of: number): string =>
  Array.from({ length: 3 }, (_, i) => syllables[(n * (2 * i + of) + i * of + (n >> (i + 1))) % syllables.length]).join('')
const numbers = Array.from({ length: count }, (_, i) => i + 1)
const none = '-0- '

const ofacFiles = {
  primary: numbers
    .map(
      (n) =>
        `${1000 + n},"${nameOf(n, 3).toUpperCase()}${n}, ${nameOf(n, 5)}","individual","SDGT",${Array(7).fill(none).join(',')},"DOB 19${10 + (n % 80)}; Passport P${10_000 + n} (Nowhere)."`,
    )
    .join('\r\n'),
  aliases: numbers.map((n) => `${1000 + n},${n},"aka","${nameOf(n, 7)}",${none}`).join('\r\n'),
  addresses: numbers.map((n) => `${1000 + n},${n},${none},"Testgrad","Nowhere",${none}`).join('\r\n'),
  comments: '',
}

const unText = (() => {
  const entry = (n: number, tag: string, kind: string) =>
    `<${tag}>\n<FIRST_NAME>${nameOf(n, 3)}</FIRST_NAME>\n<SECOND_NAME>${nameOf(n, 5)} ${n}</SECOND_NAME>\n<UN_LIST_TYPE>Sample</UN_LIST_TYPE>\n<REFERENCE_NUMBER>ZZ${kind}.${String(n).padStart(3, '0')}</REFERENCE_NUMBER>\n<LISTED_ON>2015-04-07</LISTED_ON>\n<${tag}_ALIAS><QUALITY>Good</QUALITY><ALIAS_NAME>${nameOf(n, 7)}</ALIAS_NAME></${tag}_ALIAS>\n</${tag}>`
  return `<?xml version="1.0" encoding="UTF-8"?>\n<CONSOLIDATED_LIST dateGenerated="2026-02-27T00:00:09.554Z">\n<INDIVIDUALS>\n${numbers.map((n) => entry(n, 'INDIVIDUAL', 'i')).join('\n')}\n</INDIVIDUALS>\n<ENTITIES>\n${numbers.map((n) => entry(n, 'ENTITY', 'e')).join('\n')}\n</ENTITIES>\n</CONSOLIDATED_LIST>\n`
})()

const euColumns = [
  'fileGenerationDate',
  'Entity_LogicalId',
  'Entity_EU_ReferenceNumber',
  'Entity_DesignationDate',
  'Entity_Remark',
  'Entity_SubjectType',
  'Entity_SubjectType_ClassificationCode',
  'Entity_Regulation_Programme',
  'NameAlias_LastName',
  'NameAlias_FirstName',
  'NameAlias_MiddleName',
  'NameAlias_WholeName',
  'Address_CountryDescription',
  'BirthDate_BirthDate',
  'BirthDate_Year',
  'Identification_Number',
  'Citizenship_CountryDescription',
] // prettier-ignore
const euText = `\uFEFF${euColumns.join(';')}\n${numbers.map((n) => `05/08/2026;${n};EU.${n}.1;2022-02-25;A sample;P;person;SMP;${nameOf(n, 3)};${nameOf(n, 5)};;${nameOf(n, 5)} ${nameOf(n, 3)} ${n};NOWHERE;;1970;EE${10_000 + n};NOWHERE`).join('\n')}\n`

const ukHead =
  'Last Updated,Unique ID,Name 6,Name 1,Name 2,Name 3,Name 4,Name 5,Name type,Alias strength,Name non-latin script,Regime Name,Designation Type,Other Information,Address Country,Date Designated,D.O.B,Nationality(/ies),National Identifier number,Passport number,IMO number'
const ukText = `Report Date: 13-Feb-2026\n${ukHead}\n${numbers.map((n) => `01/02/2026,SMP${String(n).padStart(4, '0')},${nameOf(n, 3)}${n},${nameOf(n, 5)},,,,,Primary Name,,,Sample,Individual,A sample.,Nowhere,13/02/2023,dd/mm/1971,Nowhere,,AB${10_000 + n},`).join('\n')}\n`

const cslText = `_id,source,entity_number,type,programs,name,title,addresses,start_date,remarks,alt_names,dates_of_birth,ids\n${numbers.map((n) => `"${n.toString(16).padStart(32, 'a')}","Entity List (EL) - Bureau of Industry and Security","","","","${nameOf(n, 3)} ${n} Gizmo Works","","Room 1, Sampletown, CN","2023-07-19","","${nameOf(n, 5)} Gizmo","",""`).join('\n')}\n`

const plain = (text: string): string => text

export const wholeFiles: Readonly<Record<string, WholeFile>> = {
  un: { ingestor: un, text: unText, raw: plain },
  eu: { ingestor: eu, text: euText, raw: plain },
  uk: { ingestor: uk, text: ukText, raw: plain },
  us_csl: { ingestor: csl, text: cslText, raw: plain },
  ofac_sdn: {
    ingestor: ofac,
    text: ofacFiles.primary,
    raw: (primary) => [
      { list: 'ofac_sdn', files: { ...ofacFiles, primary } },
      { list: 'ofac_cons', files: ofacFiles },
    ],
  },
}

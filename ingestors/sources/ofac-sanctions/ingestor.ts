// Polls OFAC's eight files; they have no header, say "-0-" for nothing, and break long remarks off mid-word into a comments file.
import { TollgateError } from '../../../base/errors.ts'
import { fetchParts, readOrSetAside } from '../../aside.ts'
import { defineIngestor } from '../../define.ts'
import type { CsvRow } from '../../formats/csv.ts'
import { createReader, type Reader } from '../../formats/list-reader.ts'
import { readRows } from '../../formats/list-rows.ts'
import { type Designation, holdBackShrunken, isGarbled, type Shelf, shelve, yearsOf } from '../../shapes/sanctions-list.ts'
import { numbersOf, walletsOf } from './remarks.ts'
import { ofacShelves } from './topic.ts'

interface Files {
  readonly primary: string
  readonly aliases: string
  readonly addresses: string
  readonly comments: string
}

type List = keyof typeof names

interface Fetched {
  readonly list: List
  readonly files: Files
}

const base = 'https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports'
const names = {
  ofac_sdn: ['SDN.CSV', 'ALT.CSV', 'ADD.CSV', 'SDN_COMMENTS.CSV'],
  ofac_cons: ['CONS_PRIM.CSV', 'CONS_ALT.CSV', 'CONS_ADD.CSV', 'CONS_COMMENTS.CSV'],
} as const

const heads = {
  primary: 'id,name,type,program,title,call_sign,vessel_type,tonnage,grt,flag,owner,remarks',
  aliases: 'id,alias_id,alias_type,name,remarks',
  addresses: 'id,address_id,address,city,country,remarks',
  comments: 'id,remarks',
}

export default defineIngestor<Shelf, Fetched[]>({
  source: 'ofac-sanctions',
  topic: ofacShelves,
  schedule: '20 */2 * * *',
  grade: 'A',
  proof: 'captured 2026-08-21',
  fetch({ http, signal, setAside }) {
    const ask = async (list: List): Promise<Fetched> => {
      const [primary, aliases, addresses, comments] = names[list]
      const get = (name: string) => http.text(`${base}/${name}`, { expect: 'csv', signal, timeoutMs: 120_000 })
      const files = {
        primary: await get(primary),
        aliases: await get(aliases),
        addresses: await get(addresses),
        comments: await get(comments),
      }
      return { list, files }
    }
    // A list without one of its files is no list: what was known of it grows old, and whoever screens says so. The other one stands.
    return fetchParts(['ofac_sdn', 'ofac_cons'] as const, (list) => list, ask, setAside)
  },
  holdBack: holdBackShrunken,
  // The list itself tells when too much of it cannot be read.
  mostAside: 1,
  parse: (lists, at, setAside) =>
    lists.flatMap(({ list, files }) => {
      const read = () => {
        const reader = createReader(setAside)
        const designations = readList(files, reader)
        return shelve(list, designations, at, null, reader.told(designations.length))
      }
      return readOrSetAside(() => list, read, lists.length > 1 ? setAside : undefined) ?? []
    }),
})

// Without a header only the count of its columns and the number it begins with tell a row.
const rowsOf = (text: string, head: keyof typeof heads, reader: Reader): CsvRow[] =>
  readRows(text, reader, { start: /^(\d+|"\d+"),/, columns: heads[head].split(',') })

const orNull = (text: string | undefined): string | null =>
  text === undefined || /^(-0-)?$/.test(text.trim()) ? null : text.trim()

export function readList(files: Files, reader: Reader = createReader()): Designation[] {
  const byEntry = (text: string, head: keyof typeof heads) => Map.groupBy(rowsOf(text, head, reader), (row) => row.id!)
  const primary = rowsOf(files.primary, 'primary', reader)
  const aliases = byEntry(files.aliases, 'aliases')
  const addresses = byEntry(files.addresses, 'addresses')
  const comments = byEntry(files.comments, 'comments')
  checkWhole(primary, [aliases, addresses, comments], addresses)
  return reader.each('entries', primary, (row) => {
    const text = (cell: string | undefined) => (orNull(cell) === null ? '' : cell!)
    const remarks = `${text(row.remarks)}${(comments.get(row.id!) ?? []).map((more) => text(more.remarks)).join('')}`.trim()
    const find = (pattern: RegExp) => [...remarks.matchAll(pattern)].map((match) => match[1]!)
    if (orNull(row.name) === null) throw new TollgateError('upstream_changed', `${row.id} has no name`)
    const others = (aliases.get(row.id!) ?? []).flatMap((alias) => orNull(alias.name) ?? [])
    for (const name of [row.name!, ...others]) if (isGarbled(name)) reader.note('names', `${row.id}: ${name}`)
    return {
      id: row.id!,
      kind: kindOf(orNull(row.type)),
      name: row.name!,
      aliases: [
        ...others.map((name) => ({ name, weak: false })),
        // In quotes in the remarks stand the names that OFAC itself calls weak.
        ...find(/[afn]\.k\.a\. '([^']+)'/g).map((name) => ({ name, weak: true })),
      ],
      // "NPWMD] [IFSR] [IRAN-CON"
      programs: (orNull(row.program) ?? '')
        .split(/\]\s*\[/)
        .map((program) => program.replace(/[[\]]/g, '').trim())
        .filter(Boolean),
      birth_years: yearsOf(find(/DOB ([^;.]+)/g).join(' ')),
      countries: [...new Set((addresses.get(row.id!) ?? []).flatMap((address) => orNull(address.country) ?? []))],
      wallets: walletsOf(remarks, (why) => reader.note('identifiers', `${row.id}: ${why}`)),
      ids: [
        ...new Set([
          ...numbersOf(remarks),
          ...[orNull(row.call_sign)].flatMap((sign) => (sign !== null && /\d/.test(sign) && sign.length >= 4 ? [sign] : [])),
        ]),
      ],
      listed_on: null,
      remarks: remarks === '' ? null : remarks.replace(/SSN [\d-]{1,20} \([^)]{0,80}\)(?:;\s{0,4})?/g, '').slice(0, 400),
    }
  })
}

/** Of rows that name an entry which is not there a few are told of every list; more, and its file was cut short. */
const mostOrphans = 0.02

/** The files speak of each other's entries: what one lacks the others show. */
function checkWhole(
  primary: readonly CsvRow[],
  others: readonly ReadonlyMap<string, readonly CsvRow[]>[],
  addresses: ReadonlyMap<string, unknown>,
): void {
  const known = new Set(primary.map((row) => row.id!))
  for (const other of others) {
    const orphans = [...other.keys()].filter((id) => !known.has(id)).length
    if (orphans > 20 && orphans > mostOrphans * other.size)
      throw new TollgateError(
        'upstream_changed',
        `${orphans} entries have other names or places and are not in the list: it was cut short`,
      )
  }
  // Every entry has a row among the addresses, if only an empty one.
  const homeless = primary.filter((row) => !addresses.has(row.id!)).length
  if (addresses.size > 0 && homeless > 20 && homeless > 0.1 * primary.length)
    throw new TollgateError('upstream_changed', `${homeless} entries have no row among the addresses: they were cut short`)
}

function kindOf(type: string | null): Designation['kind'] {
  if (type === null) return 'entity'
  if (type === 'individual') return 'person'
  if (type !== 'vessel' && type !== 'aircraft') throw new TollgateError('upstream_changed', `${type} is not a type`)
  return type
}

// Polls OFAC's eight files; they have no header, say "-0-" for nothing, and break long remarks off mid-word into a comments file.
import { TollgateError } from '../../../errors.ts'
import { type CsvRow, parseCsv } from '../../csv.ts'
import { defineIngestor } from '../../define.ts'
import { type Designation, type Shelf, shelve, yearsOf } from '../../sanctions-list.ts'
import { ofacShelves } from './topic.ts'

interface Files {
  readonly primary: string
  readonly aliases: string
  readonly addresses: string
  readonly comments: string
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

export default defineIngestor<Shelf, { ofac_sdn: Files; ofac_cons: Files }>({
  source: 'ofac-sanctions',
  topic: ofacShelves,
  schedule: '20 */2 * * *',
  grade: 'A',
  async fetch({ http, signal }) {
    const ask = async (list: keyof typeof names): Promise<Files> => {
      const [primary, aliases, addresses, comments] = names[list]
      const get = (name: string) => http.text(`${base}/${name}`, { expect: 'csv', signal, timeoutMs: 120_000 })
      return {
        primary: await get(primary),
        aliases: await get(aliases),
        addresses: await get(addresses),
        comments: await get(comments),
      }
    }
    return { ofac_sdn: await ask('ofac_sdn'), ofac_cons: await ask('ofac_cons') }
  },
  parse: (files, at) =>
    (['ofac_sdn', 'ofac_cons'] as const).flatMap((list) => {
      const designations = readList(files[list])
      if (designations.length === 0) throw new TollgateError('upstream_changed', `${list} is empty`)
      return shelve(list, designations, at, null)
    }),
})

// Without a header only the count of its columns and the number it begins with tell a row; a control character of its own ends a file.
function rowsOf(text: string, head: keyof typeof heads): CsvRow[] {
  const rows = parseCsv(`${heads[head]}\n${text.replace(/^\uFEFF/, '')}`, ['id']).filter(({ id }) => id !== '' && id !== '\u001a')
  const columns = heads[head].split(',').length
  const odd = rows.find((row) => !/^\d+$/.test(row.id!) || Object.keys(row).length !== columns)
  if (odd !== undefined) throw new TollgateError('upstream_changed', `${head} has a row that begins with ${odd.id!.slice(0, 20)}`)
  return rows
}

const orNull = (text: string | undefined): string | null =>
  text === undefined || /^(-0-)?$/.test(text.trim()) ? null : text.trim()

export function readList(files: Files): Designation[] {
  const aliases = Map.groupBy(rowsOf(files.aliases, 'aliases'), (row) => row.id!)
  const addresses = Map.groupBy(rowsOf(files.addresses, 'addresses'), (row) => row.id!)
  const comments = Map.groupBy(rowsOf(files.comments, 'comments'), (row) => row.id!)
  return rowsOf(files.primary, 'primary').map((row) => {
    const remarks = `${orNull(row.remarks) ?? ''}${(comments.get(row.id!) ?? []).map((more) => orNull(more.remarks) ?? '').join('')}`
    const find = (pattern: RegExp) => [...remarks.matchAll(pattern)].map((match) => match[1]!)
    return {
      id: row.id!,
      kind: kindOf(orNull(row.type)),
      name: row.name!,
      aliases: [
        ...(aliases.get(row.id!) ?? []).map((alias) => ({ name: alias.name!, weak: false })),
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
      wallets: walletsOf(find(/Digital Currency Address\s*-\s*\w+\s+([A-Za-z0-9:]{20,120})/g)),
      ids: [...new Set(find(/(?:Passport|National ID No\.|Registration (?:Number|ID)|Tax ID No\.|IMO) ([A-Z0-9-]{4,40})/g))],
      listed_on: null,
      remarks: remarks === '' ? null : remarks.replace(/SSN [\d-]{1,20} \([^)]{0,80}\)(?:;\s{0,4})?/g, '').slice(0, 400),
    }
  })
}

function kindOf(type: string | null): Designation['kind'] {
  if (type === null) return 'entity'
  if (type === 'individual') return 'person'
  if (type !== 'vessel' && type !== 'aircraft') throw new TollgateError('upstream_changed', `${type} is not a type`)
  return type
}

// Broken off between two files, half an address would be another one.
function walletsOf(addresses: readonly string[]): string[] {
  const broken = addresses.find((address) => address.startsWith('0x') && !/^0x[0-9a-f]{40}$/i.test(address))
  if (broken !== undefined) throw new TollgateError('upstream_changed', `${broken} is not a whole address`)
  return [...new Set(addresses)]
}

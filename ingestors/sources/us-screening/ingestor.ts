// Polls the consolidated list and leaves out what Treasury put there, which OFAC's own files say better.
import { TollgateError } from '../../../base/errors.ts'
import { defineIngestor } from '../../define.ts'
import { createReader } from '../../formats/list-reader.ts'
import { inForm, readRows } from '../../formats/list-rows.ts'
import {
  type Designation,
  holdBackShrunken,
  isGarbled,
  type Shelf,
  shelve,
  walletsIn,
  yearsOf,
} from '../../shapes/sanctions-list.ts'
import { cslShelves } from './topic.ts'

const columns = '_id source type programs name alt_names addresses dates_of_birth ids start_date remarks'.split(' ')
const forms: Readonly<Record<string, RegExp>> = {
  _id: /^([0-9a-f]{24,64}|\d{2,8})$/,
  source: / - (Treasury Department|State Department|Bureau of Industry and Security)$/,
  type: /^$|individual|entity|vessel|aircraft/i,
}

const rowStart = /^(?:[0-9a-f]{24,64}|\d{2,8}|"[0-9a-f]{24,64}"|"\d{2,8}"),/

export default defineIngestor<Shelf, string>({
  source: 'us-screening',
  topic: cslShelves,
  schedule: '50 */2 * * *',
  grade: 'A',
  proof: 'captured 2026-08-21',
  fetch: ({ http, signal }) =>
    http.text('https://data.trade.gov/downloadable_consolidated_screening_list/v1/consolidated.csv', {
      expect: 'csv',
      signal,
      timeoutMs: 120_000,
    }),
  holdBack: holdBackShrunken,
  // The list itself tells when too much of it cannot be read.
  mostAside: 1,
  parse(text, at, setAside) {
    const reader = createReader(setAside)
    const rows = reader.each('entries', readRows(text, reader, { start: rowStart, needed: columns }), (row) => {
      inForm(row, forms)
      if (row.name === '') throw new TollgateError('upstream_changed', `${row._id} has no name`)
      return row
    })
    const designations = rows
      .filter((row) => !/treasury/i.test(row.source!))
      .map((row): Designation => {
        const many = (column: string) =>
          (row[column] ?? '')
            .split(';')
            .map((part) => part.trim())
            .filter(Boolean)
        if ([row.name!, row.alt_names ?? ''].some(isGarbled)) reader.note('names', `${row._id}: ${row.name}`)
        return {
          id: row._id!,
          kind: /individual/i.test(row.type!)
            ? 'person'
            : /vessel/i.test(row.type!)
              ? 'vessel'
              : /aircraft/i.test(row.type!)
                ? 'aircraft'
                : 'entity',
          name: row.name!,
          aliases: many('alt_names').map((name) => ({ name, weak: false })),
          programs: [row.source!, ...many('programs')],
          birth_years: yearsOf(row.dates_of_birth ?? ''),
          countries: [...new Set(many('addresses').flatMap((address) => /\b([A-Z]{2})$/.exec(address)?.[1] ?? []))],
          wallets: walletsIn(`${row.remarks ?? ''} ${row.ids ?? ''}`),
          ids: [...(row.ids ?? '').matchAll(/\b([A-Z0-9-]{4,40})\b/g)].map((match) => match[1]!).filter((id) => /\d/.test(id)),
          listed_on: row.start_date || null,
          remarks: (row.remarks ?? '').slice(0, 400) || null,
        }
      })
    return shelve('us_csl', designations, at, null, reader.told(rows.length))
  },
})

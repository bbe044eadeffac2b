// The lists a benchmark screens against: whole files in a folder as their publishers name them, read by the sources' own parsers.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Shelf } from '../../../../ingestors/shapes/sanctions-list.ts'
import eu from '../../../../ingestors/sources/eu-sanctions/ingestor.ts'
import { readList } from '../../../../ingestors/sources/ofac-sanctions/ingestor.ts'
import uk from '../../../../ingestors/sources/uk-sanctions/ingestor.ts'
import un from '../../../../ingestors/sources/un-sanctions/ingestor.ts'
import csl from '../../../../ingestors/sources/us-screening/ingestor.ts'
import type { Entry } from '../../../../processors/services/sanctions/match.ts'

export const howToGetThem = `Put the publishers' files into a folder, under any of these names, and give it with --lists FOLDER (or SANCTIONS_LISTS):
  sdn.csv alt.csv add.csv sdn_comments.csv           https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports/SDN.CSV (ALT.CSV, ...)
  cons_prim.csv cons_alt.csv cons_add.csv cons_comments.csv   the same place
  UN_consolidated.xml   https://scsanctions.un.org/resources/xml/en/consolidated.xml
  eu.csv                the EU's csvFullSanctionsList_1_1
  uk.csv                https://sanctionslist.fcdo.gov.uk/docs/UK-Sanctions-List.csv
  csl.csv               https://data.trade.gov/downloadable_consolidated_screening_list/v1/consolidated.csv
`

export function readLists(folder: string, at: Date): Entry[] {
  const names = new Map(readdirSync(folder).map((name) => [name.toLowerCase(), name]))
  const text = (name: string): string | null => (names.has(name) ? readFileSync(join(folder, names.get(name)!), 'utf8') : null)
  const ofac = (list: 'ofac_sdn' | 'ofac_cons', [primary, aliases, addresses, comments]: readonly string[]): Entry[] => {
    const main = text(primary!)
    if (main === null) return []
    const files = {
      primary: main,
      aliases: text(aliases!) ?? '',
      addresses: text(addresses!) ?? '',
      comments: text(comments!) ?? '',
    }
    return readList(files).map((one) => ({ ...one, list }))
  }
  const shelved = (raw: string | null, parse: (text: string) => readonly unknown[]): Entry[] =>
    raw === null
      ? []
      : (parse(raw) as Shelf[]).flatMap(({ list, designations }) =>
          designations.map((one) => ({ ...one, name: [one.name].flat().join(' '), list })),
        )
  return [
    ...ofac('ofac_sdn', ['sdn.csv', 'alt.csv', 'add.csv', 'sdn_comments.csv']),
    ...ofac('ofac_cons', ['cons_prim.csv', 'cons_alt.csv', 'cons_add.csv', 'cons_comments.csv']),
    ...shelved(text('un_consolidated.xml') ?? text('consolidated.xml'), (raw) => un.parse(raw, at)),
    ...shelved(text('eu.csv'), (raw) => eu.parse(raw, at)),
    ...shelved(text('uk.csv') ?? text('uk-sanctions-list.csv'), (raw) => uk.parse(raw, at)),
    ...shelved(text('csl.csv') ?? text('consolidated.csv'), (raw) => csl.parse(raw, at)),
  ]
}

export const listsFolder = (given: string | undefined): string | null => {
  const samples =
    process.env.UPSTREAM_SAMPLES === undefined ? undefined : join(process.env.UPSTREAM_SAMPLES, 'samples', 'sanctions-full')
  return [given, process.env.SANCTIONS_LISTS, samples].find((folder) => folder !== undefined && existsSync(folder)) ?? null
}

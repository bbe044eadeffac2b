// Polls notices of the two agencies that name a lease sale, the newest two years of them. Proof: captured.
import { readDay, readRow, readRows, readText, readTextOrNull } from '../../formats/json.ts'
import { fromDay } from '../../shapes/range.ts'
import { jsonRows } from '../../shapes/tables.ts'
import { leaseNotices } from './topic.ts'

// The register's own names for the two bureaus; it refuses another.
const agencies = ['land-management-bureau', 'ocean-energy-management-bureau']
const fields = ['document_number', 'type', 'title', 'abstract', 'agencies', 'publication_date', 'html_url']
const mostText = 1_200

export default jsonRows<any>({
  source: 'lease-notices',
  topic: leaseNotices,
  schedule: '0 13,18 * * 1-5',
  grade: 'A',
  proof: 'captured 2026-08',
  url: ({ at, since }) =>
    `https://www.federalregister.gov/api/v1/documents.json?per_page=200&order=newest&conditions[term]=${encodeURIComponent('"lease sale"')}&conditions[publication_date][gte]=${fromDay({ at, since }, { first: 730, revisableDays: 30 })}${agencies.map((slug) => `&conditions[agencies][]=${slug}`).join('')}${fields.map((name) => `&fields[]=${name}`).join('')}`,
  // Without a match there is no list of results.
  rows: (answer) => {
    const { count, results } = readRow(answer, 'the answer')
    return count === 0 ? [] : readRows(results, 'results')
  },
  row: (row) => ({
    document: readText(row.document_number, 'document_number'),
    type: readText(row.type, 'type'),
    title: readText(row.title, 'title').slice(0, 400),
    abstract: readTextOrNull(row.abstract, 'abstract')?.slice(0, mostText) ?? null,
    // One that was renamed has no page of its own any more.
    agencies: readRows(row.agencies, 'agencies').flatMap((agency) => readTextOrNull(agency.slug, 'an agency') ?? []),
    published: readDay(row.publication_date, 'publication_date'),
    url: readText(row.html_url, 'html_url'),
  }),
})

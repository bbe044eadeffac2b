// Polls two searches, the newest first; a document may be found by both. The members are those of a captured answer to another search.
import { toIsoDate } from '../../formats/csv.ts'
import { readList, readRow, readText } from '../../formats/json.ts'
import { jsonRows } from '../../shapes/tables.ts'
import { type Subject, tradeNotices } from './topic.ts'

const base = 'https://www.federalregister.gov/api/v1/documents.json'
const fields = ['document_number', 'title', 'type', 'publication_date', 'html_url']
const searches: Readonly<Record<Subject, { readonly term: string; readonly types: readonly string[] }>> = {
  // Tariffs are set by proclamation and order; agencies' notices of single products are legion.
  tariffs: { term: 'tariffs', types: ['PRESDOCU'] },
  critical_minerals: { term: '"critical minerals"', types: ['PRESDOCU', 'RULE', 'PRORULE'] },
}

export default jsonRows({
  source: 'trade-notices',
  topic: tradeNotices,
  // Published on working days at 8:45 in Washington.
  schedule: '10 14 * * 1-5',
  grade: 'A',
  proof: 'captured 2026-04',
  tables: () =>
    (Object.keys(searches) as Subject[]).map((id) => {
      const query = new URLSearchParams({ 'conditions[term]': searches[id].term, order: 'newest', per_page: '40' })
      for (const type of searches[id].types) query.append('conditions[type][]', type)
      for (const field of fields) query.append('fields[]', field)
      return { id, url: `${base}?${query}` }
    }),
  // A search that finds nothing leaves the list out.
  rows(answer) {
    const found = readRow(answer, 'a search')
    return found.count === 0 ? [] : readList(found.results, 'results')
  },
  row: (row, subject) => ({
    subject,
    number: readText(row.document_number, 'document_number'),
    title: readText(row.title, 'title').slice(0, 600),
    type: readText(row.type, 'type'),
    date: toIsoDate(readText(row.publication_date, 'publication_date')),
    url: readText(row.html_url, 'html_url'),
  }),
})

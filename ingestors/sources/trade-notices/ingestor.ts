// Polls two searches, the newest first; a document may be found by both. The members are those of a captured answer to another search.
import { readList, readRow, readText } from '../../formats/json.ts'
import { readDocument, searchUrl } from '../../shapes/federal-register.ts'
import { jsonRows } from '../../shapes/tables.ts'
import { type Subject, subjects, tradeNotices } from './topic.ts'

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
    subjects.map((id) => {
      const { term, types } = searches[id]
      const asked = { 'conditions[term]': term, order: 'newest', per_page: '40', 'conditions[type][]': types, 'fields[]': fields }
      return { id, url: searchUrl(asked) }
    }),
  // A search that finds nothing leaves the list out.
  rows(answer) {
    const found = readRow(answer, 'a search')
    return found.count === 0 ? [] : readList(found.results, 'results')
  },
  row(row, subject) {
    const { number, title, date, url } = readDocument(row, 600)
    return { subject, number, title, type: readText(row.type, 'type'), date, url }
  },
})

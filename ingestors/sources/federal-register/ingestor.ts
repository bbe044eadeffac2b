// Polls the newest documents that make or propose rules. Shape as captured of April 2026.
import { readRow, readRows, readText } from '../../formats/json.ts'
import { readDocument, searchUrl } from '../../shapes/federal-register.ts'
import { fromDay } from '../../shapes/range.ts'
import { jsonRows } from '../../shapes/tables.ts'
import { registerDocuments } from './topic.ts'

const kinds = { RULE: 'Rule', PRORULE: 'Proposed Rule', PRESDOCU: 'Presidential Document' } as const
const isKind = (kind: string): boolean => Object.values<string>(kinds).includes(kind)
const fields = ['title', 'type', 'document_number', 'html_url', 'publication_date', 'agencies']
// A page holds a thousand; in a quarter there are about two thousand of these.
const pages = [1, 2, 3]

export default jsonRows({
  source: 'federal-register',
  topic: registerDocuments,
  schedule: '15 11,13 * * 1-5',
  grade: 'A',
  proof: 'captured 2026-08',
  tables: ({ at, since }) =>
    (since === null ? pages : [1]).map((page) => ({
      id: `page ${page}`,
      url: searchUrl({
        per_page: '1000',
        page: String(page),
        order: 'newest',
        'conditions[publication_date][gte]': fromDay({ at, since }, { first: 190, revisableDays: 5 }),
        'conditions[type][]': Object.keys(kinds),
        'fields[]': fields,
      }),
    })),
  // Where there are no more, the answer has no results; what is no rule was not asked for.
  rows: (answer) =>
    readRows(readRow(answer, 'the answer').results ?? [], 'results', { mayBeEmpty: true }).filter(
      ({ type }) => typeof type !== 'string' || isKind(type),
    ),
  row(row) {
    const { number, title, date, url } = readDocument(row, 300)
    // An office without a page of its own has only the name it was printed with.
    const named = readRows(row.agencies, 'agencies', { mayBeEmpty: true }).filter(({ name }) => name !== undefined)
    const agencies = named.map(({ name }) => readText(name, 'an agency'))
    return { number, kind: readText(row.type, 'type'), date, title, agencies, url }
  },
})

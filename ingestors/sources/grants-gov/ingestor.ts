// Polls the search for all posted and forecast grants, page by page. Proof: captured.
import { TollgateError } from '../../../base/errors.ts'
import { readEach } from '../../aside.ts'
import { defineIngestor } from '../../define.ts'
import { toIsoDate } from '../../formats/csv.ts'
import { htmlText } from '../../formats/html-text.ts'
import { type Row, readNumber, readRow, readRows, readText, readTextOrNull } from '../../formats/json.ts'
import { onShelves } from '../../shapes/shelved.ts'
import { type Grant, grantNotices } from './topic.ts'

const url = 'https://api.grants.gov/v1/api/search2'
const pageRows = 1_000
const mostPages = 12
const leastShare = 0.98
const shelves = 8
const hitsOf = (answer: unknown) => {
  const { errorcode, data } = readRow(answer, 'the answer')
  const code = readNumber(errorcode, 'errorcode')
  if (code !== 0) throw new TollgateError('upstream_refused', `the search said ${code}`)
  const told = readRow(data, 'data')
  return { count: readNumber(told.hitCount, 'hitCount'), hits: readRows(told.oppHits, 'oppHits') }
}

export default defineIngestor<any, unknown[]>({
  source: 'grants-gov',
  topic: grantNotices,
  schedule: '15 10 * * *',
  grade: 'A',
  proof: 'captured 2026-05-28',
  async fetch({ http, signal }) {
    const pages: unknown[] = []
    for (let known = 0, count = 1; known < count && pages.length < mostPages; ) {
      const body = JSON.stringify({
        rows: pageRows,
        startRecordNum: known,
        oppStatuses: 'forecasted|posted',
        sortBy: 'openDate|desc',
      })
      const page = await http.json(url, { method: 'POST', body, headers: { 'content-type': 'application/json' }, signal })
      const { hits, count: all } = hitsOf(page)
      pages.push(page)
      known += hits.length
      count = all
    }
    return pages
  },
  parse(pages, at, setAside) {
    const all = pages.map(hitsOf)
    // While the pages were read some opened or closed: one comes twice or not at all.
    const hits = [...new Map(all.flatMap((page) => page.hits).map((hit) => [hit.id, hit])).values()]
    const count = all.at(-1)?.count ?? 0
    if (hits.length < leastShare * count) throw new TollgateError('upstream_changed', `${hits.length} of ${count} grants came`)
    const grants = readEach(hits, readGrant, setAside)
    return onShelves(grants, ({ id }) => id, shelves, at)
  },
})

function readGrant(hit: Row): Grant {
  const day = (name: string) => {
    const text = readTextOrNull(hit[name], name)
    return text === null ? null : toIsoDate(text)
  }
  const id = readText(hit.id, 'id')
  if (!/^\d{1,12}$/.test(id)) throw new TollgateError('upstream_changed', `${id.slice(0, 20)} is no grant`)
  const agency = readTextOrNull(hit.agency, 'agency')
  const status = readText(hit.oppStatus, 'oppStatus')
  return {
    id,
    number: readText(hit.number, 'number'),
    title: htmlText(readText(hit.title, 'title')).slice(0, 200),
    agency: agency === null ? null : htmlText(agency),
    opened: day('openDate'),
    closes: day('closeDate'),
    status,
  }
}

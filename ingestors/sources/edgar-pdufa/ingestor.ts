// Searches the newest filings for the words; the day itself stands in the filing, which the search does not give. Proof: captured.
import { TollgateError } from '../../../base/errors.ts'
import { fetchedOrAside, isNotRecorded, readEach } from '../../aside.ts'
import { defineIngestor } from '../../define.ts'
import { type Row, readDay, readList, readNumber, readRow, readRows, readText } from '../../formats/json.ts'
import { secHeaders } from '../../sec/listed-companies.ts'
import { type Catalyst, plainCatalyst, snapshotOf } from '../../shapes/catalysts.ts'
import { pdufaFilings } from './topic.ts'

const daysBack = 45
const mostPages = 10
const hitsOf = (page: unknown) => {
  const told = readRow(readRow(page, 'the answer').hits, 'hits')
  return {
    hits: readRows(told.hits, 'hits', { mayBeEmpty: true }),
    total: readNumber(readRow(told.total, 'total').value, 'total'),
  }
}

export default defineIngestor<any, unknown[]>({
  source: 'edgar-pdufa',
  topic: pdufaFilings,
  schedule: '25 11-22/2 * * 1-5',
  grade: 'A',
  proof: 'captured 2026-08',
  needs: ['SEC_USER_AGENT'],
  async fetch(context) {
    const { http, at, signal, setAside } = context
    const from = new Date(at.getTime() - daysBack * 86_400_000).toISOString().slice(0, 10)
    const url = `https://efts.sec.gov/LATEST/search-index?q=${encodeURIComponent('"PDUFA"')}&forms=8-K,6-K&dateRange=custom&startdt=${from}&enddt=${at.toISOString().slice(0, 10)}`
    const pages: unknown[] = []
    for (let known = 0, count = 1; known < count && pages.length < mostPages; ) {
      const asked = http.json(known === 0 ? url : `${url}&from=${known}`, { headers: secHeaders(context), signal })
      const page = known === 0 ? await asked : await fetchedOrAside(`filings from ${known}`, asked, setAside, isNotRecorded)
      if (page === undefined) break
      const { hits, total } = hitsOf(page)
      pages.push(page)
      known += hits.length
      count = hits.length === 0 ? 0 : total
    }
    return pages
  },
  parse(pages, at, setAside) {
    // Some company always waits for its day: six weeks without a filing are a search that broke.
    if (hitsOf(pages[0]).hits.length === 0) throw new TollgateError('upstream_changed', 'no filing names a PDUFA date')
    const hits = pages.flatMap((page) => hitsOf(page).hits)
    return [snapshotOf(readEach(hits, readHit, setAside), at)]
  },
})

function readHit(hit: Row): Catalyst {
  const [, accession, file] = /^(\d{10}-\d{2}-\d{6}):([\w.-]{1,80})$/.exec(readText(hit._id, '_id')) ?? []
  if (accession === undefined) throw new TollgateError('upstream_changed', 'a hit is no filing')
  const source = readRow(hit._source, '_source')
  const cik = readText(readList(source.ciks, 'ciks')[0], 'a cik').replace(/^0+/, '')
  if (!/^\d{1,10}$/.test(cik)) throw new TollgateError('upstream_changed', 'a filing is of no company')
  const company = readText(readList(source.display_names, 'display_names')[0], 'a name').split('  (')[0]!
  return {
    ...plainCatalyst,
    id: `pdufa ${accession} ${file}`.slice(0, 120),
    date: readDay(source.file_date, 'file_date'),
    type: 'pdufa',
    company,
    cik,
    detail: 'a filing that names a PDUFA date; the day is in its text',
    url: `https://www.sec.gov/Archives/edgar/data/${cik}/${accession.replaceAll('-', '')}/${file}`,
  }
}

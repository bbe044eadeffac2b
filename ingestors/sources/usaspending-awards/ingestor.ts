// Polls the search for awards twice, the newest first and the largest first, so many pages of each. Proof: captured.
import { TollgateError } from '../../../base/errors.ts'
import { fetchedOrAside, isNotRecorded, readEach } from '../../aside.ts'
import { defineIngestor } from '../../define.ts'
import { toIsoDate } from '../../formats/csv.ts'
import { type Row, readNumberOrNull, readRow, readRows, readText, readTextOrNull } from '../../formats/json.ts'
import { onShelves } from '../../shapes/shelved.ts'
import { type Award, contractAwards } from './topic.ts'

const url = 'https://api.usaspending.gov/api/v2/search/spending_by_award/'
const fields = [
  'Award ID',
  'Recipient Name',
  'Award Amount',
  'Start Date',
  'End Date',
  'Awarding Agency',
  'NAICS',
  'Base Obligation Date',
  'generated_internal_id',
]
const contracts = ['A', 'B', 'C', 'D']
const orders = { newest: { sort: 'Base Obligation Date', pages: 25 }, largest: { sort: 'Award Amount', pages: 25 } } as const
const pageRows = 100
const shelves = 16
const years = 2

export default defineIngestor<any, unknown[]>({
  source: 'usaspending-awards',
  topic: contractAwards,
  schedule: '0 11 * * *',
  grade: 'A',
  proof: 'captured 2026-10',
  async fetch({ http, at, signal, setAside }) {
    const pages: unknown[] = []
    const from = new Date(at.getTime() - years * 365 * 86_400_000).toISOString().slice(0, 10)
    for (const { sort, pages: most } of Object.values(orders))
      for (let page = 1; page <= most; page++) {
        const filters = {
          award_type_codes: contracts,
          time_period: [{ start_date: from, end_date: at.toISOString().slice(0, 10) }],
        }
        const body = JSON.stringify({ filters, fields, sort, order: 'desc', page, limit: pageRows })
        const asked = http.json(url, { method: 'POST', body, headers: { 'content-type': 'application/json' }, signal })
        const answer = await fetchedOrAside(`page ${page} by ${sort}`, asked, setAside, isNotRecorded)
        if (answer === undefined) break
        const { results, page_metadata } = readRow(answer, 'the answer')
        // A page without an award is refused before the next is asked for.
        readRows(results, 'results')
        pages.push(answer)
        if (readRow(page_metadata, 'page_metadata').hasNext !== true) break
      }
    return pages
  },
  parse(pages, at, setAside) {
    const rows = pages.flatMap((page) => readRows(readRow(page, 'a page').results, 'results'))
    const awards = readEach(rows, readAward, setAside)
    return onShelves(awards, ({ id }) => id, shelves, at)
  },
})

function readAward(row: Row): Award {
  const day = (name: string) => {
    const text = readTextOrNull(row[name], name)
    return text === null ? null : toIsoDate(text)
  }
  const amount = readNumberOrNull(row['Award Amount'], 'Award Amount')
  if (amount === null) throw new TollgateError('upstream_changed', 'an award has no amount')
  // A code alone, or with its name.
  const naics = row.NAICS !== null && typeof row.NAICS === 'object' ? readRow(row.NAICS, 'NAICS').code : row.NAICS
  const code = readTextOrNull(naics, 'NAICS')
  if (code !== null && !/^\d{6}$/.test(code)) throw new TollgateError('upstream_changed', `${code.slice(0, 20)} is no NAICS code`)
  const id = readText(row.generated_internal_id, 'generated_internal_id')
  if (!id.startsWith('CONT_')) throw new TollgateError('upstream_changed', `${id.slice(0, 30)} is no contract`)
  return {
    id,
    piid: readText(row['Award ID'], 'Award ID'),
    recipient: readText(row['Recipient Name'], 'Recipient Name'),
    agency: readTextOrNull(row['Awarding Agency'], 'Awarding Agency'),
    naics: code,
    amount_usd: amount,
    began: day('Start Date'),
    ends: day('End Date'),
  }
}

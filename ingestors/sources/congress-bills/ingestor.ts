// Polls the bills something was done about last. Shape as captured of July 2026.
import { TollgateError } from '../../../base/errors.ts'
import { toIsoDate } from '../../formats/csv.ts'
import { readRow, readRows, readText } from '../../formats/json.ts'
import { jsonRows } from '../../shapes/tables.ts'
import { billActions } from './topic.ts'

const chambers: Readonly<Record<string, string>> = { H: 'house', S: 'senate' }
const pageSize = 250
const firstPages = 4

export default jsonRows({
  source: 'congress-bills',
  topic: billActions,
  schedule: '25 */4 * * *',
  grade: 'A',
  proof: 'captured 2026-08',
  needs: ['CONGRESS_GOV_API_KEY'],
  tables: ({ since, credential }) =>
    Array.from({ length: since === null ? firstPages : 1 }, (_, page) => {
      const key = encodeURIComponent(credential('CONGRESS_GOV_API_KEY') ?? '')
      const query = `format=json&limit=${pageSize}&offset=${page * pageSize}&sort=updateDate+desc&api_key=${key}`
      return { id: `page ${page + 1}`, url: `https://api.congress.gov/v3/bill?${query}` }
    }),
  rows: (answer) => readRows(readRow(answer, 'the answer').bills, 'bills', { mayBeEmpty: true }),
  row(row) {
    // A bill just brought in has no action yet.
    if (row.latestAction === undefined || row.latestAction === null) return null
    const last = readRow(row.latestAction, 'latestAction')
    const [congress, kind, number] = [row.congress, readText(row.type, 'type').toLowerCase(), readText(row.number, 'number')]
    const chamber = chambers[readText(row.originChamberCode, 'originChamberCode')]
    if (chamber === undefined) throw new TollgateError('upstream_changed', 'a bill is of neither chamber')
    return {
      bill: `${String(congress)}/${kind}/${number}`,
      chamber,
      title: readText(row.title, 'title').slice(0, 300),
      date: toIsoDate(readText(last.actionDate, 'actionDate')),
      action: readText(last.text, 'text').slice(0, 300),
      url: `https://www.congress.gov/bill/${String(congress)}th-congress/${pathOf(kind)}/${number}`,
    }
  },
})

const names: Readonly<Record<string, string>> = {
  hr: 'house-bill',
  s: 'senate-bill',
  hjres: 'house-joint-resolution',
  sjres: 'senate-joint-resolution',
  hconres: 'house-concurrent-resolution',
  sconres: 'senate-concurrent-resolution',
  hres: 'house-resolution',
  sres: 'senate-resolution',
}

function pathOf(kind: string): string {
  const name = names[kind]
  if (name === undefined) throw new TollgateError('upstream_changed', `${kind.slice(0, 20)} is no kind of bill`)
  return name
}

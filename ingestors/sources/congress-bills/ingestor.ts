// Polls the bills something was done about last. Shape as captured of July 2026.
import { readChoice, readDay, readRow, readRows, readText } from '../../formats/json.ts'
import { jsonRows } from '../../shapes/tables.ts'
import { billActions } from './topic.ts'

const chambers = { H: 'house', S: 'senate' }
const pathOf = {
  hr: 'house-bill',
  s: 'senate-bill',
  hjres: 'house-joint-resolution',
  sjres: 'senate-joint-resolution',
  hconres: 'house-concurrent-resolution',
  sconres: 'senate-concurrent-resolution',
  hres: 'house-resolution',
  sres: 'senate-resolution',
}
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
    return {
      bill: `${String(congress)}/${kind}/${number}`,
      chamber: readChoice(chambers, row.originChamberCode, 'originChamberCode'),
      title: readText(row.title, 'title').slice(0, 300),
      date: readDay(last.actionDate, 'actionDate'),
      action: readText(last.text, 'text').slice(0, 300),
      url: `https://www.congress.gov/bill/${String(congress)}th-congress/${readChoice(pathOf, kind, 'type')}/${number}`,
    }
  },
})

// Polls contract obligations by fiscal month, of which the first is October. Proof: documented, by the service's own code and tests.
import { TollgateError } from '../../../base/errors.ts'
import type { ValueOf } from '../../../db/log/topic.ts'
import { readEach } from '../../aside.ts'
import { defineIngestor } from '../../define.ts'
import { type Row, readNumber, readRow, readRows } from '../../formats/json.ts'
import { contractMonths } from './topic.ts'

const url = 'https://api.usaspending.gov/api/v2/search/spending_over_time/'
const years = 3

export default defineIngestor<ValueOf<typeof contractMonths>, unknown>({
  source: 'usaspending-months',
  topic: contractMonths,
  schedule: '20 11 * * *',
  grade: 'A',
  proof: 'documented',
  fetch({ http, at, signal }) {
    const time_period = [{ start_date: `${at.getUTCFullYear() - years}-10-01`, end_date: at.toISOString().slice(0, 10) }]
    const body = JSON.stringify({ group: 'month', filters: { award_type_codes: ['A', 'B', 'C', 'D'], time_period } })
    return http.json(url, { method: 'POST', body, headers: { 'content-type': 'application/json' }, signal })
  },
  parse: (answer, at, setAside) =>
    readEach(readRows(readRow(answer, 'the answer').results, 'results'), (row) => readMonth(row, at), setAside),
})

function readMonth(row: Row, at: Date) {
  const period = readRow(row.time_period, 'time_period')
  const [year, month] = [readNumber(period.fiscal_year, 'fiscal_year'), readNumber(period.month, 'month')]
  if (!(Number.isInteger(month) && month >= 1 && month <= 12 && year > 2000 && year < 2100))
    throw new TollgateError('upstream_changed', 'a month is none')
  const first = new Date(Date.UTC(year, month - 4, 1))
  // The months of the year that are still to come stand there as zero.
  return first.getTime() > at.getTime()
    ? []
    : [{ month: first.toISOString().slice(0, 10), obligations_usd: readNumber(row.aggregated_amount, 'aggregated_amount') }]
}

// Polls the daily totals; two years are enough to judge a week by, and only recent days are asked for again.
import { TollgateError } from '../../../base/errors.ts'
import type { ValueOf } from '../../../db/log/topic.ts'
import { defineIngestor } from '../../define.ts'
import { type Row, readNumber, readRow, readRows } from '../../formats/json.ts'
import { stableTotals } from './topic.ts'

const keptDays = 730
// Without these no day of the kept ones is a total, whatever the days beside it have.
const needed = ['peggedUSD', 'peggedEUR']

export default defineIngestor<ValueOf<typeof stableTotals>, unknown>({
  source: 'defillama-stable-history',
  topic: stableTotals,
  schedule: '25 */6 * * *',
  grade: 'B',
  proof: 'captured 2025-09',
  apart: 1,
  fetch: ({ http, signal }) => http.json('https://stablecoins.llama.fi/stablecoincharts/all', { signal }),
  parse(raw, at) {
    const oldest = at.getTime() - keptDays * 86_400_000
    return readRows(raw, 'stablecoincharts')
      .map((row, i, rows) => readDay(row, rows[i - 1], rows[i + 1]))
      .filter(({ ms }) => ms >= oldest)
      .map(({ ms, amounts }) => ({
        date: new Date(ms).toISOString().slice(0, 10),
        supply_usd: Object.values(amounts).reduce<number>((sum, amount) => sum + readNumber(amount, 'an amount'), 0),
        vintage: at.toISOString(),
      }))
  },
})

// The sum of what is left would be another total: a currency may go for good, never for a day.
function readDay(row: Row, before: Row | undefined, after: Row | undefined) {
  const [known, stays] = [before, after].map((day) => Object(day?.totalCirculatingUSD) as Row)
  const ms = readNumber(row.date, 'date') * 1_000
  const amounts = readRow(row.totalCirculatingUSD, 'totalCirculatingUSD')
  const gone = [...needed, ...Object.keys(known!)].find(
    (peg) => !(peg in amounts) && (needed.includes(peg) || after === undefined || peg in stays!),
  )
  if (gone !== undefined) throw new TollgateError('upstream_changed', `a day has no ${gone.slice(0, 30)}`)
  return { ms, amounts }
}

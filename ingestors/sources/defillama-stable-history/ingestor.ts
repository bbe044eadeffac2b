// Polls the daily totals; two years are enough to judge a week by, and only recent days are asked for again.
import type { ValueOf } from '../../../db/log/topic.ts'
import { defineIngestor } from '../../define.ts'
import { readNumber, readRow, readRows } from '../../formats/json.ts'
import { stableTotals } from './topic.ts'

const keptDays = 730

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
      .map((row) => ({
        ms: readNumber(row.date, 'date') * 1_000,
        amounts: readRow(row.totalCirculatingUSD, 'totalCirculatingUSD'),
      }))
      .filter(({ ms }) => ms >= oldest)
      .map(({ ms, amounts }) => ({
        date: new Date(ms).toISOString().slice(0, 10),
        supply_usd: Object.values(amounts).reduce<number>((sum, amount) => sum + readNumber(amount, 'an amount'), 0),
        vintage: at.toISOString(),
      }))
  },
})

// Polls the daily totals; two years are enough to judge a week by, and only recent days are asked for again.
import type { ValueOf } from '../../../db/log/topic.ts'
import { TollgateError } from '../../../errors.ts'
import { defineIngestor } from '../../define.ts'
import { stableTotals } from './topic.ts'

interface Day {
  readonly date: string
  readonly totalCirculatingUSD: Readonly<Record<string, number>>
}

const keptDays = 730

export default defineIngestor<ValueOf<typeof stableTotals>, unknown>({
  source: 'defillama-stable-history',
  topic: stableTotals,
  schedule: '25 */6 * * *',
  grade: 'B',
  fetch: ({ http, signal }) => http.json('https://stablecoins.llama.fi/stablecoincharts/all', { signal }),
  parse(raw, at) {
    if (!Array.isArray(raw)) throw new TollgateError('upstream_changed', 'stablecoincharts is not a list')
    const oldest = at.getTime() - keptDays * 86_400_000
    return (raw as Day[])
      .filter((day) => Number(day.date) * 1_000 >= oldest)
      .map((day) => ({
        date: new Date(Number(day.date) * 1_000).toISOString().slice(0, 10),
        supply_usd: Object.values(day.totalCirculatingUSD).reduce((sum, amount) => sum + amount, 0),
        vintage: at.toISOString(),
      }))
  },
})

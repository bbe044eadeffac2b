// Polls the newest reference rates; the averages and the index in the same answer are left aside.
import { readList, readRow } from '../../formats/json.ts'
import { jsonRows } from '../../shapes/tables.ts'
import { nyfedRates } from './topic.ts'

const kept = new Set(['EFFR', 'OBFR', 'SOFR', 'BGCR', 'TGCR'])
const orNull = (value: unknown) => (value as number | undefined) ?? null

export default jsonRows({
  source: 'nyfed-rates',
  topic: nyfedRates,
  schedule: '5 13,14,18 * * 1-5',
  grade: 'B',
  proof: 'documented',
  url: 'https://markets.newyorkfed.org/api/rates/all/latest.json',
  rows: (answer) => readList(readRow(answer, 'the answer').refRates, 'refRates'),
  row: (rate) =>
    kept.has(String(rate.type))
      ? {
          type: String(rate.type),
          date: String(rate.effectiveDate),
          rate_pct: rate.percentRate as number,
          percentile_99_pct: orNull(rate.percentPercentile99),
          volume_usd_bn: orNull(rate.volumeInBillions),
          target_low_pct: orNull(rate.targetRateFrom),
          target_high_pct: orNull(rate.targetRateTo),
        }
      : null,
})

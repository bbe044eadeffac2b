// Polls the newest reference rates; the averages and the index in the same answer are left aside.
import { readList, readNumber, readNumberOrNull, readRow, readText } from '../../formats/json.ts'
import { jsonRows } from '../../shapes/tables.ts'
import { nyfedRates } from './topic.ts'

const kept = new Set(['EFFR', 'OBFR', 'SOFR', 'BGCR', 'TGCR'])

export default jsonRows({
  source: 'nyfed-rates',
  topic: nyfedRates,
  schedule: '5 13,14,18 * * 1-5',
  grade: 'B',
  proof: 'captured 2024-06',
  url: 'https://markets.newyorkfed.org/api/rates/all/latest.json',
  rows: (answer) => readList(readRow(answer, 'the answer').refRates, 'refRates'),
  row(rate) {
    if (!kept.has(String(rate.type))) return null
    // What a rate does not have is left out, or is NA.
    const figure = (member: string) => readNumberOrNull(rate[member], member)
    return {
      type: String(rate.type),
      date: readText(rate.effectiveDate, 'effectiveDate'),
      rate_pct: readNumber(rate.percentRate, 'percentRate'),
      percentile_99_pct: figure('percentPercentile99'),
      volume_usd_bn: figure('volumeInBillions'),
      target_low_pct: figure('targetRateFrom'),
      target_high_pct: figure('targetRateTo'),
    }
  },
})

// Polls the OFR's one CSV, which always holds the whole history.
import { toIsoDate, toNumber } from '../../formats/csv.ts'
import { csvSource } from '../../shapes/tables.ts'
import { financialStress } from './topic.ts'

export default csvSource({
  source: 'ofr-fsi',
  topic: financialStress,
  schedule: '0 15 * * 1-5',
  grade: 'A',
  proof: 'captured 2026-09',
  url: 'https://www.financialresearch.gov/financial-stress-index/data/fsi.csv',
  columns: ['Date', 'OFR FSI', 'Credit', 'Equity valuation', 'Safe assets', 'Funding', 'Volatility'],
  row(row) {
    const index = toNumber(row['OFR FSI'])
    if (index === null) return null
    return {
      date: toIsoDate(row.Date!),
      index,
      credit: toNumber(row.Credit),
      equity_valuation: toNumber(row['Equity valuation']),
      safe_assets: toNumber(row['Safe assets']),
      funding: toNumber(row.Funding),
      volatility: toNumber(row.Volatility),
    }
  },
})

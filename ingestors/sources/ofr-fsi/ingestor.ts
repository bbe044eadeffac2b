// Polls the OFR's one CSV, which always holds the whole history.
import type { ValueOf } from '../../../db/log/topic.ts'
import { parseCsv, toIsoDate, toNumber } from '../../csv.ts'
import { defineIngestor } from '../../define.ts'
import { financialStress } from './topic.ts'

const columns = ['Date', 'OFR FSI', 'Credit', 'Equity valuation', 'Safe assets', 'Funding', 'Volatility']

export default defineIngestor<ValueOf<typeof financialStress>, string>({
  source: 'ofr-fsi',
  topic: financialStress,
  schedule: '0 15 * * 1-5',
  grade: 'A',
  fetch: ({ http, signal }) =>
    http.text('https://www.financialresearch.gov/financial-stress-index/data/fsi.csv', { expect: 'csv', signal }),
  parse(csv, at) {
    return parseCsv(csv, columns).flatMap((row) => {
      const index = toNumber(row['OFR FSI'])
      if (index === null) return []
      return [
        {
          date: toIsoDate(row.Date!),
          index,
          credit: toNumber(row.Credit),
          equity_valuation: toNumber(row['Equity valuation']),
          safe_assets: toNumber(row['Safe assets']),
          funding: toNumber(row.Funding),
          volatility: toNumber(row.Volatility),
          vintage: at.toISOString(),
        },
      ]
    })
  },
})

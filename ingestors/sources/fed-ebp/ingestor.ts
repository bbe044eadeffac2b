// Polls the excess bond premium file; every month its whole history is estimated anew, and only changed months are logged.
import type { ValueOf } from '../../../db/log/topic.ts'
import { parseCsv, toIsoDate, toNumber } from '../../csv.ts'
import { defineIngestor } from '../../define.ts'
import { excessBondPremium } from './topic.ts'

export default defineIngestor<ValueOf<typeof excessBondPremium>, string>({
  source: 'fed-ebp',
  topic: excessBondPremium,
  schedule: '0 21 * * 1-5',
  grade: 'A',
  fetch: ({ http, signal }) =>
    http.text('https://www.federalreserve.gov/econres/notes/feds-notes/ebp_csv.csv', { expect: 'csv', signal }),
  parse(csv, at) {
    return parseCsv(csv, ['date', 'gz_spread', 'ebp', 'est_prob']).flatMap((row) => {
      const [spread, premium] = [toNumber(row.gz_spread), toNumber(row.ebp)]
      if (spread === null || premium === null) return []
      const month = toIsoDate(row.date!)
      return [
        {
          month,
          gz_spread_pp: spread,
          ebp_pp: premium,
          recession_probability: toNumber(row.est_prob),
          vintage: at.toISOString(),
        },
      ]
    })
  },
})

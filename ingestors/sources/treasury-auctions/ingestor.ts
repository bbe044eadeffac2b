// Polls the auctions announced in the last weeks, the coming ones among them.
import type { ValueOf } from '../../../db/log/topic.ts'
import { defineIngestor } from '../../define.ts'
import { toIsoDate } from '../../formats/csv.ts'
import { type FiscalRow, numberOf, readPages, textOf } from '../fiscaldata/rows.ts'
import { auctions } from './topic.ts'

const windowDays = 30

export default defineIngestor<ValueOf<typeof auctions>, FiscalRow[]>({
  source: 'treasury-auctions',
  topic: auctions,
  schedule: '40 15,21 * * 1-5',
  grade: 'A',
  proof: 'documented',
  apart: 1,
  fetch: (context) =>
    readPages(context, 'v1/accounting/od/auctions_query', {
      fields: 'cusip,security_type,announcemt_date,issue_date,offering_amt',
      filter: `announcemt_date:gte:${new Date(context.at.getTime() - windowDays * 86_400_000).toISOString().slice(0, 10)}`,
    }),
  parse: (rows, at) =>
    rows.flatMap((row) => {
      const offered = numberOf(row, 'offering_amt')
      if (offered === null) return []
      return [
        {
          cusip: textOf(row, 'cusip'),
          security: textOf(row, 'security_type'),
          announced: toIsoDate(textOf(row, 'announcemt_date')),
          issued: toIsoDate(textOf(row, 'issue_date')),
          offered_usd: offered,
          vintage: at.toISOString(),
        },
      ]
    }),
})

// What insiders of one listed company bought and sold in the open market in one quarter, from the SEC's quarterly sets: history before the feed.
import Type from 'typebox'
import { defineTopic } from '../../../db/log/topic.ts'
import { revisedByVintage, vintage } from '../../shapes/vintage.ts'
import { filingMembers } from '../sec-form4/topic.ts'

const { ticker, issuer, issuer_cik, accession, form, filed_at, period, original_date, owners, plan_10b5_1, trades, url } =
  filingMembers

export const insiderQuarters = defineTopic({
  name: 'sec.insider-quarters.v1',
  origin: {
    id: 'sec-form345',
    name: 'SEC insider transactions data sets',
    url: 'https://www.sec.gov/data-research/sec-markets-data/insider-transactions-data-sets',
    licence: 'public domain',
    attribution: 'U.S. Securities and Exchange Commission',
  },
  schema: Type.Object({
    ticker,
    issuer,
    issuer_cik,
    until: Type.String({ format: 'date', description: 'the last day of its quarter' }),
    filings: Type.Array(Type.Object({ accession, form, filed_at, period, original_date, owners, plan_10b5_1, trades, url }), {
      minItems: 1,
      description: 'only those that tell of a purchase or a sale; filed_at has the day alone',
    }),
    vintage,
  }),
  partitions: 2,
  retention: { days: 1_200 },
  key: (value) => value.ticker,
  observedAt: (value) => new Date(`${value.until}T00:00:00Z`),
  moves: { days: 92, toldAfterDays: 60, of: 'any' },
  ...revisedByVintage,
})

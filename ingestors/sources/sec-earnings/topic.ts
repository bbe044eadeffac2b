// What the SEC's files say of when companies announced their results and what they earned a share, a fact an asked list of tickers.
import Type, { type Static } from 'typebox'
import { defineTopic } from '../../../db/log/topic.ts'
import { revisedByVintage, vintage } from '../../shapes/vintage.ts'

const day = Type.String({ format: 'date' })

const company = Type.Object({
  ticker: Type.String({ minLength: 1 }),
  cik: Type.String({ pattern: '^\\d{10}$' }),
  name: Type.String({ minLength: 1 }),
  announced: Type.Array(Type.String({ format: 'date-time' }), { description: 'when results were filed (8-K, item 2.02)' }),
  told: Type.Optional(
    Type.Object(
      {
        date: day,
        session: Type.Union([Type.String({ enum: ['pre_market', 'after_hours'] }), Type.Null()]),
        filed: day,
        url: Type.String(),
      },
      { description: 'the day of its next results as the company itself said it in an 8-K (items 7.01 and 8.01)' },
    ),
  ),
  reports: Type.Array(Type.Object({ period_end: day, filed: day }), { description: '10-Q and 10-K' }),
  eps: Type.Array(Type.Object({ start: day, end: day, filed: day, usd: Type.Number({ description: 'diluted, as filed then' }) })),
})
export type CompanyFilings = Static<typeof company>

export const earningsFilings = defineTopic({
  name: 'sec.earnings.v1',
  origin: {
    id: 'sec-earnings',
    name: 'SEC EDGAR submissions and XBRL facts',
    url: 'https://www.sec.gov/search-filings/edgar-application-programming-interfaces',
    licence: 'public domain',
    attribution: 'U.S. Securities and Exchange Commission',
  },
  schema: Type.Object({
    tickers: Type.String({ minLength: 1, description: 'the list as it was asked for' }),
    fetched_at: Type.String({ format: 'date-time' }),
    companies: Type.Array(company, { minItems: 1 }),
    vintage,
  }),
  partitions: 4,
  moves: { days: 4, of: 'any' },
  retention: { days: 400 },
  key: (value) => value.tickers,
  observedAt: (value) => new Date(value.fetched_at),
  ...revisedByVintage,
})

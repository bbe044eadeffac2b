// Who says to hold more than a twentieth of a listed company (schedules 13D and 13G), one fact a filing and share of the company.
import Type from 'typebox'
import { defineTopic } from '../../../db/log/topic.ts'
import { revisedByVintage, vintageIfAny } from '../../shapes/vintage.ts'

const maybe = Type.Union([Type.Number({ minimum: 0 }), Type.Null()])

export const largeStakes = defineTopic({
  name: 'sec.large-stakes.v1',
  origin: {
    id: 'sec-schedule13',
    name: 'SEC EDGAR schedules 13D and 13G',
    url: 'https://www.sec.gov/edgar',
    licence: 'public domain',
    attribution: 'U.S. Securities and Exchange Commission',
  },
  schema: Type.Object({
    ticker: Type.String({ pattern: '^[A-Z][A-Z0-9]{0,5}(-[A-Z0-9]{1,2})?$' }),
    accession: Type.String({ pattern: '^\\d{10}-\\d{2}-\\d{6}$' }),
    form: Type.String({ pattern: '^SCHEDULE 13[DG](/A)?$', description: 'D means to have a say, G does not' }),
    filed_at: Type.String({ format: 'date-time' }),
    event_date: Type.String({ format: 'date' }),
    issuer: Type.String({ minLength: 1 }),
    issuer_cik: Type.String({ pattern: '^\\d{10}$' }),
    cusip: Type.Union([Type.String(), Type.Null()]),
    class_title: Type.Union([Type.String(), Type.Null()]),
    filer_cik: Type.String({ pattern: '^\\d{10}$' }),
    filers: Type.Array(Type.String({ minLength: 1 }), { minItems: 1, maxItems: 10 }),
    pct: Type.Union([Type.Number({ minimum: 0, maximum: 100 }), Type.Null()], {
      description: 'of the class; the largest of the joint filers, whose shares are the same ones',
    }),
    shares: maybe,
    url: Type.String(),
    vintage: vintageIfAny,
  }),
  moves: { days: 4, of: 'any' },
  retention: { days: 1_200 },
  key: (value) => value.ticker,
  // Two filings of one second are two facts: the thousandths are the filing's number's, not the clock's.
  observedAt: (value) =>
    new Date(Math.floor(Date.parse(value.filed_at) / 1_000) * 1_000 + (Number(value.accession.slice(-6)) % 1_000)),
  ...revisedByVintage,
})

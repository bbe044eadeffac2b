// What the SEC has of one listed company: who it is, what it filed lately, and the figures of its reports as they were last filed.
import Type, { type Static } from 'typebox'
import { defineTopic } from '../../../db/log/topic.ts'
import { orNull } from '../../shapes/topics.ts'
import { revisedByVintage, vintage } from '../../shapes/vintage.ts'
import { concepts } from './concepts.ts'

const day = Type.String({ format: 'date' })

const figure = Type.Object({
  start: orNull(Type.String({ format: 'date', description: 'null: of one day' })),
  end: day,
  filed: day,
  value: Type.Number(),
})
export type Figure = Static<typeof figure>

const schema = Type.Object({
  ticker: Type.String({ pattern: '^[A-Z][A-Z0-9]{0,5}(-[A-Z0-9]{1,2})?$' }),
  cik: Type.String({ pattern: '^\\d{10}$' }),
  name: Type.String({ minLength: 1 }),
  sic: orNull(Type.String({ pattern: '^\\d{3,4}$', description: 'standard industrial classification' })),
  industry: orNull(Type.String()),
  exchange: orNull(Type.String()),
  fetched_at: Type.String({ format: 'date-time' }),
  filings: Type.Array(Type.Object({ form: Type.String({ minLength: 1 }), filed: day, period: orNull(day) }), {
    description: 'annual, quarterly and current reports, the newest first',
  }),
  figures: Type.Record(Type.String({ enum: [...Object.keys(concepts)] }), Type.Array(figure), {
    description: 'of each concept: dollars, dollars a share, or shares; oldest first',
  }),
  vintage,
})

export const companyReports = defineTopic({
  name: 'sec.company.v1',
  origin: {
    id: 'sec-company',
    name: 'SEC EDGAR submissions and XBRL company facts',
    url: 'https://www.sec.gov/search-filings/edgar-application-programming-interfaces',
    licence: 'public domain',
    attribution: 'U.S. Securities and Exchange Commission',
  },
  schema,
  partitions: 4,
  moves: { days: 4, of: 'any' },
  retention: { days: 30 },
  key: (value) => value.ticker,
  observedAt: (value) => new Date(value.fetched_at),
  ...revisedByVintage,
})
export type Company = Static<typeof schema>

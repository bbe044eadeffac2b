// What lobbyists report to the Senate: whose interest, on which issues, for how much, one fact a report.
import Type from 'typebox'
import { defineTopic } from '../../../db/log/topic.ts'
import { orNull } from '../../shapes/topics.ts'
import { revisedByVintage, vintage } from '../../shapes/vintage.ts'

export const lobbyingReports = defineTopic({
  name: 'senate.lobbying-reports.v1',
  origin: {
    id: 'lda-filings',
    name: 'Senate Lobbying Disclosure Act reports',
    url: 'https://lda.senate.gov/api/',
    licence: 'public domain',
    attribution: 'U.S. Senate, Office of Public Records',
  },
  schema: Type.Object({
    report: Type.String({ minLength: 8 }),
    posted_at: Type.String({ format: 'date-time' }),
    year: Type.Integer({ minimum: 1999, maximum: 2100 }),
    period: Type.String({ minLength: 1 }),
    registrant: Type.String({ minLength: 1 }),
    client: Type.String({ minLength: 1 }),
    ticker: orNull(Type.String({ description: 'of the listed company of that name, where there is just one' })),
    amount_usd: orNull(Type.Number({ minimum: 0, description: 'the lobbyist’s income, or what the client’s own lobbying cost' })),
    issues: Type.Array(Type.String({ pattern: '^[A-Z]{3}$' })),
    url: Type.String(),
    vintage,
  }),
  moves: { days: 4, of: 'any' },
  retention: { days: 800 },
  key: (value) => value.report,
  observedAt: (value) => new Date(value.posted_at),
  // A client that lists its shares gets a ticker.
  ...revisedByVintage,
})

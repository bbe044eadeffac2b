// A large position a manager has just reported (form 13F) of a quarter whose whole set is still to come, one fact a filing and security.
import Type from 'typebox'
import { defineTopic } from '../../../db/log/topic.ts'
import { revisedByVintage, vintageIfAny } from '../../shapes/vintage.ts'

const amount = Type.Number({ minimum: 0 })

/** Below this a position waits for its quarter's set: of a hundred rows of a filing a few are above. */
export const leastUsd = 50_000_000

export const recentPositions = defineTopic({
  name: 'sec.recent-positions.v1',
  origin: {
    id: 'sec-13f-live',
    name: 'SEC EDGAR form 13F filings',
    url: 'https://www.sec.gov/edgar',
    licence: 'public domain',
    attribution: 'U.S. Securities and Exchange Commission',
  },
  schema: Type.Object({
    ticker: Type.String({ pattern: '^[A-Z][A-Z0-9]{0,5}(-[A-Z0-9]{1,2})?$' }),
    accession: Type.String({ pattern: '^\\d{10}-\\d{2}-\\d{6}$' }),
    form: Type.String({ pattern: '^13F-HR(/A)?$' }),
    is_addition: Type.Boolean({ description: 'adds to what the manager filed before; otherwise it stands in its place' }),
    filed_at: Type.String({ format: 'date-time' }),
    period: Type.String({ format: 'date' }),
    manager_cik: Type.String({ pattern: '^\\d{10}$' }),
    manager: Type.String({ minLength: 1 }),
    shares: amount,
    value_usd: amount,
    url: Type.String(),
    vintage: vintageIfAny,
  }),
  partitions: 4,
  // Until the set of its quarter, and of the next, is out.
  moves: { days: 4, of: 'any' },
  retention: { days: 300 },
  key: (value) => value.ticker,
  // Two filings of one second are two facts: the thousandths are the filing's number's, not the clock's.
  observedAt: (value) =>
    new Date(Math.floor(Date.parse(value.filed_at) / 1_000) * 1_000 + (Number(value.accession.slice(-6)) % 1_000)),
  ...revisedByVintage,
})

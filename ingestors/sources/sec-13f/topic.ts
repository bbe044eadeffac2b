// What the managers that must report to the SEC (form 13F) held of one listed security at a quarter's end, and how that changed.
import Type, { type Static } from 'typebox'
import { defineTopic } from '../../../db/log/topic.ts'
import { revisedByVintage, vintage } from '../../shapes/vintage.ts'

const day = Type.String({ format: 'date' })
const count = Type.Integer({ minimum: 0 })
const amount = Type.Number({ minimum: 0 })

const totals = { holders: count, shares: amount, value_usd: amount }

const position = Type.Object({
  cik: Type.String({ pattern: '^\\d{10}$' }),
  name: Type.String({ minLength: 1 }),
  shares: amount,
  value_usd: amount,
  shares_before: Type.Union([Type.Number({ minimum: 0 }), Type.Null()], {
    description: 'a quarter before, splits undone; null where the manager reported nothing then',
  }),
})
export type Position = Static<typeof position>

export const most = 25

export const institutionalHoldings = defineTopic({
  name: 'sec.institutional-holdings.v1',
  origin: {
    id: 'sec-13f',
    name: 'SEC form 13F data sets',
    url: 'https://www.sec.gov/data-research/sec-markets-data/form-13f-data-sets',
    licence: 'public domain',
    attribution: 'U.S. Securities and Exchange Commission',
  },
  schema: Type.Object({
    ticker: Type.String({ pattern: '^[A-Z][A-Z0-9]{0,5}(-[A-Z0-9]{1,2})?$' }),
    name: Type.String({ minLength: 1 }),
    cik: Type.String({ pattern: '^\\d{10}$' }),
    cusips: Type.Array(Type.String({ pattern: '^[0-9A-Z*@#]{8}[0-9]$' }), { minItems: 1, description: 'the newest first' }),
    period: Type.String({ format: 'date', description: 'the quarter’s end' }),
    received_until: Type.String({ format: 'date', description: 'the last day whose filings are counted' }),
    now: Type.Object(totals),
    before: Type.Object({ period: day, ...totals }, { description: 'a quarter before, splits undone' }),
    matched: Type.Object(
      { managers: count, shares: amount, shares_before: amount },
      { description: 'of the managers that reported anything for both quarters: what their change is measured by' },
    ),
    split_ratio: Type.Union([Type.Number({ exclusiveMinimum: 0 }), Type.Null()], {
      description: 'new shares for one old, where most who kept theirs have as many times more; null where none',
    }),
    puts: Type.Object({ managers: count, shares: amount }, { description: 'underlying shares, in no sum above' }),
    calls: Type.Object({ managers: count, shares: amount }),
    principal_usd: Type.Number({ minimum: 0, description: 'of debt reported under the same number, in no sum above' }),
    top: Type.Array(position, { maxItems: most, description: 'the largest holders' }),
    opened: Type.Object({ count, largest: Type.Array(position, { maxItems: most }) }),
    closed: Type.Object({ count, largest: Type.Array(position, { maxItems: most }) }),
    outstanding: Type.Union([Type.Object({ shares: Type.Number({ exclusiveMinimum: 0 }), as_of: day }), Type.Null()], {
      description: 'as the company counted them; null where the count could mean another class',
    }),
    vintage,
  }),
  partitions: 4,
  moves: { days: 92, toldAfterDays: 75, of: 'any' },
  retention: { days: 1_200 },
  key: (value) => value.ticker,
  // Holdings of a quarter's end were public only when the filings of that window were.
  observedAt: (value) => new Date(`${value.received_until}T00:00:00Z`),
  ...revisedByVintage,
})

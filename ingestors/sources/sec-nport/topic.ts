// What a fund reported of one quarter (form N-PORT): money in and out, returns and holdings, summed up as far as nobody needs each.
import Type, { type Static } from 'typebox'
import { defineTopic } from '../../../db/log/topic.ts'
import { revisedByVintage, vintageIfAny } from '../../shapes/vintage.ts'

const maybe = Type.Union([Type.Number(), Type.Null()])
const text = Type.Union([Type.String(), Type.Null()])

const holding = Type.Object({
  name: Type.String({ minLength: 1 }),
  ticker: text,
  cusip: text,
  pct: Type.Number({ description: 'of net assets' }),
  value_usd: Type.Number(),
})
export type Holding = Static<typeof holding>

const shares = Type.Record(Type.String({ pattern: '^[A-Z-]{2,12}$|^N/A$' }), Type.Number(), {
  description: 'percent of net assets by code',
})

export const fundReports = defineTopic({
  name: 'sec.fund-reports.v1',
  origin: {
    id: 'sec-nport',
    name: 'SEC EDGAR fund portfolio reports (N-PORT)',
    url: 'https://www.sec.gov/data-research/sec-markets-data/form-n-port-data-sets',
    licence: 'public domain',
    attribution: 'U.S. Securities and Exchange Commission',
  },
  schema: Type.Object({
    ticker: Type.String({ pattern: '^[A-Z][A-Z0-9]{0,5}(-[A-Z0-9]{1,2})?$' }),
    series_id: Type.String({ pattern: '^S\\d{9}$' }),
    class_id: Type.String({ pattern: '^C\\d{9}$' }),
    name: Type.String({ minLength: 1 }),
    accession: Type.String({ pattern: '^\\d{10}-\\d{2}-\\d{6}$' }),
    filed_at: Type.String({ format: 'date-time' }),
    report_date: Type.String({ format: 'date' }),
    is_final: Type.Boolean(),
    net_assets_usd: Type.Number({ exclusiveMinimum: 0 }),
    months: Type.Array(
      Type.Object({
        sales_usd: maybe,
        reinvested_usd: maybe,
        redeemed_usd: Type.Union([Type.Number({ minimum: 0 }), Type.Null()]),
        return_pct: maybe,
      }),
      { minItems: 3, maxItems: 3, description: 'of the quarter, oldest first; the return is of this class' },
    ),
    holdings: Type.Integer({ minimum: 0 }),
    top: Type.Array(holding, { maxItems: 50, description: 'largest first' }),
    top10_pct: Type.Number(),
    hhi: Type.Number({ minimum: 0, description: 'sum of squared percents of what is held' }),
    derivatives_pct: Type.Number({ minimum: 0, description: 'both sides of derivatives, by their value' }),
    by_asset: shares,
    by_country: shares,
    vintage: vintageIfAny,
  }),
  partitions: 4,
  moves: { days: 31, toldAfterDays: 75, of: 'any' },
  retention: { days: 1_200 },
  key: (value) => value.ticker,
  // Public two months after the quarter: what could be known is dated by the filing.
  observedAt: (value) => new Date(value.filed_at),
  ...revisedByVintage,
})

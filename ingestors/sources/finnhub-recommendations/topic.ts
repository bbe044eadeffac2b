// How many analysts recommend a listed company, month by month: a licensed vendor's counts.
import Type, { type Static } from 'typebox'
import { defineTopic } from '../../../db/log/topic.ts'
import { revisedByVintage, vintage } from '../../shapes/vintage.ts'

const count = Type.Integer({ minimum: 0, maximum: 1_000 })

const schema = Type.Object({
  ticker: Type.String({ pattern: '^[A-Z][A-Z0-9]{0,5}(-[A-Z0-9]{1,2})?$' }),
  fetched_at: Type.String({ format: 'date-time' }),
  months: Type.Array(
    Type.Object({
      month: Type.String({ format: 'date', description: 'its first day' }),
      strong_buy: count,
      buy: count,
      hold: count,
      sell: count,
      strong_sell: count,
    }),
    { minItems: 1, description: 'oldest first' },
  ),
  vintage,
})
export type Recommendations = Static<typeof schema>

export const recommendations = defineTopic({
  name: 'finnhub.recommendations.v1',
  origin: {
    id: 'finnhub-recommendations',
    name: 'Finnhub recommendation trends',
    url: 'https://finnhub.io/docs/api/recommendation-trends',
    licence: 'by the operator’s own licence',
    attribution: 'Finnhub',
  },
  schema,
  partitions: 4,
  moves: { days: 40, of: 'any' },
  retention: { days: 60 },
  key: (value) => value.ticker,
  observedAt: (value) => new Date(value.fetched_at),
  ...revisedByVintage,
})

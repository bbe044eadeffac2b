// How many analysts recommend a listed company, month by month: a licensed vendor's counts.
import Type from 'typebox'
import type { ValueOf } from '../../../db/log/topic.ts'
import { tickerTopic } from '../../shapes/licensed-tickers.ts'

const count = Type.Integer({ minimum: 0, maximum: 1_000 })

export const recommendations = tickerTopic(
  'finnhub.recommendations.v1',
  {
    id: 'finnhub-recommendations',
    name: 'Finnhub recommendation trends',
    url: 'https://finnhub.io/docs/api/recommendation-trends',
    licence: 'by the operator’s own licence',
    attribution: 'Finnhub',
  },
  {
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
  },
  { movesDays: 40, keptDays: 60, observedAt: ({ fetched_at }) => new Date(fetched_at) },
)
export type Recommendations = ValueOf<typeof recommendations>

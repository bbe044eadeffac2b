// Daily closes of one listed security from a licensed vendor, splits undone: what a licence allows to compute from, not to pass on.
import Type from 'typebox'
import { tickerTopic } from '../../shapes/licensed-tickers.ts'

export const dailyBars = tickerTopic(
  'polygon.bars.v1',
  {
    id: 'polygon-bars',
    name: 'Massive (Polygon) daily aggregates',
    url: 'https://polygon.io/docs/rest/stocks/aggregates/custom-bars',
    licence: 'by the operator’s own licence',
    attribution: 'Massive (Polygon.io)',
  },
  {
    bars: Type.Array(
      Type.Object({
        date: Type.String({ format: 'date' }),
        close_usd: Type.Number({ exclusiveMinimum: 0 }),
        volume: Type.Number({ minimum: 0 }),
      }),
      { minItems: 1, description: 'oldest first' },
    ),
  },
  { movesDays: 5, keptDays: 60, observedAt: ({ bars }) => new Date(`${bars.at(-1)!.date}T21:00:00Z`) },
)

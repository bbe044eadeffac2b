// Daily closes of one listed security from a licensed vendor, splits undone: what a licence allows to compute from, not to pass on.
import Type, { type Static } from 'typebox'
import { defineTopic } from '../../../db/log/topic.ts'
import { revisedByVintage, vintage } from '../../shapes/vintage.ts'

const schema = Type.Object({
  ticker: Type.String({ pattern: '^[A-Z][A-Z0-9]{0,5}(-[A-Z0-9]{1,2})?$' }),
  bars: Type.Array(
    Type.Object({
      date: Type.String({ format: 'date' }),
      close_usd: Type.Number({ exclusiveMinimum: 0 }),
      volume: Type.Number({ minimum: 0 }),
    }),
    { minItems: 1, description: 'oldest first' },
  ),
  vintage,
})
export type Bars = Static<typeof schema>

export const dailyBars = defineTopic({
  name: 'polygon.bars.v1',
  origin: {
    id: 'polygon-bars',
    name: 'Massive (Polygon) daily aggregates',
    url: 'https://polygon.io/docs/rest/stocks/aggregates/custom-bars',
    licence: 'by the operator’s own licence',
    attribution: 'Massive (Polygon.io)',
  },
  schema,
  partitions: 4,
  moves: { days: 5, of: 'any' },
  retention: { days: 60 },
  key: (value) => value.ticker,
  observedAt: (value) => new Date(`${value.bars.at(-1)!.date}T21:00:00Z`),
  ...revisedByVintage,
})

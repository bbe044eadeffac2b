// The New York Fed's reference rates: what overnight money cost, and the target range it is steered to.
import Type from 'typebox'
import { defineTopic } from '../../../db/log/topic.ts'
import { revisedByVintage, vintage } from '../../vintage.ts'

const percent = Type.Number({ minimum: -20, maximum: 50 })

export const nyfedRates = defineTopic({
  name: 'nyfed.reference-rates.v1',
  origin: {
    id: 'nyfed-rates',
    name: 'New York Fed reference rates',
    url: 'https://www.newyorkfed.org/markets/reference-rates',
    licence: 'reuse with attribution',
    attribution: 'Federal Reserve Bank of New York',
  },
  schema: Type.Object({
    type: Type.String({ enum: ['EFFR', 'OBFR', 'SOFR', 'BGCR', 'TGCR'] }),
    date: Type.String({ format: 'date' }),
    rate_pct: percent,
    percentile_99_pct: Type.Optional(Type.Union([percent, Type.Null()])),
    volume_usd_bn: Type.Union([Type.Number({ minimum: 0 }), Type.Null()]),
    target_low_pct: Type.Union([percent, Type.Null()]),
    target_high_pct: Type.Union([percent, Type.Null()]),
    vintage,
  }),
  retention: { days: 36_500 },
  key: (value) => value.type,
  observedAt: (value) => new Date(`${value.date}T00:00:00Z`),
  ...revisedByVintage,
})

// The New York Fed's reference rates: what overnight money cost, and the target range it is steered to.
import Type from 'typebox'
import { dailySeries } from '../../shapes/topics.ts'

const percent = Type.Number({ minimum: -20, maximum: 50 })

export const nyfedRates = dailySeries(
  'nyfed.reference-rates.v1',
  {
    id: 'nyfed-rates',
    name: 'New York Fed reference rates',
    url: 'https://www.newyorkfed.org/markets/reference-rates',
    licence: 'reuse with attribution',
    attribution: 'Federal Reserve Bank of New York',
  },
  {
    type: Type.String({ enum: ['EFFR', 'OBFR', 'SOFR', 'BGCR', 'TGCR'] }),
    rate_pct: percent,
    percentile_99_pct: Type.Optional(Type.Union([percent, Type.Null()])),
    volume_usd_bn: Type.Union([Type.Number({ minimum: 0 }), Type.Null()]),
    target_low_pct: Type.Union([percent, Type.Null()]),
    target_high_pct: Type.Union([percent, Type.Null()]),
  },
  { key: (value) => value.type },
)

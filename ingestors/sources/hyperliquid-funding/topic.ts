// Hyperliquid's paid funding rates, one fact a coin and day with an entry an hour.
import Type from 'typebox'
import { defineTopic } from '../../../db/log/topic.ts'
import { revisedByVintage, vintage } from '../../vintage.ts'
import { hyperliquidOrigin } from '../hyperliquid-perps/origin.ts'

export const fundingDays = defineTopic({
  name: 'hyperliquid.funding-days.v1',
  origin: hyperliquidOrigin,
  schema: Type.Object({
    coin: Type.String({ pattern: '^[A-Z0-9]{1,20}$' }),
    date: Type.String({ format: 'date' }),
    hours: Type.Array(
      Type.Object({
        hour: Type.Integer({ minimum: 0, maximum: 23 }),
        rate: Type.Number({ minimum: -0.2, maximum: 0.2 }),
        premium: Type.Union([Type.Number(), Type.Null()]),
      }),
      { minItems: 1, maxItems: 24 },
    ),
    vintage,
  }),
  retention: { days: 120 },
  key: (value) => value.coin,
  observedAt: (value) => new Date(`${value.date}T00:00:00Z`),
  ...revisedByVintage,
})

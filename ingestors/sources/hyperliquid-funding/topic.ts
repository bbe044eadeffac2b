// Hyperliquid's paid funding rates, one fact a coin and day with an entry an hour.
import Type from 'typebox'
import { dailySeries } from '../../shapes/topics.ts'
import { hyperliquidOrigin } from '../hyperliquid-perps/origin.ts'

export const fundingDays = dailySeries(
  'hyperliquid.funding-days.v1',
  hyperliquidOrigin,
  {
    coin: Type.String({ pattern: '^[A-Z0-9]{1,20}$' }),
    hours: Type.Array(
      Type.Object({
        hour: Type.Integer({ minimum: 0, maximum: 23 }),
        rate: Type.Number({ minimum: -0.2, maximum: 0.2 }),
        premium: Type.Union([Type.Number(), Type.Null()]),
      }),
      { minItems: 1, maxItems: 24 },
    ),
  },
  { key: (value) => value.coin, keptDays: 120, moves: { days: 2, of: 'any' } },
)

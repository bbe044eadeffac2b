// Hyperliquid's open interest as we saw it each hour; the venue keeps no history of it.
import Type from 'typebox'
import { defineTopic } from '../../../db/log/topic.ts'
import { hyperliquidOrigin } from '../hyperliquid-perps/origin.ts'

export const hyperliquidOi = defineTopic({
  name: 'hyperliquid.oi-hours.v1',
  origin: hyperliquidOrigin,
  schema: Type.Object({
    at: Type.String({ format: 'date-time' }),
    markets: Type.Array(
      Type.Object({
        coin: Type.String({ pattern: '^[A-Z0-9]{1,20}$' }),
        oi_coins: Type.Number({ exclusiveMinimum: 0 }),
        price_usd: Type.Number({ exclusiveMinimum: 0 }),
      }),
      { minItems: 1 },
    ),
  }),
  retention: { days: 120 },
  key: () => 'hyperliquid',
  observedAt: (value) => new Date(value.at),
})

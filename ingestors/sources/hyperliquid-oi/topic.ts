// Hyperliquid's open interest as we saw it each hour; the venue keeps no history of it.
import Type from 'typebox'
import { snapshots } from '../../shapes/topics.ts'
import { hyperliquidOrigin } from '../hyperliquid-perps/origin.ts'

export const hyperliquidOi = snapshots(
  'hyperliquid.oi-hours.v1',
  hyperliquidOrigin,
  {
    markets: Type.Array(
      Type.Object({
        coin: Type.String({ pattern: '^[A-Z0-9]{1,20}$' }),
        oi_coins: Type.Number({ exclusiveMinimum: 0 }),
        price_usd: Type.Number({ exclusiveMinimum: 0 }),
      }),
      { minItems: 1 },
    ),
  },
  { key: 'hyperliquid', keptDays: 120 },
)

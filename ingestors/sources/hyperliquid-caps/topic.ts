// Which of Hyperliquid's markets take no more open interest at this moment.
import Type from 'typebox'
import { snapshots } from '../../shapes/topics.ts'
import { hyperliquidOrigin } from '../hyperliquid-perps/origin.ts'

export const hyperliquidCaps = snapshots(
  'hyperliquid.caps.v1',
  hyperliquidOrigin,
  {
    coins: Type.Array(Type.String({ pattern: '^[A-Z0-9]{1,20}$' })),
  },
  { key: 'hyperliquid', keptDays: 2 },
)

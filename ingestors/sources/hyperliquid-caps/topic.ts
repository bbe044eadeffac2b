// Which of Hyperliquid's markets take no more open interest at this moment.
import Type from 'typebox'
import { defineTopic } from '../../../db/log/topic.ts'
import { hyperliquidOrigin } from '../hyperliquid-perps/origin.ts'

export const hyperliquidCaps = defineTopic({
  name: 'hyperliquid.caps.v1',
  origin: hyperliquidOrigin,
  schema: Type.Object({
    at: Type.String({ format: 'date-time' }),
    coins: Type.Array(Type.String({ pattern: '^[A-Z0-9]{1,20}$' })),
  }),
  retention: { days: 2 },
  key: () => 'hyperliquid',
  observedAt: (value) => new Date(value.at),
})

// Hyperliquid's perpetual markets, all of them at one moment; a formula needs only the newest.
import { defineTopic } from '../../../db/log/topic.ts'
import { perpSnapshot } from '../../shapes/perp-market.ts'

export type { PerpSnapshot } from '../../shapes/perp-market.ts'

import { hyperliquidOrigin } from './origin.ts'

export const hyperliquidPerps = defineTopic({
  name: 'hyperliquid.perps.v1',
  origin: hyperliquidOrigin,
  schema: perpSnapshot,
  // History lies hourly in hyperliquid.oi-hours.v1 and daily in hyperliquid.funding-days.v1.
  retention: { days: 2 },
  key: (value) => value.venue,
  observedAt: (value) => new Date(value.at),
})

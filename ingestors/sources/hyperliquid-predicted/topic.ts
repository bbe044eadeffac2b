// Next funding at Binance and Bybit as Hyperliquid reports it: their own hosts refuse some regions, and it has no open interest.
import { defineTopic } from '../../../db/log/topic.ts'
import { perpSnapshot } from '../../shapes/perp-market.ts'
import { hyperliquidOrigin } from '../hyperliquid-perps/origin.ts'

export const predictedFunding = defineTopic({
  name: 'hyperliquid.predicted-funding.v1',
  origin: hyperliquidOrigin,
  schema: perpSnapshot,
  retention: { days: 2 },
  key: (value) => value.venue,
  observedAt: (value) => new Date(value.at),
})

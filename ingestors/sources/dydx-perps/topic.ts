// dYdX's perpetual markets at one moment; a formula needs only the newest.
import { defineTopic } from '../../../db/log/topic.ts'
import { perpSnapshot } from '../../shapes/perp-market.ts'

export const dydxPerps = defineTopic({
  name: 'dydx.perps.v1',
  origin: {
    id: 'dydx',
    name: 'dYdX v4 indexer',
    url: 'https://docs.dydx.xyz/',
    licence: 'public API of an on-chain venue, with attribution',
    attribution: 'dYdX',
  },
  schema: perpSnapshot,
  retention: { days: 2 },
  key: (value) => value.venue,
  observedAt: (value) => new Date(value.at),
})

// OKX's USDT-margined perpetual swaps at one moment; a formula needs only the newest.
import { defineTopic } from '../../../db/log/topic.ts'
import { perpSnapshot } from '../../perp-market.ts'

export const okxPerps = defineTopic({
  name: 'okx.perps.v1',
  origin: {
    id: 'okx',
    name: 'OKX public market data',
    url: 'https://www.okx.com/docs-v5/',
    licence: 'terms of use unclear for redistribution',
    attribution: 'OKX',
  },
  schema: perpSnapshot,
  retention: { days: 2 },
  key: (value) => value.venue,
  observedAt: (value) => new Date(value.at),
})

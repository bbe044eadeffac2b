// OKX's USDT-margined perpetual swaps at one moment; a formula needs only the newest.
import Type from 'typebox'
import { defineTopic } from '../../../db/log/topic.ts'
import { perpSnapshot } from '../../shapes/perp-market.ts'
import { revisedByVintage, vintageIfAny } from '../../shapes/vintage.ts'

export const okxPerps = defineTopic({
  name: 'okx.perps.v1',
  origin: {
    id: 'okx',
    name: 'OKX public market data',
    url: 'https://www.okx.com/docs-v5/',
    licence: 'terms of use unclear for redistribution',
    attribution: 'OKX',
  },
  // Dated by one of three lists: the others move without it.
  schema: Type.Object({ ...perpSnapshot.properties, vintage: vintageIfAny }),
  retention: { days: 2 },
  key: (value) => value.venue,
  observedAt: (value) => new Date(value.at),
  ...revisedByVintage,
})

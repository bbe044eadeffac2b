// Day-ahead prices of the other European zones, from the transparency platform of the network operators.
import { defineTopic } from '../../../db/log/topic.ts'
import { dayAheadPrice } from '../../shapes/day-ahead-price.ts'
import { revisedByVintage } from '../../shapes/vintage.ts'

export const entsoePrices = defineTopic({
  name: 'entsoe.prices.v1',
  origin: {
    id: 'entsoe-prices',
    name: 'ENTSO-E Transparency Platform',
    url: 'https://transparency.entsoe.eu/',
    licence: 'free to use with credit',
    attribution: 'ENTSO-E Transparency Platform',
  },
  schema: dayAheadPrice,
  retention: { days: 40 },
  key: (value) => value.zone,
  observedAt: (value) => new Date(value.at),
  ...revisedByVintage,
})

// Day-ahead prices of the other European zones, from the transparency platform of the network operators.
import { dayAheadTopic } from '../../shapes/day-ahead-price.ts'

export const entsoePrices = dayAheadTopic('entsoe.prices.v1', {
  id: 'entsoe-prices',
  name: 'ENTSO-E Transparency Platform',
  url: 'https://transparency.entsoe.eu/',
  licence: 'free to use with credit',
  attribution: 'ENTSO-E Transparency Platform',
})

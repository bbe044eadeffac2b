// What the United States sells and buys of one product, with the duties counted on it.
import { productTopic } from '../../shapes/product-trade.ts'

export const censusProducts = productTopic(
  'census.products.v1',
  {
    id: 'census-products',
    name: 'US Census Bureau, international trade by Harmonized System code',
    url: 'https://www.census.gov/data/developers/data-sets/international-trade.html',
    licence: 'public domain',
    attribution: 'US Census Bureau; this product uses its Data API but is not endorsed or certified by it',
  },
  (value) => new Date(`${value.until.day}T00:00:00Z`),
)

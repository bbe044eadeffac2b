// What a country sells and buys of one product in a year, as it reported it to the United Nations.
import { productTopic } from '../../shapes/product-trade.ts'

export const comtradeProducts = productTopic(
  'comtrade.products.v1',
  {
    id: 'comtrade-products',
    name: 'UN Comtrade, preview of yearly goods trade',
    url: 'https://comtradeplus.un.org/',
    licence: 'terms of use limit redistribution: derived figures only',
    attribution: 'United Nations, UN Comtrade',
  },
  // A year is told as long as there is no newer one: what was said when it was asked for.
  (value) => new Date(value.vintage),
)

// The World Bank's monthly averages of commodity prices, known by the colour of the sheet they were once printed on.
import Type from 'typebox'
import { monthlySeries } from '../../shapes/topics.ts'
import { commodities, unitNames } from './commodities.ts'

export const commodityPrices = monthlySeries(
  'world-bank.commodity-prices.v1',
  {
    id: 'pink-sheet',
    name: 'World Bank Commodity Price Data (The Pink Sheet)',
    url: 'https://www.worldbank.org/en/research/commodity-markets',
    licence: 'CC BY 4.0',
    attribution: 'World Bank',
  },
  {
    commodity: Type.String({ enum: Object.keys(commodities) }),
    price: Type.Number({ exclusiveMinimum: 0, description: 'US dollars, not adjusted for inflation' }),
    unit: Type.String({
      enum: Object.values(unitNames),
      description: 'by the metric tonne, kilogram, dry metric tonne unit, troy ounce, barrel or million British thermal units',
    }),
  },
  { key: (value) => value.commodity, description: 'the first day of the month whose average it is' },
)

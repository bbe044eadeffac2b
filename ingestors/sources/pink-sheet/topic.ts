// The World Bank's monthly averages of commodity prices, known by the colour of the sheet they were once printed on.
import Type from 'typebox'
import { defineTopic } from '../../../db/log/topic.ts'
import { revisedByVintage, vintage } from '../../vintage.ts'
import { commodities, unitNames } from './commodities.ts'

export const commodityPrices = defineTopic({
  name: 'world-bank.commodity-prices.v1',
  origin: {
    id: 'pink-sheet',
    name: 'World Bank Commodity Price Data (The Pink Sheet)',
    url: 'https://www.worldbank.org/en/research/commodity-markets',
    licence: 'CC BY 4.0',
    attribution: 'World Bank',
  },
  schema: Type.Object({
    commodity: Type.String({ enum: Object.keys(commodities) }),
    month: Type.String({ format: 'date', description: 'the first day of the month whose average it is' }),
    price: Type.Number({ exclusiveMinimum: 0, description: 'US dollars, not adjusted for inflation' }),
    unit: Type.String({
      enum: Object.values(unitNames),
      description: 'by the metric tonne, troy ounce, barrel or million British thermal units',
    }),
    vintage,
  }),
  retention: { days: 36_500 },
  key: (value) => value.commodity,
  observedAt: (value) => new Date(`${value.month}T00:00:00Z`),
  ...revisedByVintage,
})

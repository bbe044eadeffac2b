// The Food and Agriculture Organization's index of food prices and its five parts, by month.
import Type from 'typebox'
import { monthlySeries } from '../../shapes/topics.ts'

const index = Type.Number({ exclusiveMinimum: 0, description: '2014 to 2016 = 100' })

export const foodPrices = monthlySeries(
  'fao.food-prices.v1',
  {
    id: 'fao-ffpi',
    name: 'FAO Food Price Index',
    url: 'https://www.fao.org/worldfoodsituation/foodpricesindex/en/',
    licence: 'reuse with the source named',
    attribution: 'Food and Agriculture Organization of the United Nations',
  },
  { food: index, meat: index, dairy: index, cereals: index, oils: index, sugar: index },
  { key: 'world', description: 'its last day' },
)

// What the world grows, uses and keeps of a crop in a market year, by the US Department of Agriculture: its countries summed, China apart.
import Type from 'typebox'
import { monthlySeries, movesMonthlyOfAny } from '../../shapes/topics.ts'
import { balanced } from './commodities.ts'

const kt = (description: string) => Type.Number({ description: `thousand tonnes: ${description}` })
const group = Type.Object({
  production_kt: kt('grown'),
  use_kt: kt('used at home'),
  net_exports_kt: kt('sold to others less bought of them'),
  ending_stocks_kt: kt('left at the end of the market year'),
})

export const cropBalances = monthlySeries(
  'usda.crop-balances.v1',
  {
    id: 'usda-psd',
    name: 'USDA Production, Supply and Distribution',
    url: 'https://apps.fas.usda.gov/psdonline/app/index.html',
    licence: 'public domain',
    attribution: 'U.S. Department of Agriculture, Foreign Agricultural Service',
  },
  {
    commodity: Type.String({ enum: Object.keys(balanced) }),
    market_year: Type.Integer({ minimum: 1960, maximum: 2100, description: 'the year it begins in; harvests differ by country' }),
    estimated_in: Type.String({ pattern: '^\\d{4}-\\d{2}$', description: 'the newest month any country was estimated in' }),
    countries: Type.Integer({ minimum: 1 }),
    world: group,
    without_china: group,
  },
  {
    moves: movesMonthlyOfAny,
    key: (value) => `${value.commodity}/${value.market_year}`,
    description: 'the first day of the month it was read in',
    keptDays: 3_700,
  },
)

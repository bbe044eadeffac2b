// The World Bank's monthly figures of countries (its Global Economic Monitor): reserves, trade in goods and consumer prices.
import Type from 'typebox'
import { monthlySeries, movesMonthly } from '../../shapes/topics.ts'
import { type Measure, measures } from './series.ts'

export { countries as monthlyCountries, type Measure } from './series.ts'

export const monthlyFigures = monthlySeries(
  'world-bank.monthly.v1',
  {
    id: 'world-bank-monthly',
    name: 'World Bank Global Economic Monitor',
    url: 'https://databank.worldbank.org/source/global-economic-monitor-(gem)',
    licence: 'CC BY 4.0',
    attribution: 'World Bank',
  },
  {
    iso3: Type.String({ pattern: '^[A-Z]{3}$' }),
    measure: Type.String({ enum: Object.values(measures) }),
    value: Type.Number(),
  },
  {
    key: (value) => monthlyKey(value.measure as Measure, value.iso3),
    description: 'the first day of its month',
    moves: { ...movesMonthly, of: 'any' },
  },
)

export const monthlyKey = (measure: Measure, iso3: string): string => `${measure}/${iso3}`

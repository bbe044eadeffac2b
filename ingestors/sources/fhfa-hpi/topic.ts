// House prices by the Federal Housing Finance Agency: the country by month, states and metropolitan areas by quarter.
import Type from 'typebox'
import { monthlySeries } from '../../shapes/topics.ts'

export const fhfaLevels = ['country', 'state', 'metro'] as const

export const housePrices = monthlySeries(
  'fhfa.house-prices.v1',
  {
    id: 'fhfa-hpi',
    name: 'FHFA House Price Index',
    url: 'https://www.fhfa.gov/data/hpi',
    licence: 'public domain',
    attribution: 'Federal Housing Finance Agency',
  },
  {
    place: Type.String({ pattern: '^(USA|[A-Z]{2}|[0-9]{5})$', description: 'USA, a state, or the code of a metropolitan area' }),
    name: Type.String({ minLength: 1 }),
    level: Type.String({ enum: [...fhfaLevels] }),
    index: Type.Number({ exclusiveMinimum: 0 }),
  },
  { key: (value) => value.place, description: 'the last day of its month, or of its quarter' },
)

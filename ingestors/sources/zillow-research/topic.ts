// Zillow's typical home value and typical rent, by month, for the country and its metropolitan areas.
import Type from 'typebox'
import { monthlySeries, movesMonthlyOfAny } from '../../shapes/topics.ts'

export const measures = ['home_value_usd', 'rent_usd'] as const
export type Measure = (typeof measures)[number]

export const zillowFigures = monthlySeries(
  'zillow.research.v1',
  {
    id: 'zillow-research',
    name: 'Zillow Home Value Index and Observed Rent Index',
    url: 'https://www.zillow.com/research/data/',
    licence: "Zillow's terms of use: with attribution, commercial use not settled",
    attribution: 'Data provided by Zillow Group',
  },
  {
    measure: Type.String({ enum: [...measures] }),
    name: Type.String({ minLength: 1, description: 'United States, or a city and its state' }),
    value: Type.Number({ exclusiveMinimum: 0, description: 'dollars' }),
  },
  { moves: movesMonthlyOfAny, key: (value) => `${value.measure}/${value.name}`, description: 'its last day' },
)

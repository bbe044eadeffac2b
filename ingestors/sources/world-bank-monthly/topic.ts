// The World Bank's monthly figures of countries (its Global Economic Monitor): reserves, trade in goods and consumer prices.
import Type from 'typebox'
import { defineTopic } from '../../../db/log/topic.ts'
import { revisedByVintage, vintage } from '../../vintage.ts'
import { type Measure, measures } from './series.ts'

export type { Measure } from './series.ts'

export const monthlyFigures = defineTopic({
  name: 'world-bank.monthly.v1',
  origin: {
    id: 'world-bank-monthly',
    name: 'World Bank Global Economic Monitor',
    url: 'https://databank.worldbank.org/source/global-economic-monitor-(gem)',
    licence: 'CC BY 4.0',
    attribution: 'World Bank',
  },
  schema: Type.Object({
    iso3: Type.String({ pattern: '^[A-Z]{3}$' }),
    measure: Type.String({ enum: Object.values(measures) }),
    month: Type.String({ format: 'date', description: 'the first day of its month' }),
    value: Type.Number(),
    vintage,
  }),
  retention: { days: 36_500 },
  key: (value) => monthlyKey(value.measure as Measure, value.iso3),
  observedAt: (value) => new Date(`${value.month}T00:00:00Z`),
  ...revisedByVintage,
})

export const monthlyKey = (measure: Measure, iso3: string): string => `${measure}/${iso3}`

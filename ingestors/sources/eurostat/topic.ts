// Eurostat's monthly and quarterly figures of each country and of the euro area.
import Type from 'typebox'
import { defineTopic } from '../../../db/log/topic.ts'
import { revisedByVintage, vintage } from '../../vintage.ts'
import { euroArea, type Measure, measures, members } from './datasets.ts'

export { euroArea, type Measure, members } from './datasets.ts'

export const eurostatFigures = defineTopic({
  name: 'eurostat.figures.v1',
  origin: {
    id: 'eurostat',
    name: 'Eurostat statistics',
    url: 'https://ec.europa.eu/eurostat',
    licence: 'CC BY 4.0',
    attribution: 'Eurostat',
  },
  schema: Type.Object({
    measure: Type.String({ enum: measures }),
    place: Type.String({ enum: [euroArea, ...members] }),
    period: Type.String({ format: 'date', description: 'the first day of its month or quarter' }),
    value: Type.Number(),
    vintage,
  }),
  retention: { days: 36_500 },
  key: (value) => figureKey(value.measure as Measure, value.place),
  observedAt: (value) => new Date(`${value.period}T00:00:00Z`),
  ...revisedByVintage,
})

export const figureKey = (measure: Measure, place: string): string => `${measure}/${place}`

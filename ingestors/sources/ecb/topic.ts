// The European Central Bank's rates, yields, exchange rates and its stress index.
import Type from 'typebox'
import { defineTopic } from '../../../db/log/topic.ts'
import { revisedByVintage, vintage } from '../../vintage.ts'
import { flows, namesOf } from './series.ts'

export { currencies, series, yieldCountries } from './series.ts'

export const ecbObservations = defineTopic({
  name: 'ecb.observations.v1',
  origin: {
    id: 'ecb',
    name: 'ECB Data Portal',
    url: 'https://data.ecb.europa.eu/',
    licence: 'free reuse with the source named',
    attribution: 'European Central Bank',
  },
  schema: Type.Object({
    series: Type.String({ enum: flows.flatMap(namesOf) }),
    date: Type.String({ format: 'date', description: 'the day, or the first of its month' }),
    value: Type.Number(),
    vintage,
  }),
  retention: { days: 36_500 },
  key: (value) => value.series,
  observedAt: (value) => new Date(`${value.date}T00:00:00Z`),
  ...revisedByVintage,
})

// Single economic series that have no better free home, keyed by FRED's id.
import Type from 'typebox'
import { defineTopic } from '../../../db/log/topic.ts'
import { revisedByVintage, vintage } from '../../vintage.ts'

export const fredObservations = defineTopic({
  name: 'fred.observations.v1',
  origin: {
    id: 'fred',
    name: 'FRED, Federal Reserve Bank of St. Louis',
    url: 'https://fred.stlouisfed.org/',
    licence: 'per series, with citation',
    attribution: 'Retrieved from FRED, Federal Reserve Bank of St. Louis',
  },
  schema: Type.Object({
    series: Type.String({ pattern: '^[A-Z0-9]{2,25}$' }),
    date: Type.String({ format: 'date' }),
    value: Type.Number(),
    vintage,
  }),
  retention: { days: 36_500 },
  key: (observation) => observation.series,
  observedAt: (observation) => new Date(`${observation.date}T00:00:00Z`),
  ...revisedByVintage,
})

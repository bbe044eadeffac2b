// The Bureau of Labor Statistics' monthly series, and each payroll release as it was first printed.
import Type from 'typebox'
import { defineTopic } from '../../../db/log/topic.ts'
import { revisedByVintage, vintage } from '../../vintage.ts'

export { blsSeries } from './series.ts'

/** Payrolls as one release printed them: the newest month's level and, before it, the three that went with it. */
export const payrollRelease = 'CES0000000001/release'

export const blsObservations = defineTopic({
  name: 'bls.observations.v1',
  origin: {
    id: 'bls',
    name: 'BLS employment, household survey, JOLTS and price series',
    url: 'https://www.bls.gov/data/',
    licence: 'public domain',
    attribution: 'U.S. Bureau of Labor Statistics',
  },
  schema: Type.Object({
    series: Type.String({ pattern: '^[A-Z0-9]{8,25}(/release)?$' }),
    month: Type.String({ format: 'date', description: 'its first day' }),
    value: Type.Number(),
    earlier: Type.Optional(Type.Array(Type.Number(), { description: 'the three months before, newest first; releases only' })),
    vintage,
  }),
  retention: { days: 36_500 },
  key: (value) => value.series,
  observedAt: (value) => new Date(`${value.month}T00:00:00Z`),
  ...revisedByVintage,
})

// The Bureau of Labor Statistics' monthly series, and each payroll release as it was first printed.
import Type from 'typebox'
import { monthlySeries } from '../../shapes/topics.ts'

export { blsSeries } from './series.ts'

/** Payrolls as one release printed them: the newest month's level and, before it, the three that went with it. */
export const payrollRelease = 'CES0000000001/release'

export const blsObservations = monthlySeries(
  'bls.observations.v1',
  {
    id: 'bls',
    name: 'BLS employment, household survey, JOLTS and price series',
    url: 'https://www.bls.gov/data/',
    licence: 'public domain',
    attribution: 'U.S. Bureau of Labor Statistics',
  },
  {
    series: Type.String({ pattern: '^[A-Z0-9]{8,25}(/release)?$' }),
    value: Type.Number(),
    earlier: Type.Optional(Type.Array(Type.Number(), { description: 'the three months before, newest first; releases only' })),
  },
  { key: (value) => value.series, description: 'its first day' },
)

// The New York Fed's Global Supply Chain Pressure Index, monthly since 1997, estimated anew every month.
import Type from 'typebox'
import { defineTopic } from '../../../db/log/topic.ts'
import { revisedByVintage, vintage } from '../../vintage.ts'

export const supplyPressure = defineTopic({
  name: 'nyfed.supply-pressure.v1',
  origin: {
    id: 'nyfed-gscpi',
    name: 'Global Supply Chain Pressure Index',
    url: 'https://www.newyorkfed.org/research/policy/gscpi',
    licence: 'reuse with attribution',
    attribution: 'Federal Reserve Bank of New York',
  },
  schema: Type.Object({
    month: Type.String({ format: 'date', description: 'its last day' }),
    deviations: Type.Number({ minimum: -20, maximum: 20 }),
    vintage,
  }),
  retention: { days: 36_500 },
  key: () => 'world',
  observedAt: (value) => new Date(`${value.month}T00:00:00Z`),
  ...revisedByVintage,
})

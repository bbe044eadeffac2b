// The New York Fed's Global Supply Chain Pressure Index, monthly since 1997, estimated anew every month.
import Type from 'typebox'
import { monthlySeries } from '../../shapes/topics.ts'

export const supplyPressure = monthlySeries(
  'nyfed.supply-pressure.v1',
  {
    id: 'nyfed-gscpi',
    name: 'Global Supply Chain Pressure Index',
    url: 'https://www.newyorkfed.org/research/policy/gscpi',
    licence: 'reuse with attribution',
    attribution: 'Federal Reserve Bank of New York',
  },
  {
    deviations: Type.Number({ minimum: -20, maximum: 20 }),
  },
  { key: 'world', description: 'its last day' },
)

// Daily US Treasury par yields, nominal and real, one fact a curve and day.
import Type from 'typebox'
import { defineTopic } from '../../../db/log/topic.ts'
import { revisedByVintage, vintage } from '../../vintage.ts'

export const tenors = ['1m', '2m', '3m', '4m', '6m', '1y', '2y', '3y', '5y', '7y', '10y', '20y', '30y'] as const
export type Tenor = (typeof tenors)[number]

const percent = Type.Union([Type.Number({ minimum: -20, maximum: 50 }), Type.Null()])

export const treasuryYields = defineTopic({
  name: 'treasury.par-yields.v1',
  origin: {
    id: 'treasury-yields',
    name: 'US Treasury daily par yield curve rates',
    url: 'https://home.treasury.gov/resource-center/data-chart-center/interest-rates',
    licence: 'public domain',
    attribution: 'U.S. Department of the Treasury',
  },
  schema: Type.Object({
    curve: Type.Union([Type.Literal('nominal'), Type.Literal('real')]),
    date: Type.String({ format: 'date' }),
    yields: Type.Record(Type.String({ pattern: '^[0-9]+[my]$' }), percent),
    vintage,
  }),
  retention: { days: 36_500 },
  key: (value) => value.curve,
  observedAt: (value) => new Date(`${value.date}T00:00:00Z`),
  ...revisedByVintage,
})

// Daily US Treasury par yields, nominal and real, one fact a curve and day.
import Type from 'typebox'
import { dailySeries } from '../../shapes/topics.ts'

export const tenors = ['1m', '2m', '3m', '4m', '6m', '1y', '2y', '3y', '5y', '7y', '10y', '20y', '30y'] as const
export type Tenor = (typeof tenors)[number]

const percent = Type.Union([Type.Number({ minimum: -20, maximum: 50 }), Type.Null()])

export const treasuryYields = dailySeries(
  'treasury.par-yields.v1',
  {
    id: 'treasury-yields',
    name: 'US Treasury daily par yield curve rates',
    url: 'https://home.treasury.gov/resource-center/data-chart-center/interest-rates',
    licence: 'public domain',
    attribution: 'U.S. Department of the Treasury',
  },
  {
    curve: Type.Union([Type.Literal('nominal'), Type.Literal('real')]),
    yields: Type.Record(Type.String({ pattern: '^[0-9]+[my]$' }), percent),
  },
  { key: (value) => value.curve },
)

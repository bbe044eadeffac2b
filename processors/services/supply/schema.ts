// The supply chain report, field by field; a section that was not asked for is left out.
import Type from 'typebox'
import { answerSchema, signalSchema } from '../../answer.ts'
import { labels, statuses } from './signal.ts'

const number = (description: string) => Type.Union([Type.Number(), Type.Null()], { description })

const passage = Type.Object({
  name: Type.String(),
  transits_7d: number('ships in the newest seven days'),
  vs_1y_pct: number('against the same weekdays a year earlier'),
  capacity_vs_1y_pct: number('the same for deadweight capacity'),
  status: Type.Union([Type.String({ enum: [...statuses] }), Type.Null()]),
  week_to: Type.Union([Type.String({ format: 'date' }), Type.Null()]),
})

export const supplyAnswer = answerSchema(signalSchema(labels, [0, 100]), {
  gscpi: Type.Object({
    value_sd: number('Global Supply Chain Pressure Index, standard deviations from its mean'),
    chg_1m: number('change over a month'),
    pctile: number('percentile since 1997'),
    month: Type.Union([Type.String({ pattern: '^\\d{4}-\\d{2}$' }), Type.Null()]),
  }),
  chokepoints: Type.Optional(Type.Array(passage)),
  freight: Type.Optional(
    Type.Object({
      trucking_ppi_yoy_pct: number('US producer prices of truck freight over 12 months'),
      deep_sea_ppi_yoy_pct: number('US producer prices of deep sea freight over 12 months'),
    }),
  ),
  inventories: Type.Optional(
    Type.Object({
      isratio: number('US business inventories to sales'),
      z: number('robust deviations from its ten-year median'),
    }),
  ),
  orders: Type.Optional(Type.Object({ unfilled_to_shipments: number("US manufacturers' unfilled orders, months of shipments") })),
  bottlenecks: Type.Optional(Type.Array(Type.String(), { description: 'chokepoints a quarter or more below last year' })),
})

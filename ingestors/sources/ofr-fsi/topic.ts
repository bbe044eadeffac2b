// The OFR Financial Stress Index and its category contributions, daily since 2000.
import Type from 'typebox'
import { defineTopic } from '../../../db/log/topic.ts'
import { revisedByVintage, vintage } from '../../vintage.ts'

const contribution = Type.Union([Type.Number(), Type.Null()])

export const financialStress = defineTopic({
  name: 'ofr.financial-stress.v1',
  origin: {
    id: 'ofr-fsi',
    name: 'OFR Financial Stress Index',
    url: 'https://www.financialresearch.gov/financial-stress-index/',
    licence: 'public domain',
    attribution: 'Office of Financial Research',
  },
  schema: Type.Object({
    date: Type.String({ format: 'date' }),
    index: Type.Number(),
    credit: contribution,
    equity_valuation: contribution,
    safe_assets: contribution,
    funding: contribution,
    volatility: contribution,
    vintage,
  }),
  retention: { days: 36_500 },
  key: () => 'us',
  observedAt: (value) => new Date(`${value.date}T00:00:00Z`),
  ...revisedByVintage,
})

// The OFR Financial Stress Index and its category contributions, daily since 2000.
import Type from 'typebox'
import { dailySeries } from '../../shapes/topics.ts'

const contribution = Type.Union([Type.Number(), Type.Null()])

export const financialStress = dailySeries(
  'ofr.financial-stress.v1',
  {
    id: 'ofr-fsi',
    name: 'OFR Financial Stress Index',
    url: 'https://www.financialresearch.gov/financial-stress-index/',
    licence: 'public domain',
    attribution: 'Office of Financial Research',
  },
  {
    index: Type.Number(),
    credit: contribution,
    equity_valuation: contribution,
    safe_assets: contribution,
    funding: contribution,
    volatility: contribution,
  },
  { key: 'us' },
)

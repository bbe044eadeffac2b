// The Fed Board's Gilchrist-Zakrajsek credit spread and excess bond premium, monthly since 1973.
import Type from 'typebox'
import { monthlySeries } from '../../shapes/topics.ts'

export const excessBondPremium = monthlySeries(
  'fed.excess-bond-premium.v1',
  {
    id: 'fed-ebp',
    name: 'Gilchrist-Zakrajsek spread and excess bond premium',
    url: 'https://www.federalreserve.gov/econres/notes/feds-notes/updating-the-recession-risk-and-the-excess-bond-premium-20161006.html',
    licence: 'public domain',
    attribution: 'Board of Governors of the Federal Reserve System',
  },
  {
    gz_spread_pp: Type.Number(),
    ebp_pp: Type.Number(),
    recession_probability: Type.Union([Type.Number({ minimum: 0, maximum: 1 }), Type.Null()]),
  },
  { key: 'us' },
)

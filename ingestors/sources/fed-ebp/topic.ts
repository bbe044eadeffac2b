// The Fed Board's Gilchrist-Zakrajsek credit spread and excess bond premium, monthly since 1973.
import Type from 'typebox'
import { defineTopic } from '../../../db/log/topic.ts'
import { revisedByVintage, vintage } from '../../vintage.ts'

export const excessBondPremium = defineTopic({
  name: 'fed.excess-bond-premium.v1',
  origin: {
    id: 'fed-ebp',
    name: 'Gilchrist-Zakrajsek spread and excess bond premium',
    url: 'https://www.federalreserve.gov/econres/notes/feds-notes/updating-the-recession-risk-and-the-excess-bond-premium-20161006.html',
    licence: 'public domain',
    attribution: 'Board of Governors of the Federal Reserve System',
  },
  schema: Type.Object({
    month: Type.String({ format: 'date' }),
    gz_spread_pp: Type.Number(),
    ebp_pp: Type.Number(),
    recession_probability: Type.Union([Type.Number({ minimum: 0, maximum: 1 }), Type.Null()]),
    vintage,
  }),
  retention: { days: 36_500 },
  key: () => 'us',
  observedAt: (value) => new Date(`${value.month}T00:00:00Z`),
  ...revisedByVintage,
})

// Freddie Mac's weekly survey of mortgage rates, since 1971.
import Type from 'typebox'
import { dailySeries } from '../../shapes/topics.ts'

export const mortgageRates = dailySeries(
  'freddie-mac.mortgage-rates.v1',
  {
    id: 'freddie-pmms',
    name: 'Primary Mortgage Market Survey',
    url: 'https://www.freddiemac.com/pmms',
    licence: 'reuse with attribution',
    attribution: 'Freddie Mac Primary Mortgage Market Survey',
  },
  {
    rate_30y_pct: Type.Number({ minimum: 0.5, maximum: 30, description: 'fixed for thirty years' }),
  },
  { key: 'us', description: 'the Thursday it was told' },
)

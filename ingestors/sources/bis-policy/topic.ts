// The rates central banks steer by, at the end of each month.
import Type from 'typebox'
import { monthlySeries } from '../../shapes/topics.ts'
import { areas } from './areas.ts'

export { euroArea } from './areas.ts'

export const policyRates = monthlySeries(
  'bis.policy-rates.v1',
  {
    id: 'bis-policy',
    name: 'BIS central bank policy rates',
    url: 'https://data.bis.org/topics/CBPOL',
    licence: 'reuse with the source named',
    attribution: 'Bank for International Settlements and national central banks',
  },
  {
    area: Type.String({ enum: [...areas], description: 'ISO 3166-1 alpha-2, or XM for the euro area' }),
    rate_pct: Type.Number({ minimum: -20, maximum: 1_000 }),
  },
  { key: (value) => value.area, description: 'the first day of the month at whose end it stood' },
)

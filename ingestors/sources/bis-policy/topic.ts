// The rates central banks steer by, at the end of each month.
import Type from 'typebox'
import { defineTopic } from '../../../db/log/topic.ts'
import { revisedByVintage, vintage } from '../../vintage.ts'
import { areas } from './areas.ts'

export { euroArea } from './areas.ts'

export const policyRates = defineTopic({
  name: 'bis.policy-rates.v1',
  origin: {
    id: 'bis-policy',
    name: 'BIS central bank policy rates',
    url: 'https://data.bis.org/topics/CBPOL',
    licence: 'reuse with the source named',
    attribution: 'Bank for International Settlements and national central banks',
  },
  schema: Type.Object({
    area: Type.String({ enum: [...areas], description: 'ISO 3166-1 alpha-2, or XM for the euro area' }),
    month: Type.String({ format: 'date', description: 'the first day of the month at whose end it stood' }),
    rate_pct: Type.Number({ minimum: -20, maximum: 1_000 }),
    vintage,
  }),
  retention: { days: 36_500 },
  key: (value) => value.area,
  observedAt: (value) => new Date(`${value.month}T00:00:00Z`),
  ...revisedByVintage,
})

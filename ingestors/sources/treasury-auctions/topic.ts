// Announced Treasury auctions: what is offered and the day it is paid for.
import Type from 'typebox'
import { defineTopic } from '../../../db/log/topic.ts'
import { revisedByVintage, vintage } from '../../vintage.ts'

export const auctions = defineTopic({
  name: 'treasury.auctions.v1',
  origin: {
    id: 'treasury-auctions',
    name: 'Treasury securities auctions',
    url: 'https://fiscaldata.treasury.gov/datasets/treasury-securities-auctions-data/',
    licence: 'public domain',
    attribution: 'U.S. Department of the Treasury, Bureau of the Fiscal Service',
  },
  schema: Type.Object({
    cusip: Type.String({ pattern: '^[0-9A-Z]{9}$' }),
    security: Type.String({ enum: ['Bill', 'Note', 'Bond', 'TIPS', 'FRN', 'CMB'] }),
    announced: Type.String({ format: 'date' }),
    issued: Type.String({ format: 'date' }),
    offered_usd: Type.Number({ minimum: 0 }),
    vintage,
  }),
  retention: { days: 3_650 },
  key: (value) => value.cusip,
  observedAt: (value) => new Date(`${value.announced}T00:00:00Z`),
  ...revisedByVintage,
})

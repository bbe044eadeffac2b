// Announced Treasury auctions: what is offered and the day it is paid for.
import Type from 'typebox'
import { datedSeries } from '../../shapes/topics.ts'

export const auctions = datedSeries(
  'treasury.auctions.v1',
  {
    id: 'treasury-auctions',
    name: 'Treasury securities auctions',
    url: 'https://fiscaldata.treasury.gov/datasets/treasury-securities-auctions-data/',
    licence: 'public domain',
    attribution: 'U.S. Department of the Treasury, Bureau of the Fiscal Service',
  },
  'announced',
  {
    cusip: Type.String({ pattern: '^[0-9A-Z]{9}$' }),
    security: Type.String({ enum: ['Bill', 'Note', 'Bond', 'TIPS', 'FRN', 'CMB'] }),
    issued: Type.String({ format: 'date' }),
    offered_usd: Type.Number({ minimum: 0 }),
  },
  { key: (value) => value.cusip, keptDays: 3_650, moves: { days: 14, of: 'any' } },
)

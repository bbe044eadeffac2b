// What the United States took in customs duties, by month.
import Type from 'typebox'
import { dailySeries } from '../../shapes/topics.ts'

export const customsDuties = dailySeries(
  'treasury.customs-duties.v1',
  {
    id: 'mts-customs',
    name: 'Monthly Treasury Statement, table 4: customs duties',
    url: 'https://fiscaldata.treasury.gov/datasets/monthly-treasury-statement/',
    licence: 'public domain',
    attribution: 'U.S. Department of the Treasury, Bureau of the Fiscal Service',
  },
  { net_usd: Type.Number({ description: 'receipts of the month less refunds' }) },
  { moves: { days: 31, toldAfterDays: 45 }, key: 'us', description: 'the last day of its month' },
)

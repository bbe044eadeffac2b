// What the federal government obligated by contracts, month by month.
import Type from 'typebox'
import { monthlySeries } from '../../shapes/topics.ts'

export const contractMonths = monthlySeries(
  'usaspending.contract-months.v1',
  {
    id: 'usaspending-months',
    name: 'USAspending.gov, spending over time',
    url: 'https://www.usaspending.gov/explorer',
    licence: 'public domain',
    attribution: 'U.S. Department of the Treasury, USAspending.gov',
  },
  { obligations_usd: Type.Number() },
  { key: 'contracts', description: 'its first day' },
)

// What US households own and owe by wealth, quarterly since 1989: the Federal Reserve's Distributional Financial Accounts.
import Type from 'typebox'
import { namesOf, recordOf } from '../../../base/records.ts'
import { datedSeries } from '../../shapes/topics.ts'

export const groups = ['Bottom50', 'Next40', 'Next9', 'RemainingTop1', 'TopPt1'] as const
export type Group = (typeof groups)[number]

/** What a group owns and owes, as the Board's table heads it. */
export const columns = {
  net_worth: 'Net worth',
  assets: 'Assets',
  real_estate: 'Real estate',
  equities: 'Corporate equities and mutual fund shares',
  liabilities: 'Liabilities',
  mortgages: 'Home mortgages',
} as const

const levels = Type.Object(recordOf(namesOf(columns), () => Type.Number({ description: 'millions of dollars' })))

export const wealthLevels = datedSeries(
  'fed.wealth-levels.v1',
  {
    id: 'fed-dfa',
    name: 'Distributional Financial Accounts',
    url: 'https://www.federalreserve.gov/releases/z1/dataviz/dfa/',
    licence: 'public domain, cite the Board',
    attribution: 'Board of Governors of the Federal Reserve System',
  },
  'quarter_end',
  { groups: Type.Object(recordOf(groups, () => levels)) },
  // The accounts of a quarter are out some eleven weeks after it.
  { key: 'us', moves: { days: 120, of: 'any' }, knownAfterDays: 70 },
)

// What US households own and owe by wealth, quarterly since 1989: the Federal Reserve's Distributional Financial Accounts.
import Type from 'typebox'
import { defineTopic } from '../../../db/log/topic.ts'
import { revisedByVintage, vintage } from '../../shapes/vintage.ts'

export const groups = ['Bottom50', 'Next40', 'Next9', 'RemainingTop1', 'TopPt1'] as const
export type Group = (typeof groups)[number]

const amount = Type.Number({ description: 'millions of dollars' })
const levels = Type.Object({
  net_worth: amount,
  assets: amount,
  real_estate: amount,
  equities: amount,
  liabilities: amount,
  mortgages: amount,
})
const dayMs = 86_400_000
// The accounts of a quarter are out some eleven weeks after it.
const outAfterDays = 70

export const wealthLevels = defineTopic({
  name: 'fed.wealth-levels.v1',
  origin: {
    id: 'fed-dfa',
    name: 'Distributional Financial Accounts',
    url: 'https://www.federalreserve.gov/releases/z1/dataviz/dfa/',
    licence: 'public domain, cite the Board',
    attribution: 'Board of Governors of the Federal Reserve System',
  },
  schema: Type.Object({
    quarter_end: Type.String({ format: 'date' }),
    groups: Type.Object({ Bottom50: levels, Next40: levels, Next9: levels, RemainingTop1: levels, TopPt1: levels }),
    vintage,
  }),
  moves: { days: 120, of: 'any' },
  retention: { days: 36_500 },
  key: () => 'us',
  observedAt: (value) => new Date(Date.parse(value.quarter_end) + outAfterDays * dayMs),
  ...revisedByVintage,
})

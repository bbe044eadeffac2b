// Every ticker the SEC lists: of companies in its own order, which begins with the largest, and of classes of funds.
import Type from 'typebox'
import type { ValueOf } from '../../../db/log/topic.ts'
import { dailySeries } from '../../shapes/topics.ts'

export const listedSymbols = dailySeries(
  'sec.symbols.v1',
  {
    id: 'sec-symbols',
    name: 'SEC lists of company and fund tickers',
    url: 'https://www.sec.gov/search-filings/edgar-search-assistance/accessing-edgar-data',
    licence: 'public domain',
    attribution: 'U.S. Securities and Exchange Commission',
  },
  {
    list: Type.String({ enum: ['companies', 'funds'] }),
    symbols: Type.Array(Type.String({ minLength: 1, maxLength: 12 }), { minItems: 1 }),
    names: Type.Array(Type.String({ maxLength: 20 }), {
      description: 'of companies the first word of each one’s name, in the same places; of funds none',
    }),
  },
  { key: (value) => value.list, description: 'the day the list was read', keptDays: 7, moves: 'as polled' },
)
export type ListedSymbols = ValueOf<typeof listedSymbols>

// Every ticker the SEC lists: of companies in its own order, which begins with the largest, and of classes of funds.
import Type, { type Static } from 'typebox'
import { defineTopic } from '../../../db/log/topic.ts'
import { revisedByVintage, vintage } from '../../shapes/vintage.ts'

const schema = Type.Object({
  list: Type.String({ enum: ['companies', 'funds'] }),
  date: Type.String({ format: 'date', description: 'the day the list was read' }),
  symbols: Type.Array(Type.String({ minLength: 1, maxLength: 12 }), { minItems: 1 }),
  names: Type.Array(Type.String({ maxLength: 20 }), {
    description: 'of companies the first word of each one’s name, in the same places; of funds none',
  }),
  vintage,
})

export const listedSymbols = defineTopic({
  name: 'sec.symbols.v1',
  origin: {
    id: 'sec-symbols',
    name: 'SEC lists of company and fund tickers',
    url: 'https://www.sec.gov/search-filings/edgar-search-assistance/accessing-edgar-data',
    licence: 'public domain',
    attribution: 'U.S. Securities and Exchange Commission',
  },
  schema,
  retention: { days: 7 },
  key: (value) => value.list,
  observedAt: (value) => new Date(`${value.date}T00:00:00Z`),
  ...revisedByVintage,
})
export type ListedSymbols = Static<typeof schema>

// What the large stablecoins trade at for dollars on one exchange: the second opinion a depeg needs.
import Type from 'typebox'
import { defineTopic } from '../../../db/log/topic.ts'

const price = Type.Number({ exclusiveMinimum: 0 })

export const krakenStables = defineTopic({
  name: 'kraken.stables.v1',
  origin: {
    id: 'kraken',
    name: 'Kraken public ticker',
    url: 'https://docs.kraken.com/api/',
    licence: 'terms of use unclear for redistribution',
    attribution: 'Kraken',
  },
  schema: Type.Object({
    at: Type.String({ format: 'date-time' }),
    prices: Type.Array(Type.Object({ symbol: Type.String(), bid_usd: price, ask_usd: price }), { minItems: 1 }),
  }),
  retention: { days: 7 },
  key: () => 'all',
  observedAt: (value) => new Date(value.at),
})
